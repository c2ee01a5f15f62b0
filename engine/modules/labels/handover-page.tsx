import { Alert, Select } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  Skeleton,
  StatusTag,
  errorMessage,
  toDisplayError,
  useDataClient,
  useHasPermission,
  useRecordChanges,
} from '../../kit/index.ts';
import { useWords } from './words.ts';
import './labels.css';

interface Group {
  account: string | null;
  accountName: string | null;
  carrierCode: string | null;
  shipDate: string | null;
  place: string;
  count: number;
  late: boolean;
}

interface Handover {
  groups: Group[];
  unscanned: {
    id: string;
    trackingNo: string;
    orderNo: string;
    order: string;
    carrierCode: string | null;
    age: number;
  }[];
  unscannedCount: number;
}

const waits = [12, 24, 48, 72] as const;

/** The end of the day: what is in no manifest yet, and what was handed over and never scanned. */
export default function HandoverPage() {
  const t = useWords();
  const [hours, setHours] = useState<number>(24);
  const { found, again } = useHandover(hours);
  const work = useManifests(again);
  const { mayMake, busy, outcome, prepare } = work;
  const { handover, error } = found;
  const late = handover?.groups.filter((group) => group.late && group.account !== null) ?? [];
  const latest = late
    .map(({ shipDate }) => shipDate ?? '')
    .toSorted()
    .at(-1);
  return (
    <div className="handover-page">
      <PageHeader
        title={t('handover.title')}
        actions={
          mayMake && latest ? (
            <button
              type="button"
              className="button is-primary"
              disabled={busy !== ''}
              aria-busy={busy === 'late' || undefined}
              onClick={() => void prepare('late', { upTo: latest })}
            >
              {t('handover.makeLate')}
            </button>
          ) : null
        }
      />
      <OutcomeNotice outcome={outcome} />
      {error && !handover ? (
        <ErrorPanel error={toDisplayError(error)} onRetry={again} />
      ) : !handover ? (
        <Skeleton shape="page" />
      ) : (
        <>
          <OpenGroups groups={handover.groups} work={work} />
          <Unscanned handover={handover} hours={hours} onHours={setHours} />
        </>
      )}
    </div>
  );
}

/** What is open at the end of the day, read again whenever a package changes. */
function useHandover(hours: number) {
  const client = useDataClient();
  const [found, setFound] = useState<{ handover: Handover | null; error: unknown }>({ handover: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  useRecordChanges('package', again);
  useEffect(() => {
    let gone = false;
    client.send<Handover>('Label/handover', { hours }, newKey()).then(
      (handover) => !gone && setFound({ handover, error: null }),
      (error: unknown) => !gone && setFound(({ handover }) => ({ handover, error })),
    );
    return () => {
      gone = true;
    };
  }, [client, hours, attempt]);
  return { found, again };
}

type Outcome = { made: number } | { refusal: string } | null;
type Manifests = ReturnType<typeof useManifests>;

/** Prepares manifests; `busy` names the one that is on its way. */
function useManifests(again: () => void) {
  const client = useDataClient();
  const mayMake = useHasPermission('Manifest:add');
  const [busy, setBusy] = useState('');
  const [outcome, setOutcome] = useState<Outcome>(null);
  const prepare = async (what: string, body: object) => {
    setBusy(what);
    setOutcome(null);
    try {
      const { manifests } = await client.send<{ manifests: string[] }>('Manifest/prepare', body, newKey());
      setOutcome({ made: manifests.length });
    } catch (failure) {
      setOutcome({ refusal: errorMessage(failure) });
    } finally {
      setBusy('');
      again();
    }
  };
  return { mayMake, busy, outcome, prepare };
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const t = useWords();
  if (!outcome) return null;
  if ('refusal' in outcome) return <Alert type="error" showIcon message={outcome.refusal} role="alert" />;
  return (
    <Alert
      type="success"
      showIcon
      message={
        <>
          {t('handover.made', { count: outcome.made })} <Link to="/Manifest">{t('handover.toManifests')}</Link>
        </>
      }
    />
  );
}

/** Labels that are in no manifest yet, by account, day and place. */
function OpenGroups({ groups, work: { mayMake, busy, prepare } }: { groups: readonly Group[]; work: Manifests }) {
  const t = useWords();
  return (
    <section>
      <h2>{t('handover.open')}</h2>
      {groups.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('handover.allIn')} note={t('handover.allInNote')} />
      ) : (
        <ul className="handover-groups">
          {groups.map((group) => {
            const key = `${group.account} ${group.shipDate} ${group.place}`;
            return (
              <li key={key}>
                <span>
                  <strong>{group.accountName ?? t('handover.noAccount')}</strong>
                  <small>{group.place || '–'}</small>
                </span>
                <span>{group.shipDate ?? '–'}</span>
                <span>
                  {t('handover.labels', { count: group.count })}{' '}
                  {group.late ? <StatusTag tone="warn" text={t('handover.late')} /> : null}
                </span>
                {mayMake && group.account ? (
                  <button
                    type="button"
                    className="button"
                    disabled={busy !== ''}
                    aria-busy={busy === key || undefined}
                    onClick={() =>
                      void prepare(key, {
                        account: group.account,
                        shipFrom: group.place,
                        shipDate: group.shipDate,
                      })
                    }
                  >
                    {t('handover.make')}
                  </button>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface UnscannedProps {
  readonly handover: Handover;
  readonly hours: number;
  onHours(hours: number): void;
}

/** Packages that were handed over and that the carrier has not scanned after so many hours. */
function Unscanned({ handover, hours, onHours }: UnscannedProps) {
  const t = useWords();
  return (
    <section>
      <div className="handover-head">
        <h2>{t('handover.unscanned', { count: handover.unscannedCount })}</h2>
        <label>
          <span>{t('handover.after')}</span>
          <Select
            value={hours}
            aria-label={t('handover.after')}
            options={waits.map((value) => ({ value, label: t('handover.hours', { count: value }) }))}
            onChange={onHours}
          />
        </label>
      </div>
      {handover.unscanned.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('handover.scanned')} note={t('handover.scannedNote')} />
      ) : (
        <ul className="handover-groups">
          {handover.unscanned.map(({ id, trackingNo, orderNo, order, carrierCode, age }) => (
            <li key={id}>
              <span>
                <Link to={`/OrderBox/${encodeURIComponent(id)}`}>{trackingNo}</Link>
                <small>{carrierCode}</small>
              </span>
              <Link to={`/Order/${encodeURIComponent(order)}?tab=labels`}>{orderNo}</Link>
              <span>{t('handover.age', { count: age })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
