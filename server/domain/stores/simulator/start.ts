import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAmazon } from './amazon.ts';
import { iso, Meter, type StoreDesk, type StoreFault, type StoreLogged, type Told } from './answer.ts';
import { answerShopify } from './shopify.ts';
import { StoreWorld } from './world.ts';

export interface StoreSimulatorOptions {
  /** Factor for the platforms' limits; infinity disables them. */
  readonly ease?: number;
  readonly now?: () => number;
}

export interface StoreSimulator {
  readonly url: string;
  /** Settings with this server's addresses. */
  readonly bases: { readonly amazon: string; readonly amazonToken: string; readonly shopify: string };
  readonly world: StoreWorld;
  readonly calls: StoreLogged[];
  /** Number of requests beyond a limit. */
  refused(): number;
  fault(fault: StoreFault): void;
  clearFaults(): void;
  stop(): Promise<void>;
}

const longest = 4_000_000;
const keptCalls = 50_000;

/**
 * A server that simulates Amazon under `/amazon` and Shopify under `/shopify`; `/_simulator/calls` lists its requests.
 */
export async function startStoreSimulator({
  ease = 1,
  now = Date.now,
}: StoreSimulatorOptions = {}): Promise<StoreSimulator> {
  const desk: StoreDesk = { world: new StoreWorld(), meter: new Meter(), ease, now };
  const calls: StoreLogged[] = [];
  const faults = createFaults();

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
    const text = await readText(request);
    const [, first = ''] = pathname.split('/');
    const path = pathname.slice(first.length + 1);
    const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    };
    if (first === '_simulator' && path === '/calls')
      return json(200, { calls: calls.map(({ body: _body, ...each }) => each) });
    if (first !== 'amazon' && first !== 'shopify') return json(404, {});
    const asked = {
      ...{ method: request.method ?? 'GET', path, query: searchParams, text, body: parse(text) },
      headers: request.headers as Record<string, string>,
    };
    const answer = first === 'amazon' ? answerAmazon : answerShopify;
    // A fault instead of the work changes nothing.
    const named = nameOf(first, asked);
    const fault = faults.next(named);
    const instead = fault && fault.kind !== 'lost' ? insteadOf[fault.kind] : null;
    const told = instead ? { ...instead(first), ...named } : answer(desk, asked);
    const logged = { at: iso(now()), platform: first, call: told.call, shop: told.shop, status: told.status } as const;
    calls.push({ ...logged, body: told.call === 'token' ? null : asked.body });
    if (calls.length > keptCalls) calls.splice(0, keptCalls / 10);
    if (fault?.kind === 'cut' || fault?.kind === 'lost') response.destroy();
    else json(told.status, told.body, told.headers);
  };

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    bases: { amazon: `${url}/amazon`, amazonToken: `${url}/amazon/auth/o2/token`, shopify: `${url}/shopify` },
    ...{ world: desk.world, calls, refused: () => desk.meter.refused },
    fault: faults.add,
    clearFaults: faults.clear,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The operation and shop of a request, without running it. */
function nameOf(platform: string, asked: Parameters<typeof answerAmazon>[1]): Pick<Told, 'call' | 'shop'> {
  if (platform === 'shopify') {
    const { operationName = 'unknown' } = (asked.body ?? {}) as { operationName?: string };
    return { call: operationName, shop: asked.path.split('/')[1] ?? null };
  }
  const shop = (asked.headers['x-amz-access-token'] ?? '').split('|')[1] ?? null;
  const { path, method } = asked;
  const call = path.includes('/auth/')
    ? 'token'
    : path.includes('/tokens/')
      ? 'restricted'
      : path.endsWith('/shipmentConfirmation')
        ? 'confirm'
        : path.endsWith('/orderItems')
          ? 'itemsV0'
          : path.startsWith('/orders/v0/orders/')
            ? 'orderV0'
            : path.startsWith('/orders/v0')
              ? 'searchV0'
              : path.endsWith('/orders') && method === 'GET'
                ? 'search'
                : 'order';
  return { call, shop };
}

/** The faults that wait for their calls. */
function createFaults() {
  let faults: { fault: StoreFault; left: number; passed: number }[] = [];
  return {
    add: (fault: StoreFault): void => void faults.push({ fault, left: fault.times ?? 1, passed: 0 }),
    clear(): void {
      faults = [];
    },
    /** The fault that meets this call, which counts as one of its times. */
    next(told: Pick<Told, 'call' | 'shop'>): StoreFault | null {
      for (const each of faults) {
        const { fault } = each;
        if (each.left <= 0 || (fault.call ?? told.call) !== told.call || (fault.shop ?? told.shop) !== told.shop)
          continue;
        each.passed += 1;
        if (each.passed <= (fault.after ?? 0)) continue;
        each.left -= 1;
        return fault;
      }
      return null;
    },
  };
}

const refusal = (status: number, code: string) => (platform: string) => ({
  status,
  body:
    platform === 'amazon'
      ? { errors: [{ code, message: 'As ordered' }] }
      : { errors: [{ message: 'As ordered', extensions: { code } }] },
});

/** Answers that replace the work. */
const insteadOf: Readonly<
  Record<Exclude<StoreFault['kind'], 'lost'>, (platform: string) => Pick<Told, 'status' | 'body'>>
> = {
  limit: refusal(429, 'QuotaExceeded'),
  unavailable: refusal(503, 'InternalFailure'),
  refuse: refusal(400, 'InvalidInput'),
  cut: refusal(500, 'Cut'),
  expiredPage: refusal(400, 'InvalidInput'),
};

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > longest) break;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
