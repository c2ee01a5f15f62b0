import { Alert, App, Progress } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  EmptyState,
  jobFailure,
  newKey,
  errorMessage,
  useConfirm,
  useDataClient,
  useHasPermission,
  watchJob,
  type JobState,
  type PanelProps,
} from '../../kit/index.ts';
import { comparisonOf, levelsIn, triedIn } from './what-if.ts';
import { WhatIfTables } from './what-if-tables.tsx';
import { useWords } from './wording.ts';
import './rating.css';
import './price-list.css';
import './what-if.css';

/** What the orders of a period would have brought: run with progress, compared, and the drafts sent on or dropped. */
export default function WhatIfPanel({ record, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const mayRun = useHasPermission('WhatIf:edit');
  const [state, setState] = useState<Pick<JobState, 'done' | 'total'> | null>(null);
  const [refusal, setRefusal] = useState('');
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const run = async () => {
    const left = new AbortController();
    leaving.current = left;
    setRefusal('');
    setState({ done: 0, total: null });
    try {
      const { job } = await client.send<{ job: string }>('WhatIf/run', { id: record.id }, newKey());
      const ended = await watchJob({ client, id: job, onState: setState, signal: left.signal });
      if (ended.state === 'failed') setRefusal(t('whatIf.gone', { reason: jobFailure(ended).message }));
      reload();
    } catch (failure) {
      if (!left.signal.aborted) setRefusal(errorMessage(failure));
    } finally {
      if (!left.signal.aborted) setState(null);
    }
  };
  const found = comparisonOf(record);
  const button = mayRun ? (
    <button
      type="button"
      className={found ? 'button' : 'button is-primary'}
      disabled={state !== null}
      aria-busy={state !== null || undefined}
      onClick={() => void run()}
    >
      {t(found ? 'whatIf.again' : 'whatIf.run')}
    </button>
  ) : null;
  return (
    <div className="what-if">
      {refusal ? <Alert type="error" showIcon message={refusal} /> : null}
      {found && found.version !== record.version ? <Alert type="warning" showIcon message={t('whatIf.stale')} /> : null}
      {state ? (
        <div role="status">
          <Progress percent={state.total ? Math.floor((state.done / state.total) * 100) : 0} showInfo={false} />
          {t('whatIf.running', { done: state.done, total: state.total ?? '…' })}
        </div>
      ) : null}
      {found ? (
        <>
          <Tried record={record} reload={reload} run={button} />
          <WhatIfTables found={found} />
        </>
      ) : (
        <EmptyState kind="nothing" compact title={t('whatIf.none')} note={t('whatIf.noneNote')} actions={button} />
      )}
    </div>
  );
}

function Tried({ record, reload, run }: Pick<PanelProps, 'record' | 'reload'> & { run: ReactNode }) {
  return (
    <>
      <div className="rate-results-bar">
        <Drafts record={record} reload={reload} />
        {run}
      </div>
      <Percents record={record} reload={reload} />
    </>
  );
}

/** What is tried goes on by its own flow, or is dropped: as the person, under the rules of each record. */
function Drafts({ record, reload }: Pick<PanelProps, 'record' | 'reload'>) {
  const t = useWords();
  const client = useDataClient();
  const confirm = useConfirm();
  const { message } = App.useApp();
  const maySubmit = useHasPermission('RateTable:submit');
  const [busy, setBusy] = useState(false);
  const tried = triedIn(record);
  const count = tried.reduce((sum, { ids }) => sum + ids.length, 0);
  if (count === 0 || !maySubmit) return <span />;
  const each = async (verb: string, done: string) => {
    setBusy(true);
    let fine = 0;
    const refused = new Set<string>();
    try {
      for (const { path, ids } of tried) {
        const results = await client.actAll(path, { action: verb, ids, input: {} }, newKey());
        for (const { ok, issues = [] } of results) {
          if (ok) fine += 1;
          for (const issue of issues) refused.add(issue.message ?? issue.code);
        }
      }
      if (fine > 0) void message.success(t(done, { count: fine }));
      if (refused.size > 0) void message.error([...refused].join(' '));
      reload();
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  const discard = async () => {
    if (await confirm({ title: t('whatIf.discard'), content: t('whatIf.discardSure'), danger: true }))
      await each('delete', 'whatIf.discarded');
  };
  return (
    <div className="what-if-drafts">
      <span>{t('whatIf.publishNote', { count })}</span>
      <button type="button" className="button" disabled={busy} onClick={() => void each('submit', 'whatIf.submitted')}>
        {t('whatIf.submit')}
      </button>
      <button type="button" className="button" disabled={busy} onClick={() => void discard()}>
        {t('whatIf.discard')}
      </button>
    </div>
  );
}

/** Percents of levels have no versions: each level is edited as the person, under its own rules. */
function Percents({ record, reload }: Pick<PanelProps, 'record' | 'reload'>) {
  const t = useWords();
  const client = useDataClient();
  const confirm = useConfirm();
  const { message } = App.useApp();
  const mayEdit = useHasPermission('ChannelLevel:edit');
  const [busy, setBusy] = useState(false);
  const levels = levelsIn(record);
  if (levels.length === 0 || !mayEdit) return null;
  const adopt = async () => {
    if (!(await confirm({ title: t('whatIf.levelsAdopt'), content: t('whatIf.levelsSure') }))) return;
    setBusy(true);
    try {
      for (const { channel, level, percent } of levels) {
        const [found] = await client.list('ChannelLevel', { channel, level });
        if (!found) throw new Error(t('whatIf.levelGone'));
        await client.edit('ChannelLevel', { id: found.id, version: found.version, percent }, newKey());
      }
      void message.success(t('whatIf.levelsAdopted', { count: levels.length }));
      reload();
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="what-if-drafts">
      <span>{t('whatIf.levelsNote', { count: levels.length })}</span>
      <button type="button" className="button" disabled={busy} onClick={() => void adopt()}>
        {t('whatIf.levelsAdopt')}
      </button>
    </div>
  );
}
