import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { reshape, type Fault, type Faults } from './faults.ts';
import type { Brand } from './model.ts';
import { Refusal } from './model.ts';
import { routes } from './routes.ts';
import { clientOf, expired, issueToken, tokenPaths } from './sign-in.ts';
import type { Call, Route } from './wire.ts';
import type { World } from './world.ts';

/** A logged request, without credentials. */
export interface Logged {
  readonly at: string;
  readonly carrier: Brand;
  readonly call: Route['name'] | 'token' | 'unknown';
  readonly method: string;
  readonly path: string;
  /** What was answered; 0: nothing was, or not all of it. */
  status: number;
  fault: Fault['kind'] | null;
  /** The body, for tests; token requests have none. */
  readonly body: unknown;
}

export interface Desk {
  readonly world: World;
  readonly faults: Faults;
  readonly calls: Logged[];
  readonly perSecond: number;
  readonly seen: Map<string, { second: number; count: number }>;
  /** The last answer of each call, for `replayed`. */
  readonly last: Map<string, object>;
  /** Ends with the simulator. */
  readonly signal: AbortSignal;
}

/** The log holds so many. */
const keptCalls = 20_000;

/** Answers a request to one of the carriers, or applies the ordered fault. */
export async function answer(
  desk: Desk,
  brand: Brand,
  request: IncomingMessage,
  response: ServerResponse,
  sent: { path: string; query: URLSearchParams; text: string },
): Promise<void> {
  const { path, query, text } = sent;
  const method = request.method ?? 'GET';
  const isToken = path === tokenPaths[brand];
  const route = routes[brand].find((each) => each.method === method && each.path.test(path));
  const call = isToken ? 'token' : (route?.name ?? 'unknown');
  const body = isToken ? null : parse(text);
  const logged: Logged = {
    at: new Date(desk.world.now()).toISOString(),
    carrier: brand,
    call,
    method,
    path,
    status: 0,
    fault: null,
    body,
  };
  desk.calls.push(logged);
  if (desk.calls.length > keptCalls) desk.calls.splice(0, keptCalls / 10);
  const { slow, until, fault } = desk.faults.take({ brand, call, path, body: isToken ? '' : text });
  logged.fault = fault?.kind ?? (slow > 0 || until ? 'slow' : null);
  if (slow > 0) await wait(slow, undefined, { signal: desk.signal });
  if (until) await Promise.race([until, once(desk.signal, 'abort')]);
  const send = sender(logged, response);
  if (fault && (await instead(fault, brand, response, send, desk.signal))) return;
  const headers = headersOf(request);
  try {
    const run = (): object | Promise<object> => {
      if (isToken) return issueToken(desk.world, brand, headers, new URLSearchParams(text));
      const client = clientOf(desk.world, brand, headers);
      limit(desk, brand, client.clientId);
      if (!route)
        throw new Refusal(404, [
          { code: 'NOT.FOUND.ERROR', message: 'The resource you requested is no longer available.' },
        ]);
      if (body === undefined) throw malformed(brand);
      const open = (route.path.exec(path) ?? []).slice(1);
      return perform(desk, { brand, world: desk.world, client, query, headers, body, open }, { route, fault });
    };
    const made = await run();
    const shown = fault?.kind === 'shape' ? reshape(made, fault.shape ?? 'unknown') : made;
    const told = JSON.stringify(shown);
    if (fault?.kind === 'dropped') response.destroy();
    else if (fault?.kind === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(told) });
      response.write(told.slice(0, Math.floor(told.length / 2)), () => response.destroy());
    } else send(200, told);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send(error.status, envelope(brand, error), error.retryAfter);
  }
}

/** Runs the operation and the hidden effects of a fault. */
async function perform(
  { last }: Desk,
  call: Call,
  { route, fault }: { route: Route; fault: Fault | null },
): Promise<object> {
  const earlier = fault?.kind === 'replayed' ? last.get(`${call.brand} ${route.name}`) : undefined;
  if (earlier) return earlier;
  if (fault?.kind === 'duplicate') await route.handle(call);
  if (fault?.kind !== 'wrongVoid' || route.name !== 'void') {
    const made = await route.handle(call);
    last.set(`${call.brand} ${route.name}`, made);
    return made;
  }
  const before = new Map(call.world.shipments.map((each) => [each, each.voidedAt]));
  const done = await route.handle(call);
  if (fault.lie === 'taken')
    throw new Refusal(400, [{ code: fault.code ?? '190102', message: fault.message ?? 'No shipment found' }]);
  for (const [each, voidedAt] of before) if (each.voidedAt !== voidedAt) call.world.change(each, { voidedAt });
  return done;
}

type Send = (status: number, body: string, retryAfter?: number | null, type?: string) => void;

const sender =
  (logged: Logged, response: ServerResponse): Send =>
  (status, body, retryAfter = null, type = 'application/json') => {
    logged.status = status;
    if (response.destroyed) return;
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
    });
    response.end(body);
  };

/** Faults that come instead of the work. Answers whether one did. */
async function instead(
  fault: Fault,
  brand: Brand,
  response: ServerResponse,
  send: Send,
  signal: AbortSignal,
): Promise<boolean> {
  const refuse = (status: number, code: string, message: string) => {
    const errors = [{ code: fault.code ?? code, message: fault.message ?? message }];
    send(fault.status ?? status, envelope(brand, new Refusal(status, errors)), fault.retryAfter ?? null);
  };
  if (fault.kind === 'refuse') refuse(400, brand === 'ups' ? '120100' : 'SYSTEM.REFUSED', 'Refused as ordered');
  else if (fault.kind === 'unavailable')
    refuse(503, brand === 'ups' ? '10503' : 'SERVICE.UNAVAILABLE.ERROR', 'The service is currently unavailable');
  else if (fault.kind === 'limit') send(429, envelope(brand, tooMany(brand)), fault.retryAfter ?? 1);
  else if (fault.kind === 'expired') send(401, envelope(brand, expired(brand)));
  else if (fault.kind === 'page')
    send(fault.status ?? 200, '<html><body>Welcome to the network</body></html>', null, 'text/html');
  else if (fault.kind === 'cut') response.destroy();
  else if (fault.kind === 'hang') await wait(3_600_000, undefined, { signal });
  else return false;
  return true;
}

/** So many requests of a client in each second of the wall's clock. */
function limit({ perSecond, seen }: Desk, brand: Brand, client: string): void {
  if (!Number.isFinite(perSecond)) return;
  const second = Math.floor(Date.now() / 1000);
  const key = `${brand} ${client}`;
  const known = seen.get(key);
  const count = known?.second === second ? known.count + 1 : 1;
  seen.set(key, { second, count });
  if (count > perSecond) throw new Refusal(429, tooMany(brand).errors, 1);
}

const tooMany = (brand: Brand): Refusal =>
  new Refusal(429, [
    brand === 'ups'
      ? { code: '10429', message: 'Too Many Requests' }
      : { code: 'TOO.MANY.REQUESTS', message: 'The request limit of this project was reached.' },
  ]);

const malformed = (brand: Brand): Refusal =>
  new Refusal(400, [
    brand === 'ups'
      ? { code: '9380206', message: 'The request is not well-formed or the operation is not defined.' }
      : { code: 'BAD.REQUEST.ERROR', message: 'The request is not well-formed.' },
  ]);

const envelope = (brand: Brand, { errors }: Refusal): string =>
  JSON.stringify(brand === 'ups' ? { response: { errors } } : { transactionId: randomUUID(), errors });

/** A body of JSON; null for none; undefined for anything else. */
function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
