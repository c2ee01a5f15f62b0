import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loop } from '../../../server/modules/module.ts';
import { isSignedBy, startListener, type Heard, type Listener } from '../../support/listener.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import type { Person } from '../../support/test-app.ts';

let listener: Listener;
let desk: PlacingDesk;
let loop: Loop;
let harbor: Person;
beforeAll(async () => {
  listener = await startListener();
  desk = await openPlacingDesk({}, undefined, [listener.host]);
  harbor = desk.harbor;
  const found = desk.modules.flatMap(({ loops = [] }) => loops).find(({ name }) => name === 'webhooks');
  if (!found) throw new Error('there is no loop');
  loop = found;
  await desk.recharge(1_000);
}, 120_000);
afterAll(async () => {
  await desk?.close();
  listener?.close();
});
beforeEach(async () => {
  listener.heard.length = 0;
  listener.on.answer = () => ({ status: 200, text: 'thanks' });
  await sql(`UPDATE webhook SET status = 'paused'`);
});

const sql = async (text: string, values: unknown[] = []) => (await desk.world.owner.query(text, values)).rows;
const services = () => {
  const { services } = desk.world.test.node.context;
  if (!services) throw new Error('a node that serves has services');
  return services;
};
/**
 * Until nothing is new and nothing is due. Events are taken up once every transaction before them has ended, those of other
 * databases on the same server included, so that one of these is waited for.
 */
async function deliver(): Promise<void> {
  const [{ now }] = (await sql('SELECT pg_current_xact_id()::text AS now')) as [{ now: string }];
  const allEnded = async () =>
    (await sql('SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS ended', [now]))[0]?.ended === true;
  await vi.waitUntil(allEnded, { timeout: 30_000, interval: 20 });
  while ((await loop.run(services())) > 0) await loop.settle();
}
let made = 0;
async function hook(events: string[], more: object = {}): Promise<{ id: string; secret: string }> {
  made += 1;
  const values = { customer: desk.customer, name: `Hook ${made}`, url: listener.url(), events, ...more };
  const added = await harbor.post('Webhook/add', values);
  expect(added.body.issues ?? []).toEqual([]);
  const { id } = added.body.data as { id: string };
  const generated = await harbor.post('Webhook/generate', { id });
  expect(generated.body.issues ?? []).toEqual([]);
  return { id, secret: (generated.body.data as { secret: string }).secret };
}
const deliveries = async (webhook: string) =>
  (await harbor.get('WebhookDelivery/list', { webhook, sort: 'createdAt' })).body.data as Record<string, unknown>[];
const detail = async (id: string) => (await harbor.get('Webhook/detail', { id })).body.data as Record<string, unknown>;
const dataOf = ({ body }: Heard) => (JSON.parse(body) as { data: Record<string, Record<string, unknown>> }).data;
/** Events of an order's step, as its trail leaves them. */
const happened = (verb: string, record: string, entity = 'order') =>
  sql(`INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES ($1, 'record', $2, $3, $4)`, [
    ...[desk.world.homes.north.tenant, entity, record, verb],
  ]);
const due = (webhook: string) => sql('UPDATE webhooks.queue SET next_at = now() WHERE webhook = $1', [webhook]);

