import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Channel } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { measurements, type CallMeasure, type RequestMeasure } from '../store/measurements.ts';
import type { PoolUse } from '../store/nodes/pool-use.ts';
import type { Readiness } from '../store/nodes/readiness.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { factsSql, type Facts } from './facts-sql.ts';

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Milliseconds for which facts of the database are kept, so that scrapes cannot load it, and its limit per statement. */
const factsAge = 5_000;
const factsLimit = 4_000;

/**
 * Serves `/metrics`, `/ready` and `/health` on a port of their own: also for a node that only runs jobs, and never at an
 * address of tenants.
 */
export async function serveMetrics(on: {
  readonly port: number;
  readonly host: string;
  readonly system: Pick<SystemDatabase, 'pool'>;
  readonly readiness: Readiness;
  pools(): readonly PoolUse[];
}): Promise<MetricsServer> {
  const { createPrometheus } = await import('./prometheus.mjs');
  const prometheus = createPrometheus();
  const subscriptions: [Channel, (message: unknown) => void][] = [
    [measurements.request, (each) => prometheus.request(each as RequestMeasure)],
    [measurements.call, (each) => prometheus.call(each as CallMeasure)],
    [measurements.writerWait, (each) => prometheus.writerWait(each as number)],
    [measurements.eventDelay, (each) => prometheus.eventDelay(each as number)],
  ];
  for (const [channel, listener] of subscriptions) channel.subscribe(listener);

  const facts = cached(factsAge, () => readFacts(on.system));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?', 1)[0];
    const send = (status: number, type: string, text: string) =>
      void response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    if (request.method !== 'GET') return send(405, 'text/plain', 'GET only\n');
    if (path === '/metrics') return send(200, prometheus.contentType, await prometheus.text(await facts(), on.pools()));
    if (path === '/health') return send(200, 'text/plain', 'up\n');
    if (path !== '/ready') return send(404, 'text/plain', 'There is /metrics, /ready and /health.\n');
    const why = await on.readiness.why();
    send(why ? 503 : 200, 'text/plain', `${why ?? 'ready'}\n`);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(on.port, on.host, listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const [channel, listener] of subscriptions) channel.unsubscribe(listener);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Null where the database does not answer in time. */
async function readFacts({ pool }: Pick<SystemDatabase, 'pool'>): Promise<Facts | null> {
  const asked = pool.query<{ facts: Facts }>({ text: factsSql, query_timeout: factsLimit } as { text: string });
  return asked.then(
    ({ rows }) => rows[0]?.facts ?? null,
    () => null,
  );
}

function cached<T>(age: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > age) last = { at: now, value: read() };
    return last.value;
  };
}
