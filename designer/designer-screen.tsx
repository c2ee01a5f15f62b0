import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { lintDocument } from '../engine/core/index.ts';
import { ErrorPanel, Skeleton, toDisplayError, useDataClient, usePane } from '../engine/kit/index.ts';
import { DesignerHeader } from './designer-header.tsx';
import { createSchemaApi } from './document/api.ts';
import { at } from './document/places.ts';
import type { DesignerStore } from './document/state.ts';
import { WaitingRowsBar } from './sheet/waiting-rows-bar.tsx';
import { DesignerProvider } from './store.ts';
import { drawers, tabs } from './tabs.ts';
import { TabList } from './tab-list.tsx';
import { useFocusRestore } from './tools/focus-restore.ts';
import { WorkspaceProvider, createWorkspace } from './tools/workbench.ts';
import { RejectedSteps } from './rejected-steps.tsx';
import { useDraftOf, useDraftPolling } from './use-draft-of.ts';

/** One entity, opened for design. */
export function DesignerScreen({ entity }: { entity: string }) {
  const client = useDataClient();
  const api = useMemo(() => createSchemaApi(client), [client]);
  const { store, error, again } = useDraftOf(api, entity, lintDocument);
  const [workspace] = useState(createWorkspace);
  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={again} />;
  if (!store) return <Skeleton shape="page" />;
  return (
    <DesignerProvider value={store}>
      <WorkspaceProvider value={workspace}>
        <Workbench store={store} />
      </WorkspaceProvider>
    </DesignerProvider>
  );
}

/** Selects the field that was chosen on the live screen, if the draft still has it. */
function usePointedAt(store: DesignerStore, place: string | null): void {
  useEffect(() => {
    if (place !== null && at(store.getState().document, place) !== undefined) store.getState().select([place]);
  }, [store, place]);
}

function Workbench({ store }: { store: DesignerStore }) {
  const { t } = useTranslation('designer');
  const [search, setSearch] = useSearchParams();
  const [drawer, setDrawer] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const { active } = usePane();
  useDraftPolling(store, active);
  useFocusRestore(root);
  usePointedAt(store, search.get('at'));
  const tab = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  const open = (name: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('tab', name);
        return next;
      },
      { replace: true },
    );
  const Drawer = drawers.find(({ name }) => name === drawer)?.Body;
  return (
    <div className="designer" ref={root}>
      <DesignerHeader onDrawer={setDrawer} names={drawers.map(({ name }) => name)} />
      <RejectedSteps />
      <WaitingRowsBar />
      <TabList names={tabs.map(({ name }) => name)} chosen={tab?.name ?? ''} onChoose={open} />
      <div className="designer-body" role="tabpanel" id="designer-panel" aria-labelledby={`designer-tab-${tab?.name}`}>
        <Suspense fallback={<Skeleton shape="form" />}>{tab ? <tab.Body /> : null}</Suspense>
      </div>
      <Suspense fallback={null}>{Drawer ? <Drawer onClose={() => setDrawer(null)} /> : null}</Suspense>
      <p className="designer-narrow" role="note">
        {t('designer.narrow')}
      </p>
    </div>
  );
}
