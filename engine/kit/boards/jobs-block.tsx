import { useTranslation } from 'react-i18next';
import { useDataClient } from '../data/client.ts';
import type { JobsAnswer, JobState, ShownBlock } from '../data/data-client.ts';
import { useCulture } from '../ui/culture.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { StatusTag, type TagTone } from '../ui/status-tag.tsx';
import { BlockFrame } from './block-frame.tsx';
import { useAnswer } from '../data/use-answer.ts';

const tones: Record<JobState['state'], TagTone> = { queued: 'neutral', running: 'info', done: 'good', failed: 'bad' };
const states = Object.keys(tones) as JobState['state'][];

/** Imports and exports: results of the last day, and the newest ones. */
export function JobsBlock({ block, stamp }: { block: ShownBlock; stamp: number }) {
  const { t } = useTranslation();
  const culture = useCulture();
  const client = useDataClient();
  const answer = useAnswer((signal) => client.jobs(block.limit ?? 8, signal), block.block, stamp);
  const count = new Intl.NumberFormat(culture);
  return (
    <BlockFrame id={block.block} kind="jobs" title={block.title} answer={answer}>
      {({ counts, jobs }) => (
        <>
          <dl className="job-counts">
            {states.map((state) => (
              <div key={state}>
                <dt>{t(`board.job.${state}`)}</dt>
                <dd data-tone={(counts[state] ?? 0) > 0 ? tones[state] : 'neutral'}>
                  {count.format(counts[state] ?? 0)}
                </dd>
              </div>
            ))}
          </dl>
          {jobs.length === 0 ? (
            <EmptyState kind="nothing" compact title={t('board.noJobs')} />
          ) : (
            <JobTable title={block.title} jobs={jobs} count={count} />
          )}
        </>
      )}
    </BlockFrame>
  );
}

function JobTable({ title, jobs, count }: { title: string; jobs: JobsAnswer['jobs']; count: Intl.NumberFormat }) {
  const { t } = useTranslation();
  return (
    <div className="block-scroll" role="group" aria-label={title} tabIndex={0}>
      <table className="block-rows">
        <thead>
          <tr>
            <th scope="col">{t('board.job.kind')}</th>
            <th scope="col">{t('board.job.state')}</th>
            <th scope="col" data-align="end">
              {t('board.job.rows')}
            </th>
            <th scope="col">{t('board.job.by')}</th>
            <th scope="col">{t('board.job.at')}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <td>{t(`board.job.${job.kind}`)}</td>
              <td>
                <StatusTag tone={tones[job.state]} text={t(`board.job.${job.state}`)} />
              </td>
              <td data-align="end">
                {job.total === null ? count.format(job.done) : `${count.format(job.done)} / ${count.format(job.total)}`}
              </td>
              <td>{job.$by ?? t('board.none')}</td>
              <td>{job.at}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
