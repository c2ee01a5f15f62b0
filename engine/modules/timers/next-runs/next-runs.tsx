import { useTranslation } from 'react-i18next';
import { TextControl, useCulture, useValueContext } from '../../../kit/index.ts';
import type { EditProps, ReadProps } from '../../../kit/index.ts';
import { upcoming } from './upcoming.ts';
import './next-runs.css';

export function Edit(props: EditProps) {
  const { t } = useTranslation();
  const runs = useRuns(props.value);
  return (
    <>
      <TextControl {...props} mono placeholder="0 3 * * 1-5" />
      {runs.length > 0 ? <Runs runs={runs} /> : <p className="field-hint">{t('widget.next-runs.none')}</p>}
    </>
  );
}

export function Read({ value }: ReadProps) {
  const runs = useRuns(value);
  if (typeof value !== 'string' || value === '') return <span className="field-hint">-</span>;
  return (
    <>
      <code className="read-code">{value}</code>
      {runs.length > 0 ? <Runs runs={runs} /> : null}
    </>
  );
}

function useRuns(value: unknown): string[] {
  const { timeZone } = useValueContext();
  const culture = useCulture();
  const format = new Intl.DateTimeFormat(culture, {
    timeZone,
    ...{ weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return typeof value === 'string'
    ? upcoming(value, timeZone, { from: new Date(), count: 5 }).map((at) => format.format(at))
    : [];
}

function Runs({ runs }: { runs: readonly string[] }) {
  const { t } = useTranslation();
  const { timeZone } = useValueContext();
  return (
    <div className="next-runs">
      <p>{t('widget.next-runs.title', { zone: timeZone })}</p>
      <ol>
        {runs.map((run) => (
          <li key={run}>{run}</li>
        ))}
      </ol>
    </div>
  );
}
