import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModuleHttp } from '../../../server/services/module-http.ts';

/** A server that answers what its queue says; `cut` ends the connection without an answer. */
type Planned = number | 'cut' | { readonly status: number; readonly retryAfter: number };

let server: Server;
let url: string;
let planned: Planned[];
let seen: { method: string; body: string; type: string | undefined }[];
let now: number;
let pauses: number[];
let opened: string[];

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
};

beforeEach(async () => {
  [planned, seen, pauses, opened, now] = [[], [], [], [], 1_000_000];
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push({ method: request.method ?? '', body, type: request.headers['content-type'] });
      const next = planned.shift() ?? 200;
      if (next === 'cut') return request.socket.destroy();
      const { status, retryAfter } = typeof next === 'number' ? { status: next, retryAfter: null } : next;
      response.writeHead(status, retryAfter === null ? {} : { 'retry-after': String(retryAfter) });
      return response.end('{"rate":"7.1"}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const client = () =>
  createModuleHttp({
    now: () => now,
    report: (tenant, host) => void opened.push(`${tenant} ${host}`),
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
const call = { tenant: '1', account: 'a', ownNetwork: true } as const;

describe('the HTTP client of modules', () => {
  it('answers status and text, and sends objects as JSON', async () => {
    const reply = await client()({ ...call, url, method: 'POST', body: { base: 'USD' } });
    expect(reply).toMatchObject({ kind: 'answered', status: 200, text: '{"rate":"7.1"}' });
    expect(seen).toEqual([{ method: 'POST', body: '{"base":"USD"}', type: 'application/json' }]);
  });

  it('retries a read that was lost or refused as too busy, with growing pauses', async () => {
    planned = ['cut', 503, 200];
    expect(await client()({ ...call, url })).toMatchObject({ kind: 'answered', status: 200 });
    expect(pauses).toEqual([200, 400]);
  });

  it('waits as long as the server asks, and gives up at once where that is long', async () => {
    planned = [{ status: 429, retryAfter: 1 }, 200];
    const http = client();
    expect(await http({ ...call, url })).toMatchObject({ status: 200 });
    expect(pauses).toEqual([1_000]);
    planned = [{ status: 429, retryAfter: 30 }];
    expect(await http({ ...call, url })).toMatchObject({ status: 429 });
    expect(await http({ ...call, url })).toEqual({ kind: 'unsent', retryAt: now + 30_000 });
    now += 30_001;
    expect(await http({ ...call, url })).toMatchObject({ status: 200 });
  });

  it('never repeats a write whose outcome is unknown, unless it may run twice', async () => {
    planned = ['cut'];
    const http = client();
    expect(await http({ ...call, url, method: 'POST', body: {} })).toEqual({ kind: 'lost' });
    expect(seen).toHaveLength(1);
    planned = ['cut', 200];
    expect(await http({ ...call, url, method: 'POST', body: {}, repeatable: true })).toMatchObject({ status: 200 });
    expect(seen).toHaveLength(3);
  });

  it('opens the circuit after five failures, reports it once, and closes it again', async () => {
    const http = client();
    planned = Array.from({ length: 5 }, () => 500);
    for (let at = 0; at < 5; at += 1) await http({ ...call, url });
    const asked = seen.length;
    const reply = await http({ ...call, url });
    expect(reply).toEqual({ kind: 'unsent', retryAt: now + 10_000 });
    expect([seen.length, opened]).toEqual([asked, [`1 ${new URL(url).host}`]]);
    // Another tenant's calls are not refused for it.
    expect(await http({ ...call, tenant: '2', url })).toMatchObject({ status: 200 });
    now += 10_001;
    expect(await http({ ...call, url })).toMatchObject({ status: 200 });
    expect(await http({ ...call, url })).toMatchObject({ status: 200 });
  });

  it('reaches nothing within our own network for a tenant, and no other protocol', async () => {
    const http = client();
    expect(await http({ tenant: '1', url })).toEqual({ kind: 'unsent', retryAt: null });
    expect(await http({ ...call, url: 'file:///etc/passwd' })).toEqual({ kind: 'unsent', retryAt: null });
    expect(seen).toEqual([]);
  });
});
