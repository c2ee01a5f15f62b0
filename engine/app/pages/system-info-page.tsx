import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../../kit/data/client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { useCulture } from '../../kit/ui/culture.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import './operator-pages.css';

interface Base {
  hostName: string;
  systemOs: string;
  osArchitecture: string;
  frameworkDescription: string;
  processorCount: number;
  processorName: string;
  database: string;
  lanIp: string | null;
  ipMac: string | null;
}

interface Use {
  runTime: number;
  cpuRate: number;
  load: number[];
  totalRam: number;
  usedRam: number;
  ramRate: number;
  processRam: number;
  diskTotal: number;
  diskUsed: number;
  diskRate: number;
  database: { size: number; connections: number; maxConnections: number; cacheRate: number; transactions: number };
}

interface Network {
  sendAndReceived: { sent: number; received: number };
  networkSpeed: number;
}

const pollEvery = 3000;
const maxSamples = 40;

/** The machine behind the system, live: what it is, and how hard it works. */
export default function SystemInfoPage() {
  const { t } = useTranslation();
  const culture = useCulture();
  const { base, use, network, rates, error, retry } = useSystemInfo();
  if (error && !use) return <ErrorPanel error={toDisplayError(error)} onRetry={retry} />;
  if (!base || !use || !network) return <Skeleton shape="page" />;
  const size = (bytes: number) => sizeWords(bytes, culture);
  const count = (number: number) => new Intl.NumberFormat(culture).format(number);
  const { database } = use;
  return (
    <div className="operator-page">
      <PageHeader title={t('machine.title')} note={error ? t('machine.lost') : t('machine.note')} />
      <Gauges use={use} rates={rates} />
      <div className="facts">
        <Facts
          title={t('machine.system')}
          facts={{
            host: base.hostName,
            os: `${base.systemOs} (${base.osArchitecture})`,
            processor: `${base.processorCount} × ${base.processorName || base.osArchitecture}`,
            runtime: base.frameworkDescription,
            address: [base.lanIp, base.ipMac].filter(Boolean).join(' · ') || '-',
            uptime: timeWords(use.runTime, culture),
            process: size(use.processRam),
          }}
        />
        <Facts
          title={t('machine.database')}
          facts={{
            version: base.database,
            size: size(database.size),
            cache: `${database.cacheRate}%`,
            transactions: count(database.transactions),
          }}
        />
        <Facts
          title={t('machine.network')}
          facts={{
            speed: `${size(network.networkSpeed)}/s`,
            sent: size(network.sendAndReceived.sent),
            received: size(network.sendAndReceived.received),
          }}
        />
      </div>
    </div>
  );
}

function Gauges({ use, rates }: { use: Use; rates: readonly { cpu: number; memory: number }[] }) {
  const { t } = useTranslation();
  const culture = useCulture();
  const size = (bytes: number) => sizeWords(bytes, culture);
  const count = (number: number) => new Intl.NumberFormat(culture).format(number);
  const { database } = use;
  return (
    <div className="gauges">
      <Gauge name={t('machine.cpu')} rate={use.cpuRate} history={rates.map(({ cpu }) => cpu)}>
        {t('machine.load', { load: use.load.map((each) => each.toFixed(2)).join(' · ') })}
      </Gauge>
      <Gauge name={t('machine.memory')} rate={use.ramRate} history={rates.map(({ memory }) => memory)}>
        {t('machine.of', { used: size(use.usedRam), total: size(use.totalRam) })}
      </Gauge>
      <Gauge name={t('machine.disk')} rate={use.diskRate}>
        {t('machine.of', { used: size(use.diskUsed), total: size(use.diskTotal) })}
      </Gauge>
      <Gauge
        name={t('machine.connections')}
        rate={Math.round((database.connections / database.maxConnections) * 1000) / 10}
      >
        {t('machine.of', { used: count(database.connections), total: count(database.maxConnections) })}
      </Gauge>
    </div>
  );
}

/** Asks every three seconds while the page is in sight; an answer that stays out leaves the last one standing. */
function useSystemInfo() {
  const client = useDataClient();
  const [base, setBase] = useState<Base | null>(null);
  const [now, setNow] = useState<{ use: Use; network: Network } | null>(null);
  const [rates, setRates] = useState<{ cpu: number; memory: number }[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      try {
        const [use, network] = await Promise.all([
          client.read<Use>('sysMachine/use', {}, stop.signal),
          client.read<Network>('sysMachine/network', {}, stop.signal),
        ]);
        setNow({ use, network });
        setRates((before) => [...before, { cpu: use.cpuRate, memory: use.ramRate }].slice(-maxSamples));
        setError(null);
      } catch (caught) {
        if (stop.signal.aborted) return;
        setError(caught);
      }
      timer = setTimeout(() => void (document.hidden ? wait() : poll()), pollEvery);
    };
    const wait = () =>
      document.addEventListener('visibilitychange', () => void poll(), { once: true, signal: stop.signal });
    client.read<Base>('sysMachine/base', {}, stop.signal).then(setBase, (caught: unknown) => {
      if (!stop.signal.aborted) setError(caught);
    });
    void poll();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, turn]);
  return {
    base,
    use: now?.use ?? null,
    network: now?.network ?? null,
    rates,
    error,
    retry: () => setTurn((before) => before + 1),
  };
}

function Gauge(props: { name: string; rate: number; history?: number[]; children: React.ReactNode }) {
  const { name, rate, history = [], children } = props;
  const tone = rate >= 90 ? 'bad' : rate >= 75 ? 'warn' : 'good';
  return (
    <section className="gauge" data-tone={tone}>
      <h2>{name}</h2>
      <p className="gauge-rate">
        {rate.toFixed(1)}
        <span>%</span>
      </p>
      <meter min={0} max={100} value={rate} aria-label={name} className="sr-only">
        {rate}%
      </meter>
      {history.length > 1 ? (
        <svg viewBox={`0 0 ${maxSamples - 1} 100`} preserveAspectRatio="none" className="gauge-line" aria-hidden="true">
          <polyline
            points={history.map((each, at) => `${maxSamples - history.length + at},${100 - each}`).join(' ')}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      ) : (
        <div className="gauge-bar" aria-hidden="true">
          <span style={{ width: `${Math.min(rate, 100)}%` }} />
        </div>
      )}
      <p className="gauge-note">{children}</p>
    </section>
  );
}

function Facts({ title, facts }: { title: string; facts: Record<string, string> }) {
  const { t } = useTranslation();
  return (
    <section className="fact-card">
      <h2>{title}</h2>
      <dl>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`machine.fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function sizeWords(bytes: number, culture: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return new Intl.NumberFormat(culture, {
    style: 'unit',
    unit: units[at],
    unitDisplay: 'short',
    maximumFractionDigits: at === 0 ? 0 : 1,
  }).format(bytes / 1024 ** at);
}

function timeWords(seconds: number, culture: string): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor((seconds % 86_400) / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
  ];
  const units = parts.filter(([number], at) => number > 0 || at === parts.length - 1);
  return units
    .map(([number, unit]) =>
      new Intl.NumberFormat(culture, { style: 'unit', unit, unitDisplay: 'long' }).format(number),
    )
    .join(' ');
}
