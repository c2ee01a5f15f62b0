import { Alert, App } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { readStoredList } from '../../core/index.ts';
import { columnPreferences, listColumns, type ListPreference } from '../controllers/list-columns.ts';
import { layoutsOf } from '../layouts/list-layouts.ts';
import { isSelected, emptySelection, select } from '../controllers/list-selection.ts';
import { effectiveSort, isNarrowed } from '../controllers/list-state.ts';
import { useBulkDialogs } from '../controllers/modules.ts';
import { useBulk } from '../controllers/use-bulk.ts';
import { useInlineEdit } from '../controllers/use-inline-edit.ts';
import { useListViews } from '../controllers/use-list-views.ts';
import { useList } from '../controllers/use-list.ts';
import { usePrint } from '../controllers/use-print.ts';
import { writeView } from '../controllers/list-views.ts';
import { usePreference } from '../controllers/use-preference.ts';
import { onChange } from '../data/changed.ts';
import type { WireRecord } from '../data/data-client.ts';
import { DesignLink } from '../data/design-link.tsx';
import { entityLabels } from '../data/entity-labels.ts';
import { useHasPermission } from '../data/viewer.ts';
import { failedLine, toDisplayError } from '../data/display-error.ts';
import { useEntity, type ReadyEntity } from '../data/use-entity.ts';
import { cellText } from '../fields/controls/cell-text.ts';
import { useCulture } from '../ui/culture.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import type { ActionRequest } from '../layouts/list-action-host.tsx';
import { ListBulkBar } from './list-bulk-bar.tsx';
import { ListBulkDialog } from './list-bulk-dialog.tsx';
import type { EditableCells } from './list-cells.tsx';
import { ListClear } from './list-clear.tsx';
import { ListFilterBar } from './list-filter-bar.tsx';
import { ListLayoutSwitch } from './list-layout-switch.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListGrid } from './list-grid.tsx';
import { ListModuleBulk } from './list-module-bulk.tsx';
import { LiveUpdatesBar } from './live-updates-bar.tsx';
import { ListEmptyState } from './list-empty-state.tsx';
import { ListPrint } from './list-print.tsx';
import { ListRowMenu, type OpenRowMenu } from './list-row-menu.tsx';
import { ListTools } from './list-tools.tsx';
import { ListViews } from './list-views.tsx';
import { ScreenError } from './screen-error.tsx';
import './list.css';

const Tree = lazy(async () => ({ default: (await import('./tree/tree-switch.tsx')).TreeSwitch }));
const ActionHost = lazy(async () => ({ default: (await import('../layouts/list-action-host.tsx')).ListActionHost }));
const Cards = lazy(async () => ({ default: (await import('./list-cards.tsx')).ListCards }));
const ActionSheet = lazy(async () => ({ default: (await import('./list-action-sheet.tsx')).ListActionSheet }));
const LayoutBody = lazy(async () => ({ default: (await import('./list-layout.tsx')).ListLayoutBody }));
const QuickLook = lazy(async () => ({ default: (await import('./quick-look.tsx')).QuickLook }));
const ImportWizard = lazy(async () => ({ default: (await import('./import/import-wizard.tsx')).ImportWizard }));
const ExportDialog = lazy(async () => ({ default: (await import('./list-export-dialog.tsx')).ListExportDialog }));

/** The list of any entity, from its declaration alone. */
export function ListScreen({ path }: { path: string }) {
  const { state, entity, answer, error, retry } = useEntity(path);
  const ready = useMemo(() => (entity && answer ? { entity, answer } : null), [entity, answer]);
  if (state === 'failed') return <ScreenError error={error} path={path} onRetry={retry} />;
  if (!ready) return <Skeleton shape="list" />;
  if (ready.entity.tree === null) return <ReadyList ready={ready} />;
  const tableOf = (switcher: ReactNode) => <ReadyList ready={ready} switcher={switcher} />;
  return (
    <Suspense fallback={<Skeleton shape="list" />}>
      <Tree ready={ready} table={tableOf} />
    </Suspense>
  );
}

/** How far previous and next reach from a record opened here: history keeps this beside the address. */
const reach = 100;

function neighbourIds(rows: readonly WireRecord[], id: string): { ids: string[]; from: number } {
  const ids = rows.map((row) => row.id);
  const at = ids.indexOf(id);
  const from = Math.max(0, at - reach);
  return { ids: ids.slice(from, at + reach + 1), from };
}

