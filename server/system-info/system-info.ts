import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { arch, cpus, freemem, hostname, loadavg, networkInterfaces, platform, release, totalmem, type } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { SystemDatabase } from '../store/system-database.ts';

/** Live metrics of this node's host and database. Sizes in bytes, rates in percent, times in seconds. */
export interface SystemInfo {
  base(): Promise<Record<string, unknown>>;
  use(): Promise<Record<string, unknown>>;
  network(): Promise<Record<string, unknown>>;
  /** All of it in one answer with the names of older clients; sizes are formatted texts. */
  query(): Promise<Record<string, unknown>>;
}

const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0);

export function createSystemInfo({ pool }: Pick<SystemDatabase, 'pool'>, dataDir = process.cwd()): SystemInfo {
  let processors = processorTimes();
  let rate = percent(processors.busy, processors.all);
  let traffic = { at: performance.now(), ...networkBytes() };
  let speed = 0;

  /** CPU load since the previous call, over at least one second. */
  const processorRate = () => {
    const now = processorTimes();
    if (now.all - processors.all >= 1000) {
      rate = percent(now.busy - processors.busy, now.all - processors.all);
      processors = now;
    }
    return rate;
  };

  return {
    base: () => hostFacts(pool),

    async use() {
      const [disk, database] = await Promise.all([statfs(dataDir), databaseUse(pool)]);
      const [available, total] = [availableMemory(), totalmem()];
      const diskTotal = disk.blocks * disk.bsize;
      const diskFree = disk.bavail * disk.bsize;
      return {
        runTime: Math.round(process.uptime()),
        cpuRate: processorRate(),
        load: loadavg().map((each) => Math.round(each * 100) / 100),
        totalRam: total,
        usedRam: total - available,
        ramRate: percent(total - available, total),
        processRam: process.memoryUsage.rss(),
        diskTotal,
        diskUsed: diskTotal - diskFree,
        diskRate: percent(diskTotal - diskFree, diskTotal),
        database,
      };
    },

    query: async () => inOldNames(),

    async network() {
      const now = { at: performance.now(), ...networkBytes() };
      const seconds = (now.at - traffic.at) / 1000;
      if (seconds >= 1) {
        speed = Math.round(Math.max(0, now.sent + now.received - traffic.sent - traffic.received) / seconds);
        traffic = now;
      }
      return { sendAndReceived: { sent: now.sent, received: now.received }, networkSpeed: speed };
    },
  };
}

async function hostFacts(pool: SystemDatabase['pool']) {
  const own = ownAddress();
  const { rows } = await pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  return {
    hostName: hostname(),
    systemOs: `${type()} ${release()}`,
    osArchitecture: arch(),
    frameworkDescription: `Node.js ${process.version}`,
    processorCount: cpus().length,
    processorName: cpus()[0]?.model.trim() ?? '',
    database: `PostgreSQL ${rows[0]?.version ?? ''}`,
    platform: platform(),
    wanIp: null,
    lanIp: own?.address ?? null,
    ipMac: own?.mac ?? null,
  };
}

function inOldNames() {
  const memory = process.memoryUsage();
  const most = getHeapStatistics().heap_size_limit;
  return {
    sysOsInfo: {
      osName: type(),
      osArch: arch(),
      osVersion: release(),
      osHostName: hostname(),
      osHostAddress: ownAddress()?.address ?? null,
    },
    sysJavaInfo: {
      jvmName: 'V8',
      jvmVersion: process.versions.v8,
      jvmVendor: 'Node.js',
      javaName: 'Node.js',
      javaVersion: process.versions.node,
    },
    sysJvmMemInfo: {
      jvmMaxMemory: megabytes(most),
      jvmUsableMemory: megabytes(most - memory.heapUsed),
      jvmTotalMemory: megabytes(memory.heapTotal),
      jvmUsedMemory: megabytes(memory.heapUsed),
      jvmFreeMemory: megabytes(memory.heapTotal - memory.heapUsed),
      jvmMemoryUsedRate: `${percent(memory.heapUsed, most)}%`,
    },
  };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 104_857.6) / 10} MB`;

/** The host's address in its network. */
const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');

/** Total and busy milliseconds of all processors. */
function processorTimes(): { all: number; busy: number } {
  let all = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    all += times.user + times.nice + times.sys + times.idle + times.irq;
    idle += times.idle;
  }
  return { all, busy: all - idle };
}

/** Memory available to programs; caches count as free if the system reports them. */
function availableMemory(): number {
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(readText('/proc/meminfo'))?.[1];
  return kilobytes ? Number(kilobytes) * 1024 : freemem();
}

/** Network bytes since the host started, without loopback; zero if the system does not report them. */
function networkBytes(): { sent: number; received: number } {
  let sent = 0;
  let received = 0;
  for (const line of readText('/proc/net/dev').split('\n').slice(2)) {
    const [name = '', ...numbers] = line.trim().split(/[:\s]+/);
    if (name === '' || name === 'lo') continue;
    received += Number(numbers[0] ?? 0);
    sent += Number(numbers[8] ?? 0);
  }
  return { sent, received };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function databaseUse(pool: SystemDatabase['pool']): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT pg_database_size(current_database())::float8 AS size,
            (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())::int AS connections,
            current_setting('max_connections')::int AS "maxConnections",
            (SELECT round(100.0 * blks_hit / greatest(blks_hit + blks_read, 1), 1)::float8
               FROM pg_stat_database WHERE datname = current_database()) AS "cacheRate",
            (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS transactions`,
  );
  return rows[0] ?? {};
}
