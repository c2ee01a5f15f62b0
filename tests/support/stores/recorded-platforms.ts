import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { startStoreSimulator, type StoreSimulatorOptions } from '../../../server/domain/stores/simulator/start.ts';
import type { ShopWish, SimShop } from '../../../server/domain/stores/simulator/world.ts';
import type { ShopAccount } from '../../../server/domain/stores/store.ts';
import { createStores } from '../../../server/domain/stores/stores.ts';
import type { Exchange } from './models.ts';

/** The platforms' simulator behind a server that records every exchange. Ends with the test. */
export async function recordPlatforms(options: StoreSimulatorOptions = { ease: Number.POSITIVE_INFINITY }) {
  const platforms = await startStoreSimulator(options);
  const exchanges: Exchange[] = [];
  const forward = async (request: IncomingMessage) => {
    const url = new URL(request.url ?? '/', platforms.url);
    const isJson = request.headers['content-type'] === 'application/json';
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const answered = await fetch(url, {
      ...{ method: request.method ?? 'GET', headers: Object.fromEntries(Object.entries(headers).filter(isOwn)) },
      ...(text === '' ? {} : { body: text }),
    });
    const answer = await answered.text();
    const path = url.pathname.replace(/^\/(amazon|shopify)/, '');
    exchanges.push({
      ...{ method: request.method ?? 'GET', path, query: url.searchParams, headers, status: answered.status },
      ...{ body: isJson ? (JSON.parse(text) as unknown) : null, answer: answer === '' ? null : JSON.parse(answer) },
    });
    return { status: answered.status, answer, retry: answered.headers.get('retry-after') };
  };
  const server = createServer((request, response) => {
    forward(request).then(
      ({ status, answer, retry }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...(retry ? { 'retry-after': retry } : {}) });
        response.end(status === 204 ? undefined : answer);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await platforms.stop();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bases = { amazon: `${url}/amazon`, amazonToken: `${url}/amazon/auth/o2/token`, shopify: `${url}/shopify` };
  const clock = { now: Date.now() };
  const stores = createStores({ bases, now: () => new Date(clock.now) });
  return { ...platforms, exchanges, stores, clock, open: (wish: ShopWish) => open(platforms.world.shop(wish), stores) };
}

const isOwn = ([name]: [string, string]): boolean => !['host', 'connection', 'content-length'].includes(name);

/** A shop at the platform with the account that calls for it. */
function open(there: SimShop, stores: ReturnType<typeof createStores>) {
  const account: ShopAccount = {
    ...{ tenant: '1', id: there.name, platform: there.platform, sellerId: there.name, region: 'na' },
    ...{ marketplace: 'ATVPDKIKX0DER', clientId: there.clientId, clientSecret: there.clientSecret, token: there.token },
  };
  return { there, account, api: stores.of(there.platform) };
}
