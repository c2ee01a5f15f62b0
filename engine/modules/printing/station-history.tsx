import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  newKey,
  StatusTag,
  useCulture,
  useDataClient,
  useSharedStation,
  useValueContext,
} from '../../kit/index.ts';
import { unitOf, type ScanRow } from './station.ts';
import { useWords } from './words.ts';

const steps = ['placedAt', 'labelledAt', 'takenAt', 'spooledAt'] as const;
const columns = ['at', 'scanned', 'what', 'order', 'weight', 'by', ...steps] as const;

/** The scans of the day at this station: who, what, and when each step was done. */
export function StationHistory({ station, stamp }: { station: string; stamp: string }) {
  const t = useWords();
  const client = useDataClient();
  const [scans, setScans] = useState<readonly ScanRow[]>([]);
  useEffect(() => {
    let gone = false;
    const look = () =>
      client.send<{ scans: readonly ScanRow[] }>('Station/today', { station }, newKey()).then(
        (found) => !gone && setScans(found.scans),
        // The station goes on without its history.
        () => undefined,
      );
    void look();
    // The times of a label come a moment after its scan.
    const timer = setTimeout(() => void look(), 3000);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, station, stamp]);
  return (
    <section className="station-history" aria-label={t('station.today')}>
      <h2>{t('station.today')}</h2>
      {scans.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('station.nothing')} />
      ) : (
        <div className="station-table" tabIndex={0} role="region" aria-label={t('station.today')}>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {t(`station.column.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {scans.map((row) => (
                <ScanLine key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function ScanLine({ row }: { row: ScanRow }) {
  const t = useWords();
  const clock = useClock();
  const shared = useSharedStation() !== null;
  return (
    <tr>
      <td>{clock(row.createdAt)}</td>
      <td>{row.text}</td>
      <td>
        <StatusTag
          tone={row.outcome === 'error' ? 'bad' : row.step === 'printed' ? 'good' : 'neutral'}
          text={row.outcome === 'error' ? t(`station.short.${row.fault ?? 'refused'}`) : t(`station.step.${row.step}`)}
        />
      </td>
      <td>{row.order && !shared ? <Link to={`/Order/${row.order}`}>{row.orderNo}</Link> : row.orderNo}</td>
      <td>
        {row.weight === null ? null : `${row.weight} ${unitOf(row.unitType)}`}
        {row.expected === null ? null : <small> / {row.expected}</small>}
      </td>
      <td>{row.by}</td>
      {steps.map((name) => (
        <td key={name}>{clock(row.job?.[name] ?? null)}</td>
      ))}
    </tr>
  );
}

/** The time of day to the second, as the wire has it: in the tenant's own zone. */
function useClock(): (at: string | null) => string {
  const culture = useCulture();
  const { timeZone } = useValueContext();
  const format = new Intl.DateTimeFormat(culture, { timeStyle: 'medium', timeZone });
  return (at) => {
    if (at === null) return '';
    const local = /^\d{4}-\d\d-\d\d (\d\d:\d\d:\d\d)/.exec(at)?.[1];
    const time = Date.parse(at);
    return local ?? (Number.isNaN(time) ? at : format.format(time));
  };
}
