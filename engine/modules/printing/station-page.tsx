import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  storeLocally,
  PageHeader,
  readStored,
  Skeleton,
  errorMessage,
  toDisplayError,
  useDataClient,
  type WireRecord,
} from '../../kit/index.ts';
import { StationHistory } from './station-history.tsx';
import { toneOf, unitOf, type LastScan, type StationState } from './station.ts';
import { useStation } from './use-station.ts';
import { useWords } from './words.ts';
import './station.css';

const keptStation = 'station';

/** Scan, weigh, label: one field, no mouse. Which station this is stays with the computer, not with the person. */
export default function StationPage() {
  const t = useWords();
  const client = useDataClient();
  const [printers, setPrinters] = useState<readonly WireRecord[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [station, setStation] = useState(
    () => readStored<string>(keptStation, (value) => typeof value === 'string') ?? '',
  );
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
        <ErrorPanel
          error={toDisplayError(error)}
          onRetry={() => {
            setError(null);
            setAttempt((count) => count + 1);
          }}
        />
      ) : !printers ? (
        <Skeleton shape="form" />
      ) : printers.length === 0 ? (
        <EmptyState
          kind="nothing"
          title={t('station.noPrinter')}
          note={<Link to="/Printer">{t('station.toPrinters')}</Link>}
        />
      ) : known ? (
        <Desk key={station} station={station} />
      ) : (
        <EmptyState kind="nothing" title={t('station.choose')} note={t('station.chooseNote')} />
      )}
    </div>
  );
}

function Desk({ station }: { station: string }) {
  const t = useWords();
  const { state, error, refusal, busy, scan } = useStation(station);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // A scanner types wherever the cursor is: it comes back to the field after every click.
  useEffect(() => {
    const back = () => {
      const { activeElement: active } = document;
      if (!active || active === document.body) field.current?.focus();
    };
    field.current?.focus();
    const timer = setInterval(back, 500);
    return () => clearInterval(timer);
  }, []);
  if (!state) return error ? <ErrorPanel error={toDisplayError(error)} /> : <Skeleton shape="form" />;
  const problem = refusal ?? error;
  const tone = problem ? 'error' : toneOf(state);
  return (
    <>
      <form
        className="station-scan"
        onSubmit={(event) => {
          event.preventDefault();
          const said = text.trim();
          setText('');
          if (said !== '') scan(said.slice(0, 100));
        }}
      >
        <input
          ref={field}
          value={text}
          aria-label={t('station.field')}
          placeholder={t('station.field')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="text"
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button is-primary" aria-busy={busy || undefined}>
          {t('station.enter')}
        </button>
      </form>
      <section className={`station-board is-${tone}`} role="status" aria-live="assertive">
        <p className="station-word">{problem ? t('station.trouble') : t(`station.now.${nowOf(state)}`)}</p>
        <p className="station-says">
          {problem ? (
            errorMessage(problem)
          ) : state.last?.outcome === 'error' ? (
            <Fault last={state.last} />
          ) : (
            <Says state={state} />
          )}
        </p>
      </section>
      <div className="station-facts">
        <Open state={state} />
        <Scale state={state} />
      </div>
      <StationHistory station={station} stamp={state.last?.id ?? ''} />
    </>
  );
}

const nowOf = ({ open, last }: StationState): string =>
  open?.step ?? (last?.step === 'printed' && last.outcome === 'ok' ? 'printed' : 'ready');

/** What is wrong, with the figures or the place that it is about. */
function Fault({ last }: { last: LastScan }) {
  const t = useWords();
  const { fault, weight, expected, unitType, detail, text } = last;
  const figures = { weight, expected, unit: unitOf(unitType) };
  return <>{t(`station.fault.${fault ?? 'refused'}`, { ...figures, detail: detail ?? '', text })}</>;
}

function Says({ state: { open, last } }: { state: StationState }) {
  const t = useWords();
  if (open) return <>{[open.orderNo, open.shipToName].filter(Boolean).join(' · ')}</>;
  if (!last) return <>{t('station.first')}</>;
  return <>{[last.orderNo, last.text === last.orderNo ? null : last.text].filter(Boolean).join(' · ')}</>;
}

function Open({ state: { open } }: { state: StationState }) {
  const t = useWords();
  if (!open) return <p className="station-none">{t('station.noneOpen')}</p>;
  const { orderNo, channel, box, expected, unitType, parcel } = open;
  const facts = [
    [
      t('station.order'),
      <Link to={`/Order/${open.order}`} key="order">
        {orderNo}
      </Link>,
    ],
    [t('station.channel'), channel],
    [t('station.box'), box ?? (parcel ? t('station.boxOf', { seq: parcel.seq, of: parcel.of }) : null)],
    [t('station.expected'), expected === null ? null : `${expected} ${unitOf(unitType)}`],
    [t('station.tracking'), parcel?.trackingNo],
  ] as const;
  return (
    <dl className="station-open">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Scale({ state: { scale, station } }: { state: StationState }) {
  const t = useWords();
  return (
    <div className="station-scale">
      {scale.has ? (
        <p className={scale.connected && scale.stable ? 'is-stable' : undefined}>
          <strong>{scale.connected && scale.weight !== null ? `${scale.weight} ${scale.unit}` : '–'}</strong>
          <small>
            {t(!scale.connected ? 'station.scaleAway' : scale.stable ? 'station.stable' : 'station.moving')}
          </small>
        </p>
      ) : null}
      <p className={station.online ? undefined : 'is-away'}>
        <small>{t(station.online ? 'station.printerOnline' : 'station.printerAway', { name: station.name })}</small>
      </p>
    </div>
  );
}
