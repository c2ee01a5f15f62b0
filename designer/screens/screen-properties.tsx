import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { periods } from '../../engine/core/index.ts';
import { Labelled, Pick } from '../panels/parts.tsx';
import { useScreen } from '../store.ts';
import { Texts } from './texts.tsx';
import type { ScreenSteps } from './use-screen-steps.ts';

/** What is said of the screen itself, while no block is chosen. */
export function ScreenProperties({ steps }: { steps: ScreenSteps }) {
  const { t } = useTranslation('designer');
  const { screen, period, refresh } = useScreen((state) => state.document.meta);
  return (
    <section className="properties" aria-label={t('designer.properties')}>
      <h2>{t('screens.screen')}</h2>
      <code>{screen}</code>
      <Texts textKey="title" label={t('screens.title')} steps={steps} />
      <Texts textKey="note" label={t('screens.note')} steps={steps} />
      <Pick
        label={t('screens.option.period')}
        value={period ?? ''}
        choices={[
          { value: '', label: t('screens.usual') },
          ...periods.map((value) => ({ value, label: t(`board.period.${value}`) })),
        ]}
        onChange={(value) => steps.screen('period', value || undefined)}
      />
      <Labelled label={t('screens.option.refresh')} hint={t('screens.refreshHint')}>
        {({ id, describedBy }) => (
          <InputNumber
            id={id}
            aria-describedby={describedBy}
            size="small"
            className="field-select"
            min={10}
            precision={0}
            value={refresh ?? null}
            changeOnBlur
            onChange={(value) => steps.screen('refresh', value ?? undefined)}
          />
        )}
      </Labelled>
    </section>
  );
}
