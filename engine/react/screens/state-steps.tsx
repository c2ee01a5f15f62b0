import { useTranslation } from 'react-i18next';
import { stateSteps, type Move } from '../controllers/state-steps.ts';
import { useFieldHost } from '../fields/field-host.tsx';

/** Where the record stands on its way. */
export function StateSteps({ current, moves }: { current: string; moves?: readonly Move[] }) {
  const { t } = useTranslation();
  const { entity, words } = useFieldHost();
  const steps = stateSteps(entity, current, moves);
  if (steps.length < 2) return null;
  return (
    <ol className="state-steps" aria-label={t('detail.steps')}>
      {steps.map(({ state, phase, tone }) => (
        <li key={state} data-phase={phase} data-tone={tone} aria-current={phase === 'current' ? 'step' : undefined}>
          <span className="state-step-mark" aria-hidden="true" />
          <span>
            {words.state(state)}
            <span className="sr-only"> {t(`detail.step.${phase}`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
