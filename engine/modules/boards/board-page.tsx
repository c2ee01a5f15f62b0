import { useState, type ReactNode } from 'react';
import { ErrorPanel, newKey, PageHeader, Skeleton, toDisplayError, useAnswer, useDataClient } from '../../kit/index.ts';
import { PeriodSwitch, usePeriod, type Period } from './parts.tsx';
import { useWords } from './wording.ts';
import './boards.css';

export interface Shown<Found, Behind> {
  found: Found;
  period: Period;
  /** What the list at the end of the page is about. */
  behind: Behind | null;
  onBehind: (next: Behind | null) => void;
}

/** A page of figures over a period: what is asked for, and the list behind whichever figure was chosen. */
export function BoardPage<Found, Behind>({
  name,
  path,
  asked = {},
  actions,
  children,
}: {
  /** Before the words of the title and its note. */
  name: string;
  path: string;
  asked?: object;
  actions?: (found: Found) => ReactNode;
  children: (shown: Shown<Found, Behind>) => ReactNode;
}) {
  const t = useWords();
  const client = useDataClient();
  const [period, setPeriod] = usePeriod('month');
  const [behind, onBehind] = useState<Behind | null>(null);
  const [stamp, setStamp] = useState(0);
  const body = { period, ...asked };
  const answer = useAnswer(() => client.send<Found>(path, body, newKey()), JSON.stringify(body), stamp);
  const found = answer.data;
  const choose = (next: Period) => {
    onBehind(null);
    setPeriod(next);
  };
  return (
    <div className="bd-page">
      <PageHeader
        title={t(`${name}.title`)}
        note={t(`${name}.note`)}
        actions={
          <>
            {found ? actions?.(found) : null}
            <PeriodSwitch period={period} onChoose={choose} />
            <button type="button" className="button" onClick={() => setStamp((count) => count + 1)}>
              {t('refresh')}
            </button>
          </>
        }
      />
      {answer.error ? <ErrorPanel error={toDisplayError(answer.error)} onRetry={answer.retry} /> : null}
      {!found && !answer.error ? <Skeleton shape="page" /> : null}
      {found ? children({ found, period, behind, onBehind }) : null}
    </div>
  );
}
