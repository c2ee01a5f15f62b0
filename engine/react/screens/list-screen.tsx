import { Alert, Popover } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { columnPreferences, listColumns, type ListPreference } from '../controllers/list-columns.ts';
import { isSelected, nothingSelected, select } from '../controllers/list-selection.ts';
import { effectiveSort, isNarrowed } from '../controllers/list-state.ts';
import { useBulk } from '../controllers/use-bulk.ts';
import { useList } from '../controllers/use-list.ts';
import { usePreference } from '../controllers/use-preference.ts';
import type { WireRecord } from '../data/data-client.ts';
import { entityWords } from '../data/entity-words.ts';
import { troubleOf } from '../data/trouble.ts';
import { useEntity, type ReadyEntity } from '../data/use-entity.ts';
import { cellText } from '../fields/cell-text.ts';
import { useCulture } from '../ui/culture.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import type { ActionWish } from './list-action-host.tsx';
import { ListBulkBar } from './list-bulk-bar.tsx';
import { ListBulkDialog } from './list-bulk-dialog.tsx';
import type { ListCellContext } from './list-cells.tsx';
import { ListColumnsPanel } from './list-columns-panel.tsx';
import { ListFilterBar } from './list-filter-bar.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListGrid } from './list-grid.tsx';
import { ListRowMenu, type OpenRowMenu } from './list-row-menu.tsx';
import './list.css';

const ActionHost = lazy(async () => ({ default: (await import('./list-action-host.tsx')).ListActionHost }));
const ExportDialog = lazy(async () => ({ default: (await import('./list-export-dialog.tsx')).ListExportDialog }));

/** The list of any entity, from its declaration alone. */
export function ListScreen({ path }: { path: string }) {
  const { state, entity, answer, error, retry } = useEntity(path);
  const ready = useMemo(() => (entity && answer ? { entity, answer } : null), [entity, answer]);
  if (state === 'failed') return <ErrorPanel trouble={troubleOf(error)} onRetry={retry} />;
  return ready ? <ReadyList ready={ready} /> : <Skeleton shape="list" />;
}

/** How far previous and next reach from a record opened here: history keeps this beside the address. */
const reach = 100;

function idsAround(rows: readonly WireRecord[], id: string): string[] {
  const ids = rows.map((row) => row.id);
  const at = ids.indexOf(id);
  return ids.slice(Math.max(0, at - reach), at + reach + 1);
}

