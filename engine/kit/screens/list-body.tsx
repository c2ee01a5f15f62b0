import { lazy, Suspense } from 'react';
import { columnPreferences } from '../controllers/list-columns.ts';
import { toDisplayError } from '../data/display-error.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import { ListEmptyState } from './list-empty-state.tsx';
import { ListGrid } from './list-grid.tsx';
import { useEditableCells, type ListScreenState } from './use-list-screen.ts';

const Cards = lazy(async () => ({ default: (await import('./list-cards.tsx')).ListCards }));
const LayoutBody = lazy(async () => ({ default: (await import('./list-layout.tsx')).ListLayoutBody }));

/** The rows as a table, as cards on a narrow screen, or in the layout that was chosen. */
export function ListBody({ screen, narrow }: { screen: ListScreenState; narrow: boolean }) {
  const { list, density, asTable } = screen;
  const cells = useEditableCells(screen);
  return (
    <div
      className="list-body"
      aria-busy={list.phase === 'busy' || list.phase === 'first'}
      data-phase={list.phase}
      data-density={density}
      data-editing={cells.inline.open !== null}
      data-covered={isEmpty(screen) || list.phase === 'failed'}
    >
      {asTable ? null : <OtherLayout screen={screen} />}
      {asTable ? <Rows screen={screen} cells={cells} narrow={narrow} /> : null}
      <ListCover screen={screen} />
    </div>
  );
}

const isEmpty = ({ list }: ListScreenState): boolean => list.phase === 'ready' && list.total === 0;

function OtherLayout({ screen: { ready, words, list, setMenu, setActionRequest } }: { screen: ListScreenState }) {
  return (
    <Suspense fallback={<Skeleton shape="list" />}>
      <LayoutBody
        ready={ready}
        words={words}
        list={list}
        onMenu={(record, at) => setMenu({ record, at })}
        onMove={(action, record) => setActionRequest({ action, records: [record] })}
      />
    </Suspense>
  );
}

interface RowsProps {
  readonly screen: ListScreenState;
  readonly cells: ReturnType<typeof useEditableCells>;
  readonly narrow: boolean;
}

function Rows({ screen: { ready, words, list, views, columns, density, isArranged }, cells, narrow }: RowsProps) {
  if (!isArranged) return null;
  if (narrow)
    return (
      <Suspense fallback={null}>
        <Cards entity={ready.entity} words={words} list={list} columns={columns} cells={cells} />
      </Suspense>
    );
  return (
    <ListGrid
      ready={ready}
      words={words}
      list={list}
      columns={columns}
      density={density}
      cells={cells}
      onColumns={(next) => views.arrange({ columns: columnPreferences(next) })}
    />
  );
}

/** What stands in place of rows: that the list failed, or that it is empty. */
function ListCover({ screen }: { screen: ListScreenState }) {
  const { list, words, can, add, mayImport, setImporting } = screen;
  return (
    <>
      {list.phase === 'failed' ? (
        <div className="list-cover">
          <ErrorPanel error={toDisplayError(list.error)} onRetry={list.reload} />
        </div>
      ) : null}
      {isEmpty(screen) ? (
        <div className="list-cover">
          <ListEmptyState
            list={list}
            words={words}
            onAdd={can('add') ? add : null}
            onImport={mayImport ? () => setImporting(true) : null}
          />
        </div>
      ) : null}
    </>
  );
}
