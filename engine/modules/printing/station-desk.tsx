import { Link } from 'react-router-dom';
import {
  ErrorPanel,
  errorMessage,
  ScanBoard,
  ScanField,
  Skeleton,
  toDisplayError,
  useSharedStation,
} from '../../kit/index.ts';
import { StationHistory } from './station-history.tsx';
import { toneOf, unitOf, type LastScan, type StationState } from './station.ts';
import { useStation } from './use-station.ts';
import { useWords } from './words.ts';
import './station.css';

/** The work at a station: one field, the open order, the scale, and the scans of the day. */
export function StationDesk({ station }: { station: string }) {
  const t = useWords();
  const { state, error, refusal, busy, scan } = useStation(station);
  if (!state) return error ? <ErrorPanel error={toDisplayError(error)} /> : <Skeleton shape="form" />;
  const problem = refusal ?? error;
  const tone = problem ? 'error' : toneOf(state);
  return (
    <>
      <ScanField label={t('station.field')} enter={t('station.enter')} busy={busy} onScan={scan} />
      <ScanBoard tone={tone} word={problem ? t('station.trouble') : t(`station.now.${nowOf(state)}`)}>
        {problem ? (
          errorMessage(problem)
        ) : state.last?.outcome === 'error' ? (
          <Fault last={state.last} />
        ) : (
          <Says state={state} />
        )}
      </ScanBoard>
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
  const shared = useSharedStation();
  if (!open) return <p className="station-none">{t('station.noneOpen')}</p>;
  const { orderNo, channel, box, expected, unitType, parcel } = open;
  const facts = [
    [
      t('station.order'),
      shared ? (
        orderNo
      ) : (
        <Link to={`/Order/${open.order}`} key="order">
          {orderNo}
        </Link>
      ),
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