function ReadyList({ ready }: { ready: ReadyEntity }) {
  const { entity, answer } = ready;
  const { t } = useTranslation();
  const culture = useCulture();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const words = useMemo(() => entityWords(answer), [answer]);
  const [preference, known, keepPreference] = usePreference<ListPreference>(`list.${entity.path}`);
  const columns = useMemo(() => listColumns(entity, words, preference), [entity, words, preference]);
  const density = preference?.density ?? 'middle';
  const list = useList(ready);
  const [wish, setWish] = useState<ActionWish | null>(null);
  const done = () => {
    list.setSelection(nothingSelected);
    list.reload();
  };
  const bulk = useBulk(ready, list, (action, records) => setWish({ action, records }));
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  const [exporting, setExporting] = useState(false);

  const can = (code: string) => answer.codes.includes(code);
  const titleOf = (record: WireRecord) => cellText(entity.title, record, words, culture) || record.id;
  const shownRows = [...list.rows.values()];
  const open = (id: string) => navigate(`/${entity.path}/${id}`, { state: { ids: idsAround(shownRows, id) } });
  const edit = (id: string) => navigate(`/${entity.path}/${id}/edit`);
  const add = () => can('add') && navigate(`/${entity.path}/new`);
  useKeys({ c: add });

  const cells: ListCellContext = {
    path: entity.path,
    selection: list.selection,
    sort: effectiveSort(list.state, entity),
    canSelect: bulk.actions.length > 0,
    pick: list.pick,
    pickShown: (on) => list.setSelection(select(list.selection, shownRows, on)),
    shown: { count: shownRows.length, picked: shownRows.filter(({ id }) => isSelected(list.selection, id)).length },
    titleOf,
    open,
    edit,
    menu: (record, at) => setMenu({ record, at }),
    sortBy: list.sortBy,
  };
  const onRowAction = (action: string, record: WireRecord) => {
    if (action === 'open') open(record.id);
    else if (action === 'edit') edit(record.id);
    else setWish({ action, records: [record] });
  };
  const selecting = list.selection.all || list.selection.picked.size > 0;
  const empty = list.phase === 'ready' && list.total === 0;

  return (
    <div className="list-screen">
      <PageHeader
        title={words.plural}
        actions={
          <>
            {can('export') ? (
              <button type="button" className="button" onClick={() => setExporting(true)}>
                {t('list.export')}
              </button>
            ) : null}
            {can('add') ? (
              <button type="button" className="button is-primary" onClick={add} aria-keyshortcuts="c">
                {t('list.new', { name: words.name })}
              </button>
            ) : null}
          </>
        }
      />
      {list.dropped.length > 0 ? (
        <Alert type="warning" showIcon closable message={t('list.dropped', { keys: list.dropped.join(', ') })} />
      ) : null}
      <section className="list-panel" aria-label={words.plural}>
        {entity.views.length > 0 ? <Views ready={ready} list={list} words={words} /> : null}
        <div className="list-bar">
          {selecting ? (
            <ListBulkBar
              list={list}
              words={words}
              actions={bulk.actions}
              busy={bulk.state.step !== 'idle'}
              onAction={(action) => void bulk.begin(action)}
            />
          ) : (
            <ListFilterBar ready={ready} list={list} />
          )}
          <span className="list-tools">
            <button
              type="button"
              className="icon-button"
              aria-label={t('list.refresh')}
              title={t('list.refresh')}
              onClick={list.reload}
            >
              <svg
                viewBox="0 0 16 16"
                width="16"
                height="16"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.4"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d="M13.500 8a5.500 5.500 0 1 1-1.700-4M13.500 1.800V4.500h-2.700" />
              </svg>
            </button>
            <Popover
              trigger="click"
              placement="bottomRight"
              arrow={false}
              content={
                <ListColumnsPanel
                  columns={columns}
                  density={density}
                  pageSize={list.state.pageSize}
                  onColumns={(next) =>
                    keepPreference({ ...preference, columns: next ? columnPreferences(next) : undefined })
                  }
                  onDensity={(next) => keepPreference({ ...preference, density: next })}
                  onPageSize={(pageSize) => list.change((before) => ({ ...before, pageSize }))}
                />
              }
            >
              <button
                type="button"
                className="icon-button"
                aria-haspopup="dialog"
                aria-label={t('list.display')}
                title={t('list.display')}
              >
                <svg
                  viewBox="0 0 16 16"
                  width="16"
                  height="16"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.4"
                  strokeLinecap="round"
                  aria-hidden="true"
                >
                  <path d="M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6" />
                  <circle cx="10" cy="4.500" r="1.800" />
                  <circle cx="6" cy="11.500" r="1.800" />
                </svg>
              </button>
            </Popover>
          </span>
        </div>
        <div
          className="list-body"
          aria-busy={list.phase === 'busy' || list.phase === 'first'}
          data-phase={list.phase}
          data-covered={empty || list.phase === 'failed'}
        >
          {known ? (
            <ListGrid
              entity={entity}
              words={words}
              list={list}
              columns={columns}
              density={density}
              cells={cells}
              narrow={narrow}
              onColumns={(next) => keepPreference({ ...preference, columns: columnPreferences(next) })}
            />
          ) : null}
          {list.phase === 'failed' ? (
            <div className="list-cover">
              <ErrorPanel trouble={troubleOf(list.error)} onRetry={list.reload} />
            </div>
          ) : null}
          {empty ? (
            <div className="list-cover">
              <Nothing ready={ready} list={list} words={words} onAdd={can('add') ? add : null} />
            </div>
          ) : null}
        </div>
        <ListFoot entity={entity} words={words} list={list} density={density} />
      </section>
      <ListRowMenu open={menu} entity={entity} words={words} onClose={() => setMenu(null)} onPick={onRowAction} />
      <ListBulkDialog
        state={bulk.state}
        words={words}
        titleOf={titleOf}
        onGo={(name, records) => void bulk.go(name, records)}
        onClose={() => {
          if (bulk.state.step === 'done') list.setSelection(nothingSelected);
          bulk.close();
        }}
      />
      {exporting ? (
        <Suspense fallback={null}>
          <ExportDialog
            path={entity.path}
            name={words.plural}
            columns={columns}
            state={list.state}
            narrowed={isNarrowed(list.state)}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
      {wish ? (
        <Suspense fallback={null}>
          <ActionHost path={entity.path} wish={wish} onDone={done} />
        </Suspense>
      ) : null}
    </div>
  );
}

type Parts = { ready: ReadyEntity; list: ReturnType<typeof useList>; words: ReturnType<typeof entityWords> };

function Views({ ready, list, words }: Parts) {
  const { t } = useTranslation();
  const views = ['', ...ready.entity.views.map(({ name }) => name)];
  return (
    <div className="list-views" role="group" aria-label={t('list.views')}>
      {views.map((view) => (
        <button key={view} type="button" aria-pressed={list.state.view === view} onClick={() => list.setView(view)}>
          {view ? words.view(view) : t('list.all')}
        </button>
      ))}
    </div>
  );
}

/** No rows: because there are none yet, or because none match what was asked. */
function Nothing({ list, words, onAdd }: Parts & { onAdd: (() => void) | null }) {
  const { t } = useTranslation();
  if (isNarrowed(list.state)) {
    const { search, filters, view } = list.state;
    const asked = [
      view && words.view(view),
      search && t('list.searchOf', { search }),
      ...filters.map(({ field }) => words.field(field)),
    ].filter(Boolean);
    return (
      <EmptyState
        kind="noMatch"
        title={t('list.noMatch', { name: words.plural })}
        note={t('list.noMatchNote', { asked: asked.join(', ') })}
        actions={
          <button type="button" className="button" onClick={list.clear}>
            {t('list.clear')}
          </button>
        }
      />
    );
  }
  return (
    <EmptyState
      kind="nothing"
      title={t('list.nothing', { name: words.plural })}
      note={t(onAdd ? 'list.nothingNote' : 'list.nothingReadOnly')}
      actions={
        onAdd ? (
          <button type="button" className="button is-primary" onClick={onAdd}>
            {t('list.new', { name: words.name })}
          </button>
        ) : null
      }
    />
  );
}
