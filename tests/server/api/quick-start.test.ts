import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callsByScope } from '../../../engine/modules/api-docs/examples.ts';
import { scopes as opened } from '../../../server/domain/public-api/scopes.ts';
import { exampleOf, verifier } from '../../support/api-examples.ts';
import { startListener, type Listener } from '../../support/listener.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { addSellingList, soldBy } from '../../support/pricing.ts';
import { hosts, personOf, type Answer } from '../../support/test-app.ts';

let desk: PlacingDesk;
let listener: Listener;
beforeAll(async () => {
  listener = await startListener();
  desk = await openPlacingDesk({}, undefined, [listener.host]);
}, 120_000);
afterAll(async () => {
  await desk?.close();
  listener?.close();
});

it('leads from a key to a label and a webhook, as the page of the API says', async () => {
  const { world, harbor, customer } = desk;
  const scopes = ['rates:read', 'orders:read', 'orders:write', 'labels:read'];
  const made = (await harbor.post('ApiKey/add', { customer, name: 'Shop', scopes, perMinute: 100 })).body.data;
  const { id: keyId } = made as { id: string };
  const { key } = (await harbor.post('ApiKey/generate', { id: keyId })).body.data as { key: string };
  const program = personOf(world.test.app, hosts.north, key, false);
  const fine = ({ status, body }: Answer) => expect([status, body.issues ?? [], body.success]).toEqual([200, [], true]);

  const hook = { customer, name: 'Shop', url: listener.url(), events: ['order.labelled'] };
  const { id: hookId } = (await harbor.post('Webhook/add', hook)).body.data as { id: string };
  const { secret } = (await harbor.post('Webhook/generate', { id: hookId })).body.data as { secret: string };

  const quote = await program.post(...exampleOf('quote', {}));
  fine(quote);
  expect(quote.raw.body).not.toContain('"cost"');

  const { channel, service, shipFrom } = soldBy(await addSellingList(world));
  const ids = { CUSTOMER: customer, CHANNEL: channel, SERVICE: service, SHIP_FROM: shipFrom };
  const order = await program.post(...exampleOf('order', ids));
  fine(order);
  const { id } = order.body.data as { id: string };
  await desk.recharge(100);
  fine(await program.post(...exampleOf('price', { ORDER: id })));
  fine(await program.post(...exampleOf('place', { ORDER: id })));
  await desk.run();
  const placed = (await program.get('Order/detail', { id })).body.data as Record<string, unknown>;
  expect([placed['status'], placed['source']]).toEqual(['ordered', 'api']);

  const [path, payload] = exampleOf('label', { ORDER: id });
  const headers = { host: hosts.north, authorization: `Bearer ${key}` };
  const label = await world.test.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload });
  expect([label.statusCode, label.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(label.rawPayload.subarray(0, 4).toString()).toBe('%PDF');

  const loop = desk.modules.flatMap(({ loops = [] }) => loops).find(({ name }) => name === 'webhooks');
  const { services } = world.test.node.context;
  if (!loop || !services) throw new Error('nothing sends webhooks');
  // Events are taken up once every transaction before them has ended, those of other databases of the server included.
  const isHeard = async () => {
    while ((await loop.run(services)) > 0) await loop.settle();
    return listener.heard.length > 0;
  };
  await vi.waitUntil(isHeard, { timeout: 15_000, interval: 20 });
  const [heard] = listener.heard;
  if (!heard) throw new Error('nothing was heard');
  expect(JSON.parse(heard.body)).toMatchObject({ type: 'order.labelled', data: { order: { id, status: 'ordered' } } });
  const isGenuine = await verifier();
  expect(isGenuine(secret, heard.headers, heard.body)).toBe(true);
  expect(isGenuine(secret, heard.headers, heard.body.replace('ordered', 'failed'))).toBe(false);
  expect(isGenuine(secret, heard.headers, heard.body, Date.now() + 3_600_000)).toBe(false);
});

it('names the calls of each scope as the server opens them', () => {
  const calls = opened.map(({ name, calls: own }) => [name, own.map(({ call }) => call)]);
  expect(Object.fromEntries(calls)).toEqual(callsByScope);
});
