import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDataClient } from '../data/client.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { useCulture } from '../ui/culture.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { BlockFrame } from './block-frame.tsx';
import { listAddress, taskQuery, type BlockQuery } from './block-query.ts';
import { useAnswer } from '../data/use-answer.ts';

interface Task {
  block: ShownBlock;
  count: number;
  /** Sums that cannot be added to each other, each with what tells it apart: its currency. */
  sums: readonly { of: string; sum: string }[];
  /** Could not be counted; the others are still shown. */
  failed: boolean;
}

interface Props {
  blocks: readonly ShownBlock[];
  query: BlockQuery;
  stamp: number;
}

/** What waits for this person: a line for each kind of work, with how many and how much, and a way to just these records. */
export function TasksBlock({ blocks, query, stamp }: Props) {
  const { t } = useTranslation();
  const client = useDataClient();
  const culture = useCulture();
  const answer = useAnswer(
    (signal) =>
      Promise.all(
        blocks.map(async (block): Promise<Task> => {
          try {
            const rows = await client.aggregate(block.path ?? '', taskQuery(block, query), signal);
            return { block, failed: false, ...countedIn(block, rows) };
          } catch (error) {
            if (signal.aborted) throw error;
            return { block, failed: true, count: 0, sums: [] };
          }
        }),
      ),
    JSON.stringify([blocks, query]),
    stamp,
  );
  const [first] = blocks;
  const count = new Intl.NumberFormat(culture);
  const amount = new Intl.NumberFormat(culture, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <BlockFrame
      id={first?.block ?? 'tasks'}
      kind="tasks"
      title={blocks.length === 1 && first ? first.title : t('board.tasks')}
      answer={answer}
      lines={blocks.length}
    >
      {(tasks) => {
        const shown = tasks.filter((task) => task.count > 0 || task.failed);
        if (shown.length === 0)
          return <EmptyState kind="nothing" compact title={t('board.noTasks')} note={t('board.noTasksNote')} />;
        return (
          <ul className="block-tasks">
            {shown.map(({ block, count: records, sums, failed }) => (
              <li key={block.block}>
                <Link to={listAddress(block, query)} data-tone={failed ? 'neutral' : (block.tone ?? 'neutral')}>
                  <span className="block-task-title">{block.title}</span>
                  <span className="block-task-note is-number">
                    {failed
                      ? t('ui.failed')
                      : sums.map(({ of, sum }) => `${amount.format(sum as `${number}`)} ${of}`.trim()).join(' · ')}
                  </span>
                  {failed ? null : <span className="block-task-count">{count.format(records)}</span>}
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </BlockFrame>
  );
}

/** Records are counted over all groups; sums stay separate, and zero sums are omitted. */
function countedIn(block: ShownBlock, rows: readonly Record<string, unknown>[]): Pick<Task, 'count' | 'sums'> {
  const { sum, group } = block;
  return {
    count: rows.reduce((all, row) => all + Number(row['count'] ?? 0), 0),
    sums: sum
      ? rows.flatMap((row) =>
          Number(row[sum] ?? 0) === 0 ? [] : [{ of: group ? String(row[group] ?? '') : '', sum: String(row[sum]) }],
        )
      : [],
  };
}
