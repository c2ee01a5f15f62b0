import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { lintDocument } from '../engine/index.ts';
import {
  currentCulture,
  dropKept,
  ErrorPanel,
  keep,
  newKey,
  readKept,
  Skeleton,
  troubleOf,
  useDataClient,
  usePane,
  useViewer,
} from '../engine/react/index.ts';
import { DesignerHeader } from './designer-header.tsx';
import { createSchemaApi } from './document/api.ts';
import { createDraft, type Waiting } from './document/draft.ts';
import { DesignerProvider, type DesignerStore } from './store.ts';
import { drawers, tabs } from './tabs.ts';
import { TabList } from './tab-list.tsx';
import { useKeptFocus } from './tools/kept-focus.ts';
import { BenchProvider, createBench } from './tools/workbench.ts';
import { UnfitSteps } from './unfit-steps.tsx';

/** A draft is looked through when the hand rests. */
const lintMilliseconds = 300;

/** How often it is asked who else is here. */
const lookMilliseconds = 30_000;

/** One entity, opened for design. */
export function DesignerScreen({ entity }: { entity: string }) {
  const client = useDataClient();
  const viewer = useViewer();
  const api = useMemo(() => createSchemaApi(client), [client]);
  const [store, setStore] = useState<DesignerStore | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [bench] = useState(createBench);
  const place = `DESIGN_${viewer.id}_${entity}`;
  useEffect(() => {
    let gone = false;
    setError(null);
    api.read(entity).then(
      (answer) =>
        gone ||
        setStore(
          createDraft({
            api,
            entity,
            answer,
            culture: currentCulture(),
            newKey,
            kept: readKept<Waiting[]>(place) ?? [],
            keep: (waiting) => (waiting.length > 0 ? keep(place, waiting) : dropKept(place)),
            lint: lintDocument,
            whenIdle: (task) => void setTimeout(task, lintMilliseconds),
          }),
        ),
      (failure: unknown) => gone || setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [api, entity, place, attempt]);
  if (error) return <ErrorPanel trouble={troubleOf(error)} onRetry={() => setAttempt(attempt + 1)} />;
  if (!store) return <Skeleton shape="page" />;
  return (
    <DesignerProvider value={store}>
      <BenchProvider value={bench}>
        <Workbench store={store} />
      </BenchProvider>
    </DesignerProvider>
  );
}

function Workbench({ store }: { store: DesignerStore }) {
  const { t } = useTranslation('designer');
  const [search, setSearch] = useSearchParams();
  const [drawer, setDrawer] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const { active } = usePane();
  useLookout(store, active);
  useKeptFocus(root);
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
      <DesignerHeader onDrawer={setDrawer} />
      <UnfitSteps />
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

/** Notes at the server that this person is here, and takes over what others did meanwhile. */
function useLookout(store: DesignerStore, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const look = () => {
      // Whoever cannot be asked now is asked the next time.
      if (document.visibilityState === 'visible')
        store
          .getState()
          .look()
          .catch(() => undefined);
    };
    const timer = setInterval(look, lookMilliseconds);
    const retry = () => store.getState().retry();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', retry);
    };
  }, [store, active]);
}