function ReadyList({ ready, switcher }: { ready: ReadyEntity; switcher?: ReactNode }) {
  const { entity, answer } = ready;
  const { t } = useTranslation();
  const culture = useCulture();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const words = useMemo(() => entityLabels(answer), [answer]);
  const [stored, known, savePreference] = usePreference<ListPreference>(`list.${entity.path}`);
  const preference = useMemo(() => readStoredList(stored), [stored]);
  const list = useList(ready);
  const views = useListViews(ready, list, [preference, savePreference]);
  const { arrangement } = views;
  const chosen = arrangement?.columns;
  const columns = useMemo(
    () => listColumns(entity, words, chosen === undefined ? null : { columns: chosen }),
    [entity, words, chosen],
  );
  const density = arrangement?.density ?? 'middle';
  const inline = useInlineEdit(ready, list);
  const { sheet, print } = usePrint(entity.path, list);
  const { message } = App.useApp();
  const mayManage = useHasPermission('sysRole:edit');
  const { reload } = list;
  useEffect(() => onChange((changed) => changed === entity.path && reload()), [entity, reload]);
  const [actionRequest, setActionRequest] = useState<ActionRequest | null>(null);
  const done = () => {
    list.setSelection(emptySelection);
    list.reload();
  };
  const bulk = useBulk(ready, list, (action, records) => setActionRequest({ action, records }));
  const dialogs = useBulkDialogs(entity.name);
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  const [importing, setImporting] = useState(false);

  const can = (code: string) => answer.codes.includes(code);
  const mayImport = can('import') && can('add');
  const titleOf = (record: WireRecord) => cellText(entity.title, record, words, culture) || record.id;
  const shownRows = [...list.rows.values()];
  const placeIn = (id: string) => {
    const { ids, from } = neighbourIds(shownRows, id);
    const before = list.paged ? (list.state.page - 1) * list.size : 0;
    return { ids, from: before + from, total: list.total };
  };
  const open = (id: string) => navigate(`/${entity.path}/${id}`, { state: placeIn(id) });
  const edit = (id: string) => navigate(`/${entity.path}/${id}/edit`);
  const add = () => can('add') && navigate(`/${entity.path}/new`);
  useKeys({ c: add, 'Mod+p': () => void print() });

  const cells: EditableCells = {
    path: entity.path,
    selection: list.selection,
    sort: effectiveSort(list.state, entity),
    canSelect: bulk.actions.length + dialogs.length > 0,
    pick: list.pick,
    pickShown: (on) => list.setSelection(select(list.selection, shownRows, on)),
    shown: { count: shownRows.length, picked: shownRows.filter(({ id }) => isSelected(list.selection, id)).length },
    titleOf,
    open,
    edit,
    look: setLooked,
    follow: (record) => looked !== null && record && setLooked(record.id),
    menu: (record, at) => setMenu({ record, at }),
    sortBy: list.sortBy,
    inline,
  };
  const onRowAction = (action: string, record: WireRecord) => {
    if (action === 'open') open(record.id);
    else if (action === 'edit') edit(record.id);
    else setActionRequest({ action, records: [record] });
  };
  const layouts = layoutsOf(entity);
  const asTable = !layouts.includes(list.state.layout) || list.state.layout === 'table';
  const selecting = list.selection.all || list.selection.picked.size > 0;
  const empty = list.phase === 'ready' && list.total === 0;

  return (
    <div className="list-screen">
      <PageHeader
        title={words.plural}
        extra={<DesignLink of={entity.name} tab="list" />}
        actions={
          <>
            {switcher}
            {can('delete') && entity.appendOnly ? (
              <ListClear path={entity.path} name={words.plural} onDone={done} />
            ) : null}
            {mayImport ? (
              <button type="button" className="button" onClick={() => setImporting(true)}>
                {t('import.open')}
              </button>
            ) : null}
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
      {views.active && views.active.dropped.length > 0 ? (
        <Alert
          key={views.active.view.id}
          type="warning"
          showIcon
          closable
          message={t('view.droppedParts', { name: views.active.view.name, parts: views.active.dropped.join(', ') })}
        />
      ) : null}
      {views.active && views.active.withheld > 0 ? (
        <Alert
          key={`${views.active.view.id}.withheld`}
          type="warning"
          showIcon
          closable
          message={t('view.withheld', { name: views.active.view.name, count: views.active.withheld })}
        />
      ) : null}
      {views.unreadable.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          closable
          message={t('view.unreadable', { names: views.unreadable.map(({ name }) => name).join(', ') })}
        />
      ) : null}
      <section className="list-panel" aria-label={words.plural}>
        <ErrorBoundary resetKey={entity.path} instead={null}>
          <ListViews
            ready={ready}
            words={words}
            list={list}
            views={views}
            stateNow={() => writeView({ entity, state: list.state, columns, density })}
            mayManage={mayManage}
          />
        </ErrorBoundary>
        <div className="list-bar">
          {/* The filters keep their place under the bar of the selection, so that no tick moves the rows. */}
          <div className="list-bar-filters" inert={selecting} data-covered={selecting || undefined}>
            <ListFilterBar ready={ready} list={list} />
          </div>
          {selecting ? (
            <ListBulkBar
              list={list}
              words={words}
              actions={bulk.actions}
              busy={bulk.state.step !== 'idle'}
              sending={bulk.state.step === 'collecting' || bulk.state.step === 'running' ? bulk.state.name : null}
              onAction={(action) => void bulk.begin(action)}
              more={
                dialogs.length > 0 ? (
                  <ListModuleBulk path={entity.path} list={list} dialogs={dialogs} onDone={done} />
                ) : null
              }
            />
          ) : null}
          <ListTools
            columns={columns}
            density={density}
            pageSize={list.size}
            endless={list.paged === null}
            onRefresh={list.reload}
            onPrint={() => void print().catch((error: unknown) => message.error(failedLine('operation', error)))}
            onColumns={(next) => views.arrange({ columns: next ? columnPreferences(next) : undefined })}
            onDensity={(next) => views.arrange({ density: next })}
            onPageSize={list.setSize}
            onEndless={list.setEndless}
            layouts={
              <ListLayoutSwitch
                layouts={layouts}
                layout={asTable ? 'table' : list.state.layout}
                onLayout={(layout) => list.change((now) => ({ ...now, layout, page: 1 }))}
              />
            }
          />
        </div>
        <div
          className="list-body"
          aria-busy={list.phase === 'busy' || list.phase === 'first'}
          data-phase={list.phase}
          data-density={density}
          data-editing={inline.open !== null}
          data-covered={empty || list.phase === 'failed'}
        >
          {!asTable ? (
            <Suspense fallback={<Skeleton shape="list" />}>
              <LayoutBody
                ready={ready}
                words={words}
                list={list}
                onMenu={cells.menu}
                onMove={(action, record) => setActionRequest({ action, records: [record] })}
              />
            </Suspense>
          ) : null}
          {known && views.all && narrow && asTable ? (
            <Suspense fallback={null}>
              <Cards entity={entity} words={words} list={list} columns={columns} cells={cells} />
            </Suspense>
          ) : null}
          {known && views.all && !narrow && asTable ? (
            <ListGrid
              ready={ready}
              words={words}
              list={list}
              columns={columns}
              density={density}
              cells={cells}
              onColumns={(next) => views.arrange({ columns: columnPreferences(next) })}
            />
          ) : null}
          {list.phase === 'failed' ? (
            <div className="list-cover">
              <ErrorPanel error={toDisplayError(list.error)} onRetry={list.reload} />
            </div>
          ) : null}
          {empty ? (
            <div className="list-cover">
              <ListEmptyState
                list={list}
                words={words}
                onAdd={can('add') ? add : null}
                onImport={mayImport ? () => setImporting(true) : null}
              />
            </div>
          ) : null}
        </div>
        <LiveUpdatesBar ready={ready} list={list} />
        {asTable ? <ListFooter entity={entity} words={words} list={list} density={density} /> : null}
        {looked !== null && !narrow ? (
          <Suspense fallback={null}>
            <QuickLook path={entity.path} id={looked} onOpen={() => open(looked)} onClose={() => setLooked(null)} />
          </Suspense>
        ) : null}
      </section>
      {narrow ? (
        <Suspense fallback={null}>
          {menu ? (
            <ActionSheet
              open={menu}
              title={titleOf(menu.record)}
              entity={entity}
              words={words}
              onClose={() => setMenu(null)}
              onPick={onRowAction}
            />
          ) : null}
        </Suspense>
      ) : (
        <ListRowMenu open={menu} entity={entity} words={words} onClose={() => setMenu(null)} onPick={onRowAction} />
      )}
      <ListBulkDialog
        state={bulk.state}
        words={words}
        titleOf={titleOf}
        onGo={(name, records) => void bulk.go(name, records)}
        onClose={() => {
          if (bulk.state.step === 'done') list.setSelection(emptySelection);
          bulk.close();
        }}
      />
      {sheet ? (
        <ListPrint ready={ready} words={words} columns={columns} state={list.state} total={list.total} sheet={sheet} />
      ) : null}
      <Suspense fallback={null}>
        {exporting ? (
          <ExportDialog
            path={entity.path}
            name={words.plural}
            columns={columns}
            state={list.state}
            narrowed={isNarrowed(list.state)}
            document={ready.answer.document === true}
            onClose={() => setExporting(false)}
          />
        ) : null}
        {importing ? (
          <ImportWizard ready={ready} words={words} onClose={() => setImporting(false)} onAdded={list.reload} />
        ) : null}
        {actionRequest ? <ActionHost path={entity.path} request={actionRequest} onDone={done} /> : null}
      </Suspense>
    </div>
  );
}
