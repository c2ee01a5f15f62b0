import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer, type Server } from '../../bench/support/process.ts';
import { exampleOf, verifier } from '../../support/api-examples.ts';
import { startListener, type Listener } from '../../support/listener.ts';
import { night } from '../../support/night.ts';
import { root, secretKey } from '../../support/test-app.ts';

/* The quick start of the API page against a demo as `npm start` makes it, by HTTP alone. */

const password = 'correct-horse-1';

describe.runIf(night)('a fresh demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-quick-start-'));
  let listener: Listener;
  let demo: Server;
  beforeAll(async () => {
    listener = await startListener();
    const env = {
      ...{ PORT: '0', DATA_DIR: folder, SECRET_KEY: secretKey, LOG_LEVEL: 'error' },
      ...{ DEMO_PASSWORD: password, WEBHOOK_HOSTS: listener.host },
    };
    demo = await startServer(join(root, 'server/scripts/start.mjs'), [], env, /ready at http:\/\/localhost:(\d+)/);
  }, 600_000);
  afterAll(async () => {
    await demo?.stop();
    listener?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** By 127.0.0.1 with the host's name beside it: not every machine knows names below localhost. */
  const send = (token: string, method: string, path: string, body = '') =>
    new Promise<{ type: string; content: Buffer }>((done, fail) => {
      const headers = { host: 'north.localhost', 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const url = `http://127.0.0.1:${demo.port}/api/${path}`;
      const sent = request(url, { method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => done({ type: answer.headers['content-type'] ?? '', content: Buffer.concat(parts) }));
      });
      sent.on('error', fail).end(body);
    });
  const call = async (token: string, method: string, path: string, body?: object) => {
    const { type, content } = await send(token, method, path, body && JSON.stringify(body));
    if (type === 'application/pdf') return content;
    const { success, data, message, issues } = JSON.parse(content.toString()) as Record<string, unknown>;
    expect([path, message, issues ?? [], success]).toEqual([path, message, [], true]);
    return data;
  };
  const first = async (token: string, path: string) =>
    ((await call(token, 'GET', path)) as Record<string, string>[])[0];

  it('leads a member from a key to a label and a webhook', async () => {
    const member = String(await call('', 'POST', 'MembershipLogin', { account: 'member', password }));
    const { id: customer } = (await first(member, 'Customer/list')) ?? {};
    const scopes = ['rates:read', 'orders:read', 'orders:write', 'labels:read'];
    const made = await call(member, 'POST', 'ApiKey/add', { customer, name: 'Shop', scopes, perMinute: 100 });
    const { key } = (await call(member, 'POST', 'ApiKey/generate', made as object)) as { key: string };
    const hook = { customer, name: 'Shop', url: listener.url(), events: ['order.labelled'] };
    const added = await call(member, 'POST', 'Webhook/add', hook);
    const { secret } = (await call(member, 'POST', 'Webhook/generate', added as object)) as { secret: string };

    const post = (name: string, ids: Readonly<Record<string, string>>) => {
      const [path, body] = exampleOf(name, ids);
      return call(key, 'POST', path, body);
    };
    const { quotes } = (await post('quote', {})) as { quotes: Record<'channel' | 'service', { id: string }>[] };
    const [cheapest] = quotes;
    const { id: from } = (await first(key, `ChannelShipFrom/list?channel=${cheapest?.channel.id}`)) ?? {};
    const { id } = (await post('order', {
      ...{ CUSTOMER: String(customer), CHANNEL: String(cheapest?.channel.id) },
      ...{ SERVICE: String(cheapest?.service.id), SHIP_FROM: String(from) },
    })) as { id: string };
    await post('price', { ORDER: id });
    await post('place', { ORDER: id });
    await vi.waitFor(
      async () => expect(await call(key, 'GET', `Order/detail?id=${id}`)).toMatchObject({ status: 'ordered' }),
      {
        ...{ timeout: 60_000, interval: 200 },
      },
    );
    const label = (await post('label', { ORDER: id })) as Buffer;
    expect(label.subarray(0, 4).toString()).toBe('%PDF');

    const [heard] = await vi.waitUntil(() => listener.heard.length > 0 && listener.heard, { timeout: 30_000 });
    if (!heard) throw new Error('nothing was heard');
    expect((await verifier())(secret, heard.headers, heard.body)).toBe(true);
  }, 180_000);
});