describe('a webhook', () => {
  it('gets signed events of an order without its cost', async () => {
    const { id, secret } = await hook(['order.placed', 'order.labelled', 'order.voided', 'order.refunded']);
    const order = await desk.draft(20);
    expect(await desk.submit(order)).toBe('placing');
    await deliver();
    await desk.run();
    await deliver();
    const types = () => listener.heard.map(({ type }) => type);
    expect(types()).toEqual(['order.placed', 'order.labelled']);
    for (const one of listener.heard) {
      expect(isSignedBy(secret, one)).toBe(true);
      expect(one.headers['webhook-id']).toBe(one.id);
      expect(one.body).not.toMatch(/cost|margin|: 16(\.0+)?[,}]/i);
    }
    const labelled = dataOf(listener.heard[1] as Heard)['order'];
    expect(labelled).toMatchObject({ id: order, status: 'ordered', price: 20, currency: 'USD' });
    expect(labelled?.['trackingNumbers']).toHaveLength(2);
    expect((await harbor.post('Order/applyRefund', { id: order, refundReason: 'No longer needed' })).body.success).toBe(
      true,
    );
    await desk.run();
    await deliver();
    const { admin } = desk.money;
    expect((await admin.post('Order/refund', { id: order })).body.issues ?? []).toEqual([]);
    await deliver();
    expect(types().slice(2)).toEqual(['order.voided', 'order.refunded']);
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(Array(4).fill('delivered'));
  }, 60_000);

  it('gets packages and later charges of its own customer only', async () => {
    const tracking = ['tracking.updated', 'tracking.delivered', 'tracking.exception'];
    await hook([...tracking, 'charge.adjusted']);
    const [mine, other] = await Promise.all(
      [desk.customer, desk.money.customer('acme')].map(async (customer) => {
        const [row] = await sql('SELECT id::text FROM package WHERE customer = $1 LIMIT 1', [customer]);
        return String(row?.id);
      }),
    );
    for (const status of ['in_transit', 'delivery_failed', 'delivered'])
      for (const id of [mine, other]) await sql('UPDATE package SET "trackingStatus" = $2 WHERE id = $1', [id, status]);
    const lines = await sql('SELECT id::text, customer::text FROM member_bill_line');
    for (const { id } of lines) await happened('charge', String(id), 'member-bill-line');
    await deliver();
    const told = listener.heard.filter(({ type }) => type !== 'charge.adjusted');
    expect(told.map(({ type }) => type).toSorted()).toEqual(tracking.toSorted());
    expect(told.map((one) => dataOf(one)['package']?.['id'])).toEqual([mine, mine, mine]);
    expect(told.map((one) => dataOf(one)['package']?.['status']).toSorted()).toEqual([
      ...['delivered', 'delivery_failed', 'in_transit'],
    ]);
    const charges = listener.heard.filter(({ type }) => type === 'charge.adjusted');
    expect(charges).toHaveLength(lines.filter(({ customer }) => customer === desk.customer).length);
    for (const { body } of charges) expect(body).not.toMatch(/cost|margin/i);
  });

  it('is asked again later with the same message, and then shows what was answered', async () => {
    const { id } = await hook(['order.failed']);
    listener.on.answer = () => ({ status: 503, text: 'x'.repeat(5_000) });
    const order = desk.world.homes.north.samples.get('order/placing') ?? '';
    await sql('UPDATE "order" SET customer = $2 WHERE id = $1', [order, desk.customer]);
    await happened('fail', order);
    await deliver();
    expect(listener.heard).toHaveLength(1);
    const [waiting] = await deliveries(id);
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 1, result: 'refused', responseStatus: 503 });
    expect(String(waiting?.['responseText'])).toHaveLength(1_000);
    expect((await detail(id))['failingSince']).not.toBeNull();
    await deliver();
    expect(listener.heard, 'it rests').toHaveLength(1);
    listener.on.answer = () => ({ status: 204 });
    await due(id);
    await deliver();
    expect(listener.heard[1]?.body).toBe(listener.heard[0]?.body);
    expect(listener.heard[1]?.id).toBe(listener.heard[0]?.id);
    expect((await deliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 2, responseStatus: 204 });
    expect((await detail(id))['failingSince']).toBeNull();
    const again = await harbor.post('WebhookDelivery/replay', { id: waiting?.['id'] });
    expect(again.body.issues ?? []).toEqual([]);
    await deliver();
    expect(listener.heard[2]?.id).toBe(listener.heard[0]?.id);
  });

  it('is signed by the secret before, too, for a day after a new one', async () => {
    const { id, secret } = await hook(['order.placed']);
    const { body } = await harbor.post('Webhook/generate', { id });
    const next = (body.data as { secret: string }).secret;
    expect(next).not.toBe(secret);
    const ping = () => harbor.post('Webhook/ping', { id });
    expect((await ping()).body.success).toBe(true);
    for (const each of [secret, next]) expect(isSignedBy(each, listener.heard[0] as Heard)).toBe(true);
    await sql(`UPDATE webhook SET "previousUntil" = now() - interval '1 second' WHERE id = $1`, [id]);
    await ping();
    expect(isSignedBy(secret, listener.heard[1] as Heard)).toBe(false);
    expect(isSignedBy(next, listener.heard[1] as Heard)).toBe(true);
    const shown = JSON.stringify([await detail(id), await deliveries(id), await sql('SELECT * FROM lading.audit')]);
    for (const each of [secret, next]) expect(shown).not.toContain(each.slice(10));
  });

  it('goes to no address of our own network, and follows no redirect', async () => {
    const { id } = await hook(['order.placed']);
    const ping = async (url: string) => {
      expect((await harbor.post('Webhook/edit', { id, url })).body.issues ?? []).toEqual([]);
      return (await harbor.post('Webhook/ping', { id })).body.issues?.map(({ code }) => code);
    };
    const [, port] = listener.host.split(':');
    const bad = ['https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest', 'http://example.com/'];
    for (const url of bad) expect([url, await ping(url)]).toEqual([url, ['webhooks.badAddress']]);
    // A name that stands for this machine is as good as unknown.
    expect(await ping(`https://localhost:${port}/`)).toEqual(['webhooks.noAnswer']);
    expect(listener.heard).toEqual([]);
    listener.on.answer = ({ path }) => (path === '/hook' ? { status: 302, location: '/secret' } : { status: 200 });
    expect(await ping(listener.url())).toEqual(['webhooks.refused']);
    expect(listener.heard.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('is switched off after five days without a delivery, and its members are notified', async () => {
    const { id } = await hook(['order.failed']);
    listener.on.answer = () => ({ status: 500 });
    await sql(`UPDATE webhook SET "failingSince" = now() - interval '6 days' WHERE id = $1`, [id]);
    await happened('fail', desk.world.homes.north.samples.get('order/placing') ?? '');
    await deliver();
    expect((await detail(id))['status']).toBe('disabled');
    const [notice] = await sql(`SELECT title, recipients::text FROM notice WHERE title LIKE $1`, [`%Hook ${made}%`]);
    expect(notice?.recipients).toContain(desk.world.person('north sibling').account);
    // Switched on again, what waits is sent.
    listener.on.answer = () => ({ status: 200 });
    expect((await harbor.post('Webhook/resume', { id })).body.success).toBe(true);
    await due(id);
    await deliver();
    expect((await deliveries(id))[0]?.['status']).toBe('delivered');
  });

  it('with thousands waiting at a server that hangs keeps no other waiting', async () => {
    const hung = await hook(['order.failed'], { url: listener.url('/hung') });
    const { id } = await hook(['order.failed'], { name: 'Other' });
    listener.on.answer = ({ path }) => (path === '/hung' ? new Promise<never>(() => undefined) : { status: 200 });
    const order = desk.world.homes.north.samples.get('order/placing') ?? '';
    await sql(
      `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT $1, 'record', 'order', $2, 'fail' FROM generate_series(1, 2500)`,
      [desk.world.homes.north.tenant, order],
    );
    const quick = () => listener.heard.filter(({ path }) => path === '/hook').length;
    while (quick() < 40) await loop.run(services());
    expect(listener.heard.filter(({ path }) => path === '/hung').length).toBeLessThanOrEqual(4);
    await sql('DELETE FROM webhooks.queue WHERE webhook = ANY ($1)', [[hung.id, id]]);
    listener.close();
    await loop.settle();
  }, 60_000);

  it('is one customer’s own: staff see it and pause it, others know nothing of it', async () => {
    const { id } = await hook(['order.placed']);
    const member = desk.world.person('north member').person;
    for (const verb of ['generate', 'ping', 'pause']) {
      const { body } = await member.post(`Webhook/${verb}`, { id });
      expect([verb, body.success]).toEqual([verb, false]);
    }
    const { admin } = desk.money;
    expect((await admin.get('Webhook/detail', { id })).body.success).toBe(true);
    expect((await admin.post('Webhook/generate', { id })).status).toBe(403);
    expect((await harbor.post('Webhook/issue', { id, secret: 'whsec_chosen' })).body.success).toBe(false);
    expect((await admin.post('Webhook/pause', { id })).body.success).toBe(true);
  });
});
