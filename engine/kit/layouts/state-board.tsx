import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownOf } from '../../core/index.ts';
import { useAnswer } from '../data/use-answer.ts';
import { useDataClient } from '../data/client.ts';
import type { DataClient, ListQueryParams, WireRecord } from '../data/data-client.ts';
import { toDisplayError } from '../data/display-error.ts';
import { optionText } from '../fields/controls/cell-text.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { LayoutCard, type LayoutEntity } from './layout-card.tsx';
import { movesOf, narrowed, statesOf } from './list-layouts.ts';
import './layouts.css';

interface Props extends LayoutEntity {
  /** What narrows and orders the list. */
  query: ListQueryParams;
  /** Asks again when it changes. */
  stamp: number;
  onMenu?: (record: WireRecord, at: DOMRect) => void;
  /** Begins the action that takes a record where it was dropped; without it cards stay where they are. */
  onMove?: (action: string, record: WireRecord) => void;
}

interface Column {
  state: string;
  count: number;
  rows: readonly WireRecord[];
}

/** Records that a column shows; the rest is one step away in the list. */
const perColumn = '20';

/** The records of a list in columns by their state; a card is moved by dragging it or from its menu. */
export function StateBoard({ entity, words, query, stamp, onMenu, onMove }: Props) {
  const { t } = useTranslation();
  const client = useDataClient();
  const [dragged, setDragged] = useState<WireRecord | null>(null);
  const answer = useAnswer(
    (signal) => loadColumns({ client, path: entity.path, states: statesOf(entity), query, signal }),
    JSON.stringify([entity.path, query]),
    stamp,
  );
  if (answer.error) return <ErrorPanel error={toDisplayError(answer.error)} onRetry={answer.retry} />;
  if (!answer.data) return <Skeleton shape="page" />;
  const moves = dragged ? movesOf(entity, dragged) : null;
  const drop = (state: string) => {
    const action = moves?.get(state);
    if (action !== undefined && dragged) onMove?.(action, dragged);
    setDragged(null);
  };
  return (
    <div className="state-board" role="group" tabIndex={0} aria-label={t('layout.board')} aria-busy={answer.waiting}>
      {answer.data.map((column) => (
        <StateColumn
          key={column.state}
          entity={entity}
          words={words}
          column={column}
          isTarget={moves?.has(column.state) ?? false}
          onDrop={() => drop(column.state)}
          onDrag={onMove ? setDragged : undefined}
          onMenu={onMenu}
        />
      ))}
    </div>
  );
}

interface ColumnProps extends LayoutEntity {
  column: Column;
  /** Whether the dragged record may come here. */
  isTarget: boolean;
  onDrop: () => void;
  onDrag: ((record: WireRecord | null) => void) | undefined;
  onMenu: Props['onMenu'] | undefined;
}

function StateColumn({ entity, words, column, isTarget, onDrop, onDrag, onMenu }: ColumnProps) {
  const { t } = useTranslation();
  const { state, count, rows } = column;
  const status = entity.byName.get('status');
  const stateText = status ? optionText(status, state, words) : state;
  return (
    <section
      className="state-column"
      data-empty={count === 0 || undefined}
      data-target={isTarget || undefined}
      aria-label={`${stateText}, ${count}`}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={onDrop}
    >
      <header>
        <StatusTag tone={ownOf(entity.states, state)?.tone ?? 'neutral'} text={stateText} />
        <span className="tab-count">{count.toLocaleString()}</span>
      </header>
      <ul>
        {rows.map((record) => (
          <li
            key={record.id}
            className="layout-card"
            draggable={onDrag !== undefined && movesOf(entity, record).size > 0}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', record.id);
              onDrag?.(record);
            }}
            onDragEnd={() => onDrag?.(null)}
          >
            <LayoutCard entity={entity} words={words} record={record} onMenu={onMenu} />
          </li>
        ))}
      </ul>
      {count > rows.length ? (
        <Link className="layout-more" to={`/${entity.path}?status=${state}`}>
          {t('layout.more', { count: count - rows.length })}
        </Link>
      ) : null}
    </section>
  );
}

/** How many records each state has, and the first of each that has any. */
async function loadColumns({
  client,
  path,
  states,
  query,
  signal,
}: {
  client: DataClient;
  path: string;
  states: readonly string[];
  query: ListQueryParams;
  signal: AbortSignal;
}): Promise<readonly Column[]> {
  const { sort: _order, ...matching } = query;
  const counted = await client.aggregate(path, { ...matching, group: 'status' }, signal);
  const counts = new Map(counted.map((row) => [String(row['status']), Number(row['count'])]));
  return Promise.all(
    states.map(async (state) => {
      const count = counts.get(state) ?? 0;
      if (count === 0) return { state, count, rows: [] };
      const asked = { ...narrowed(query, 'status', state), pageNo: '1', pageSize: perColumn };
      return { state, count, rows: (await client.page(path, asked, signal)).rows };
    }),
  );
}
