import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { columnPreferences } from '../controllers/list-columns.ts';
import { writeView } from '../controllers/list-views.ts';
import { useEntity, type ReadyEntity } from '../data/use-entity.ts';
import { useHasPermission } from '../data/viewer.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Skeleton } from '../ui/skeletons.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { ListBody } from './list-body.tsx';
import { ListBulkBar } from './list-bulk-bar.tsx';
import { ListFilterBar } from './list-filter-bar.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListHeader, ListWarnings } from './list-header.tsx';
import { ListLayoutSwitch } from './list-layout-switch.tsx';
import { ListModuleBulk } from './list-module-bulk.tsx';
import { ListOverlays, RowMenu } from './list-overlays.tsx';
import { ListTools } from './list-tools.tsx';
import { ListViews } from './list-views.tsx';
import { LiveUpdatesBar } from './live-updates-bar.tsx';
import { ScreenError } from './screen-error.tsx';
import { useListScreen, type ListScreenState } from './use-list-screen.ts';
import './list.css';

const Tree = lazy(async () => ({ default: (await import('./tree/tree-switch.tsx')).TreeSwitch }));
const QuickLook = lazy(async () => ({ default: (await import('./quick-look.tsx')).QuickLook }));

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

function ReadyList({ ready, switcher }: { ready: ReadyEntity; switcher?: ReactNode }) {
  const { entity } = ready;
  const narrow = useNarrow();
  const mayManage = useHasPermission('sysRole:edit');
  const screen = useListScreen(ready);
  const { words, list, views, columns, density, asTable, looked, setLooked, open } = screen;
  return (
    <div className="list-screen">
      <ListHeader screen={screen} switcher={switcher} />
      <ListWarnings screen={screen} />
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
        <ListBar screen={screen} />
        <ListBody screen={screen} narrow={narrow} />
        <LiveUpdatesBar ready={ready} list={list} />
        {asTable ? <ListFooter entity={entity} words={words} list={list} density={density} /> : null}
        {looked !== null && !narrow ? (
          <Suspense fallback={null}>
            <QuickLook path={entity.path} id={looked} onOpen={() => open(looked)} onClose={() => setLooked(null)} />
          </Suspense>
        ) : null}
      </section>
      <RowMenu screen={screen} narrow={narrow} />
      <ListOverlays screen={screen} />
    </div>
  );
}

/** The filters, or the bar of the selection over them, and the tools of the table. */
function ListBar({ screen }: { screen: ListScreenState }) {
  const { ready, words, list, views, columns, density, bulk, dialogs, done, printing, layouts, asTable } = screen;
  const { entity } = ready;
  const selecting = list.selection.all || list.selection.picked.size > 0;
  return (
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
        onPrint={printing.printOrSay}
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
  );
}
