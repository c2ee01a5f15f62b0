import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Figures } from './figures.ts';
import type { Standing } from './operations.ts';
import './screen-monitor.css';

interface Pair {
  today: number;
  before: number;
}

export interface WallFigures extends Standing {
  orders: Pair;
  labels: Pair;
  delivered: Pair;
  channels: { name: string; orders: number }[];
  at: string;
}

/** The reader's language. */
interface Spoken {
  t: (key: string, params?: Readonly<Record<string, string | number>>) => string;
  figures: Figures;
}

/** A screen on the wall: few figures, dark, readable from five metres. The same inside and for a display without a session. */
export function Wall({
  title,
  found,
  failed,
  actions,
  ...spoken
}: Spoken & { title: string; found: WallFigures | null | undefined; failed: boolean; actions?: ReactNode }) {
  const { t, figures } = spoken;
  useAwake();
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
        <h1>{title}</h1>
        <Clock figures={figures} />
        {actions}
        {document.fullscreenEnabled ? (
          <button type="button" onClick={toggle}>
            {t(full ? 'wall.leave' : 'wall.full')}
          </button>
        ) : null}
      </header>
      {failed ? <p role="alert">{t(found ? 'wall.stale' : 'wall.away')}</p> : null}
      {found ? <Board found={found} {...spoken} /> : null}
      {/* When the figures are from, so that a screen that hears nothing any more is seen for what it is. */}
      {found ? <footer>{t('wall.at', { at: figures.moment(found.at) })}</footer> : null}
    </div>
  );
}

function Board({ found, t, figures }: Spoken & { found: WallFigures }) {
  const { count } = figures;
  const { orders, labels, delivered, stuck, alerts, channels } = found;
  const still = stuck.placingLong + stuck.waitingForFunds + stuck.held + stuck.failed;
  const warned = alerts.reduce((sum, each) => sum + each.count, 0);
  const most = Math.max(...channels.map((each) => each.orders), 1);
  return (
    <div className="wall-grid">
      <Big name={t('wall.orders')} value={orders} t={t} figures={figures} />
      <Big name={t('wall.labels')} value={labels} t={t} figures={figures} />
      <Big name={t('wall.delivered')} value={delivered} t={t} figures={figures} />
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

function Big({ name, value, t, figures }: Spoken & { name: string; value: Pair }) {
  const { count } = figures;
  return (
    <section>
      <h2>{name}</h2>
      <p className="wall-number">{count(value.today)}</p>
      <p>{t('wall.before', { count: count(value.before) })}</p>
    </section>
  );
}

function Clock({ figures }: Pick<Spoken, 'figures'>) {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={now}>{figures.moment(now)}</time>;
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
