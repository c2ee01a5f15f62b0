import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { lintScreen, periods, type Period, type ScreenDocument } from '../../engine/core/index.ts';
import { ErrorPanel, Skeleton, toDisplayError, useDataClient, usePane } from '../../engine/kit/index.ts';
import '../canvas/canvas.css';
import { DesignerHeader } from '../designer-header.tsx';
import { createSchemaApi } from '../document/api.ts';
import '../panels/panels.css';
import type { DesignerStore } from '../document/state.ts';
import { ScreenProvider, useScreen } from '../store.ts';
import { drawers } from '../tabs.ts';
import { RejectedSteps } from '../rejected-steps.tsx';
import { useDraftOf, useDraftPolling } from '../use-draft-of.ts';
import { BlockPalette } from './block-palette.tsx';
import { BlockProperties } from './block-properties.tsx';
import { ScreenCanvas } from './screen-canvas.tsx';
import { ScreenProperties } from './screen-properties.tsx';
import './screens.css';
import { useScreenSteps } from './use-screen-steps.ts';

/** One screen, opened for design; `screen` is the name that drafts know it by. */
export function ScreenDesigner({ screen }: { screen: string }) {
  const client = useDataClient();
  const api = useMemo(() => createSchemaApi<ScreenDocument>(client), [client]);
  const { store, error, again } = useDraftOf(api, screen, lintScreen);
  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={again} />;
  if (!store) return <Skeleton shape="page" />;
  return (
    <ScreenProvider value={store}>
      <WorkspaceFrame store={store} />
    </ScreenProvider>
  );
}

/** A preview of a screen is the screen itself, so there is no drawer for it. */
const names = drawers.map(({ name }) => name).filter((name) => name !== 'preview');

/** The bench: blocks there may be to the left, the real screen in the middle, what is said of the chosen one to the right. */
function WorkspaceFrame({ store }: { store: DesignerStore<ScreenDocument> }) {
  const { t } = useTranslation('designer');
  const [search, setSearch] = useSearchParams();
  const { active } = usePane();
  useDraftPolling(store, active);
  const [drawer, setDrawer] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const begins = useScreen((state) => state.document.meta.period);
  const isThere = useScreen((state) => state.document.meta.blocks.some(({ block }) => block === chosen));
  const steps = useScreenSteps(setChosen);
  const period: Period = periods.find((each) => each === search.get('period')) ?? begins ?? 'month';
  const Drawer = drawers.find(({ name }) => name === drawer)?.Body;
  const block = isThere ? chosen : null;
  return (
    <div className="designer">
      <DesignerHeader onDrawer={setDrawer} names={names} />
      <RejectedSteps />
      <div className="designer-body">
        <div className="bench" data-previewing={previewing || undefined}>
          {previewing ? null : (
            <aside className="bench-side" aria-label={t('designer.parts')}>
              <BlockPalette steps={steps} chosen={block} />
            </aside>
          )}
          <div className="canvas-scroll" id="screen-scroll">
            <CanvasBar
              period={period}
              onPeriod={(chosen) => setSearch({ period: chosen }, { replace: true })}
              previewing={previewing}
              onPreview={setPreviewing}
            />
            <ScreenCanvas steps={steps} chosen={block} onChoose={setChosen} period={period} previewing={previewing} />
            {previewing ? null : (
              <p className="canvas-keys" id="canvas-keys">
                {t('screens.keys')}
              </p>
            )}
          </div>
          {previewing ? null : (
            <aside className="bench-side is-end" aria-label={t('designer.properties')}>
              {block === null ? (
                <ScreenProperties steps={steps} />
              ) : (
                <BlockProperties key={block} name={block} steps={steps} />
              )}
            </aside>
          )}
        </div>
      </div>
      <Suspense fallback={null}>{Drawer ? <Drawer onClose={() => setDrawer(null)} /> : null}</Suspense>
    </div>
  );
}

interface CanvasBarProps {
  period: Period;
  onPeriod: (period: Period) => void;
  previewing: boolean;
  onPreview: (previewing: boolean) => void;
}

/** Above the screen: the period that its blocks show, and the way to see it as its readers do. */
function CanvasBar({ period, onPeriod, previewing, onPreview }: CanvasBarProps) {
  const { t } = useTranslation('designer');
  return (
    <div className="canvas-bar">
      <span>{t(previewing ? 'screens.previewNote' : 'screens.canvasNote')}</span>
      <div className="segments" role="group" aria-label={t('screens.period')}>
        {periods.map((each) => (
          <button key={each} type="button" aria-pressed={each === period} onClick={() => onPeriod(each)}>
            {t(`board.period.${each}`)}
          </button>
        ))}
      </div>
      <button type="button" className="button" aria-pressed={previewing} onClick={() => onPreview(!previewing)}>
        {t('designer.preview')}
      </button>
    </div>
  );
}
