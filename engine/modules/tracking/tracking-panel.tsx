import { App } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  saveFile,
  Skeleton,
  StatusTag,
  errorMessage,
  toDisplayError,
  useDataClient,
  useHasPermission,
  useRecordChanges,
  type PanelProps,
} from '../../kit/index.ts';
import { OpenCase } from './open-case.tsx';
import { carrierName, tones, type OwnPackage } from './recognised.ts';
import { useMoments, useWords } from './words.ts';
import './tracking.css';

interface TimelineEvent {
  id: string;
  localTime: string;
  offset: string | null;
  text: string;
  place: string;
  state: string;
  exception: string | null;
  /** Dated far in the future: not counted. */
  ahead: boolean;
}

interface TracedPackage extends OwnPackage {
  link: string;
  events: TimelineEvent[];
}

/** The way of a package, or of every package of an order: the newest event first, in the time of its place. */
export default function TrackingPanel({ record, stamp, reload }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  // What a package has and an order has not tells one from the other.
  const isAlert = 'raisedAt' in record;
  const asked = isAlert || 'trackingStatus' in record ? 'package' : 'order';
  const about = isAlert ? String(record['package']) : record.id;
  const { packages, error, again } = useTimeline({ [asked]: about }, stamp);
  const refresh = async () => {
    setBusy(true);
    try {
      const done = await client.send<{ asked: number }>('Tracking/refresh', { [asked]: about }, newKey());
      void message.info(t(done.asked > 0 ? 'panel.asked' : 'panel.justAsked'));
      again();
      reload();
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  if (error && !packages) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!packages) return <Skeleton shape="page" />;
  if (packages.length === 0)
    return <EmptyState kind="nothing" compact title={t('panel.none')} note={t('panel.noneNote')} />;
  return (
    <div className="tracking-panel">
      <div className="tracking-bar">
        <button
          type="button"
          className="button"
          disabled={busy}
          aria-busy={busy || undefined}
          onClick={() => void refresh()}
        >
          {t('panel.refresh')}
        </button>
      </div>
      {packages.map((each) => (
        <PackageTimeline key={each.id} of={each} {...(isAlert ? { alert: record.id } : {})} />
      ))}
    </div>
  );
}

/** The packages with their events, read again when the record changes or an event comes in. */
function useTimeline(of: Readonly<Record<string, string>>, stamp: number) {
  const client = useDataClient();
  const [packages, setPackages] = useState<readonly TracedPackage[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  useRecordChanges('track-event', again);
  const question = JSON.stringify(of);
  useEffect(() => {
    let gone = false;
    client.send<{ packages: TracedPackage[] }>('Tracking/timeline', JSON.parse(question) as object, newKey()).then(
      (answer) => {
        if (gone) return;
        setPackages(answer.packages);
        setError(null);
      },
      (failure: unknown) => !gone && setError(failure),
    );
    return () => {
      gone = true;
    };
  }, [client, question, stamp, attempt]);
  return { packages, error, again };
}

function PackageTimeline({ of, alert }: { of: TracedPackage; alert?: string }) {
  const t = useWords();
  const mayOpen = useHasPermission('TrackCase:add');
  const client = useDataClient();
  const { message } = App.useApp();
  const proof = () =>
    client.obtain('Tracking/proof', { package: of.id }).then(saveFile, (failure: unknown) => {
      void message.error(errorMessage(failure));
    });
  const copy = () =>
    navigator.clipboard.writeText(`${location.origin}${of.link}`).then(
      () => message.success(t('panel.copied')),
      () => message.error(t('panel.notCopied')),
    );
  const { moment, local } = useMoments();
  const due = of.deliveredAt ?? of.estimatedAt;
  return (
    <section className="tracking-package" aria-label={of.trackingNo}>
      <header>
        <b>{of.trackingNo}</b>
        <span>{[of.carrier ? carrierName(of.carrier) : '', of.service ?? ''].filter(Boolean).join(' · ')}</span>
        <StatusTag tone={tones[of.state] ?? 'neutral'} text={t(`state.${of.state}`)} />
        {due ? <span>{t(of.deliveredAt ? 'panel.delivered' : 'panel.expected', { at: moment(due) })}</span> : null}
        <button type="button" className="button" onClick={() => void copy()}>
          {t('panel.copyLink')}
        </button>
        {of.state === 'delivered' ? (
          <button type="button" className="button" onClick={() => void proof()}>
            {t('panel.proof')}
          </button>
        ) : null}
      </header>
      {mayOpen ? <OpenCase about={{ package: of.id, ...(alert ? { alert } : {}) }} /> : null}
      {of.events.length === 0 ? <p className="tracking-nothing">{t('panel.noEvents')}</p> : null}
      <ol>
        {of.events.map((event) => (
          <li key={event.id} data-tone={event.ahead ? 'neutral' : (tones[event.state] ?? 'neutral')}>
            <time dateTime={`${event.localTime}${event.offset ?? ''}`}>{local(event.localTime)}</time>
            <span>
              {event.text}
              {event.exception ? <em>{t(`exception.${event.exception}`)}</em> : null}
              {event.ahead ? <em>{t('panel.ahead')}</em> : null}
              {event.place ? <small>{event.place}</small> : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
