import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../engine/kit/index.ts';
import type { Where } from '../document/form-moves.ts';
import { Dialogs } from '../panels/dialogs.tsx';
import { Outline } from '../panels/outline.tsx';
import { Palette } from '../panels/palette.tsx';
import { Properties } from '../panels/properties.tsx';
import { WorkspaceFrame } from './workspace.tsx';
import { FieldCanvas } from './field-canvas.tsx';

/** The bench at which fields are arranged: what there is to the left, the real thing in the middle, what is said of it to the right. */
export function ArrangeTab({ where, bar, below }: { where: Where; bar?: ReactNode; below?: ReactNode }) {
  const { t } = useTranslation('designer');
  const narrow = useNarrow();
  const [side, setSide] = useState<'palette' | 'outline'>(narrow ? 'outline' : 'palette');
  return (
    <WorkspaceFrame
      start={{
        label: t('designer.parts'),
        body: (
          <>
            <div className="segments" role="group" aria-label={t('designer.parts')}>
              {(['palette', 'outline'] as const).map((each) => (
                <button key={each} type="button" aria-pressed={side === each} onClick={() => setSide(each)}>
                  {t(`designer.${each}`)}
                </button>
              ))}
            </div>
            {side === 'palette' ? <Palette where={where} /> : <Outline where={where} />}
          </>
        ),
      }}
      end={{ label: t('designer.properties'), body: <Properties /> }}
    >
      <div className="canvas-scroll">
        {bar}
        <FieldCanvas where={where} />
        {below}
        <p className="canvas-keys" id="canvas-keys">
          {t('designer.keys')}
        </p>
      </div>
      <Dialogs />
    </WorkspaceFrame>
  );
}
