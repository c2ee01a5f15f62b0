import { useCallback, useEffect, useRef, useState } from 'react';
import { newKey, useAnswer, useDataClient, usePageTitle, useRecordChanges } from '../../kit/index.ts';
import type { Standing } from './operations.ts';
import { useFigures, useWords } from './wording.ts';
import './screen-monitor.css';

interface Pair {
  today: number;
  before: number;
}
interface Wall extends Standing {
  orders: Pair;
  labels: Pair;
  delivered: Pair;
  channels: { name: string; orders: number }[];
  at: string;
}

/** Milliseconds after which the figures are asked for anyway; changes ask sooner. */
const pulse = 30_000;
/** A screen on the wall: few figures, dark, readable from five metres, and live. */
export default function ScreenMonitorPage() {
  const t = useWords();
  const client = useDataClient();
  usePageTitle(t('wall.title'));
  const [stamp, setStamp] = useState(0);
  const again = useCallback(() => setStamp((count) => count + 1), []);
  useRecordChanges('order', again);
  useRecordChanges('package', again);
  useRecordChanges('track-alert', again);
  useEffect(() => {
    const timer = setInterval(again, pulse);
    return () => clearInterval(timer);
  }, [again]);
  useAwake();
  const answer = useAnswer(() => client.send<Wall>('Monitor/figures', {}, newKey()), 'wall', stamp);
  const room = useRef<HTMLDivElement>(null);
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === room.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const toggle = () =>
    void (full ? document.exitFullscreen() : room.current?.requestFullscreen())?.catch(() => undefined);
  return (
    <div className="wall" ref={room} data-full={full || undefined}>
      <header>
        <h1>{t('wall.title')}</h1>
        <Clock />
        {document.fullscreenEnabled ? (
          <button type="button" onClick={toggle}>
            {t(full ? 'wall.leave' : 'wall.full')}
          </button>
        ) : null}
      </header>
      {answer.error ? <p role="alert">{t(answer.data ? 'wall.stale' : 'wall.away')}</p> : null}
      {answer.data ? <Board found={answer.data} /> : null}
      {answer.data ? <Foot at={answer.data.at} /> : null}
    </div>
  );
}

function Board({ found }: { found: Wall }) {
  const t = useWords();
  const { count } = useFigures();
  const { orders, labels, delivered, stuck, alerts, channels } = found;
  const still = stuck.placingLong + stuck.waitingForFunds + stuck.held + stuck.failed;
  const warned = alerts.reduce((sum, each) => sum + each.count, 0);
  const most = Math.max(...channels.map((each) => each.orders), 1);
  return (
    <div className="wall-grid">
      <Big name={t('wall.orders')} value={orders} />
      <Big name={t('wall.labels')} value={labels} />
      <Big name={t('wall.delivered')} value={delivered} />
      <section data-tone={still > 0 ? 'bad' : undefined}>
        <h2>{t('wall.stuck')}</h2>
        <p className="wall-number">{count(still)}</p>
        <p>
          {still > 0 ? t('wall.stuckOf', { failed: stuck.failed, waiting: stuck.waitingForFunds }) : t('wall.nothing')}
        </p>
      </section>
      <section data-tone={warned > 0 ? 'warn' : undefined}>
        <h2>{t('wall.alerts')}</h2>
        <p className="wall-number">{count(warned)}</p>
        <p>
          {alerts
            .slice(0, 2)
            .map((each) => `${t(`alert.${each.kind}`)} ${count(each.count)}`)
            .join(' · ') || t('wall.nothing')}
        </p>
      </section>
      <section>
        <h2>{t('wall.channels')}</h2>
        {channels.length === 0 ? <p>{t('wall.noOrders')}</p> : null}
        <ol>
          {channels.slice(0, 4).map(({ name, orders: many }) => (
            <li key={name}>
              <span>{name || t('unknown')}</span>
              <b>{count(many)}</b>
              <i style={{ inlineSize: `${(many / most) * 100}%` }} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Big({ name, value }: { name: string; value: Pair }) {
  const t = useWords();
  const { count } = useFigures();
  return (
    <section>
      <h2>{name}</h2>
      <p className="wall-number">{count(value.today)}</p>
      <p>{t('wall.before', { count: count(value.before) })}</p>
    </section>
  );
}

function Clock() {
  const { moment } = useFigures();
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={now}>{moment(now)}</time>;
}

/** Says when the figures are from, so that a screen that hears nothing any more is seen for what it is. */
function Foot({ at }: { at: string }) {
  const t = useWords();
  const { moment } = useFigures();
  return <footer>{t('wall.at', { at: moment(at) })}</footer>;
}

/** Keeps the screen lit while it is looked at, where the browser can. */
function useAwake(): void {
  useEffect(() => {
    let lock: { release(): Promise<void> } | null = null;
    let over = false;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      void navigator.wakeLock
        ?.request('screen')
        .then((given) => (over ? given.release() : void (lock = given)))
        .catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
