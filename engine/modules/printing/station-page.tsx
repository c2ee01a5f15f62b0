import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  storeLocally,
  PageHeader,
  readStored,
  Skeleton,
  toDisplayError,
  useDataClient,
  type WireRecord,
} from '../../kit/index.ts';
import { StationDesk } from './station-desk.tsx';
import { useWords } from './words.ts';
import './station.css';

const keptStation = 'station';

/** Scan, weigh, label: one field, no mouse. Which station this is stays with the computer, not with the person. */
export default function StationPage() {
  const t = useWords();
  const client = useDataClient();
  const { printers, error, setError, again } = usePrinters();
  const [station, setStation] = useState(
    () => readStored<string>(keptStation, (value) => typeof value === 'string') ?? '',
  );
  const choose = (id: string) => {
    setStation(id);
    storeLocally(keptStation, id);
  };
  const print = async () => {
    const { blob } = await client.obtain('Station/sheet', {});
    window.open(URL.createObjectURL(blob), '_blank');
  };
  const known = printers?.some(({ id }) => id === station) ?? false;
  return (
    <div className="station-page">
      <PageHeader
        title={t('station.title')}
        note={known ? undefined : t('station.note')}
        actions={
          <>
            <Select
              className="station-choice"
              value={known ? station : undefined}
              placeholder={t('station.choose')}
              aria-label={t('station.choose')}
              options={(printers ?? []).map(({ id, name }) => ({ value: id, label: String(name) }))}
              onChange={choose}
            />
            <button type="button" className="button" onClick={() => void print().catch(setError)}>
              {t('station.sheet')}
            </button>
          </>
        }
      />
      {error ? (
        <ErrorPanel error={toDisplayError(error)} onRetry={again} />
      ) : !printers ? (
        <Skeleton shape="form" />
      ) : printers.length === 0 ? (
        <EmptyState
          kind="nothing"
          title={t('station.noPrinter')}
          note={<Link to="/Printer">{t('station.toPrinters')}</Link>}
        />
      ) : known ? (
        <StationDesk key={station} station={station} />
      ) : (
        <EmptyState kind="nothing" title={t('station.choose')} note={t('station.chooseNote')} />
      )}
    </div>
  );
}

/** The printers that a station may stand for. */
function usePrinters() {
  const client = useDataClient();
  const [printers, setPrinters] = useState<readonly WireRecord[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    client.page('Printer', { pageSize: '100', 'status.in': 'paired,unpaired' }).then(
      ({ rows }) => !gone && setPrinters(rows),
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, attempt]);
  const again = () => {
    setError(null);
    setAttempt((count) => count + 1);
  };
  return { printers, error, setError, again };
}
