import { useTranslation } from 'react-i18next';
import { stateSteps, type Move } from '../controllers/state-steps.ts';
import { useStatePath } from '../controllers/use-state-path.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';

interface Props {
  path: string;
  id: string;
  current: string;
  stamp: number;
  moves?: readonly Move[];
}

/** The record's present state and how it got there. */
export function StateSteps({ path, id, current, stamp, moves }: Props) {
  const { t } = useTranslation();
  const { entity, words } = useFieldHost();
  const came = useStatePath(entity, { path, id, current, stamp, moves });
  const steps = stateSteps({ entity, current, moves, came });
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
