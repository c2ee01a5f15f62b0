import { useTranslation } from 'react-i18next';
import { Icon } from '../../engine/kit/index.ts';
import { useScreen } from '../store.ts';
import { startDrag } from '../tools/dragging.ts';
import { blockZone } from './block-zone.ts';
import { offeredKinds } from './screen-moves.ts';
import type { ScreenSteps } from './use-screen-steps.ts';

const icons: Readonly<Record<(typeof offeredKinds)[number], string>> = {
  number: 'dashboard',
  bar: 'bar-chart',
  line: 'fund',
  list: 'list',
  states: 'layout',
  calendar: 'calendar',
  form: 'form',
  text: 'file-text',
  page: 'global',
  links: 'appstore',
  jobs: 'clock-circle',
};

/** Blocks that may be put on the screen: dropped where they shall go, or by a click behind the chosen one. */
export function BlockPalette({ steps, chosen }: { steps: ScreenSteps; chosen: string | null }) {
  const { t } = useTranslation('designer');
  const blocks = useScreen((state) => state.document.meta.blocks);
  const at = blocks.findIndex(({ block }) => block === chosen);
  return (
    <div className="parts">
      <h3>{t('screens.blocks')}</h3>
      <ul className="parts-fields">
        {offeredKinds.map((kind) => {
          const label = t(`screens.kind.${kind}`);
          return (
            <li key={kind}>
              <button
                type="button"
                className="parts-item"
                title={t(`screens.kindNote.${kind}`)}
                onPointerDown={(event) =>
                  startDrag({
                    event: event.nativeEvent,
                    load: { kind: 'newBlock', of: kind },
                    label,
                    zone: blockZone(steps),
                  })
                }
                onClick={() => steps.add(kind, at < 0 ? blocks.length : at + 1)}
              >
                <Icon name={icons[kind]} />
                <span className="parts-label">{label}</span>
                <span className="parts-mark">{t('designer.put')}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
