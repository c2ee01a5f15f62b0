import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildNodes, startAppNode, type AppNode } from '../support/app-nodes.ts';
import { startListener, type Listener } from '../support/listener.ts';
import { openWorld, type World } from '../support/world.ts';

/* A server is killed in the middle of sending: every event arrives at least once, under one number, and none is lost. */

const rounds = process.env['FAULTS'] ? 10 : 1;
const events = 200;

let world: World;
let listener: Listener;
let node: AppNode;
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const launch = () => startAppNode(world.test.databaseUrl, { carriers: { webhookHosts: [listener.host] } });
beforeAll(async () => {
  buildNodes();
  listener = await startListener();
  world = await openWorld();
  node = await launch();
}, 240_000);
afterAll(async () => {
  await node?.kill();
  await world?.close();
  listener?.close();
});

it('delivers every event although it is killed during deliveries', async () => {
  const sibling = world.person('north sibling');
  const { person, tenant, member } = sibling;
  const values = { customer: member, name: 'Killed', url: listener.url(), events: ['order.failed'] };
  const { id } = (await person.post('Webhook/add', values)).body.data as unknown as { id: string };
  expect((await person.post('Webhook/generate', { id })).body.success).toBe(true);
  const [order] = await sql('SELECT id::text FROM "order" WHERE tenant_id = $1 AND customer = $2 LIMIT 1', [
    ...[tenant, member],
  ]);
  for (let round = 1; round <= rounds; round += 1) {
    // Each in a transaction of its own, as steps are; some of them while the server is away.
    const happen = (many: number) =>
      Promise.all(
        Array.from({ length: many }, () =>
          sql(
            `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES ($1, 'record', 'order', $2, 'fail')`,
            [...[tenant, order?.id]],
          ),
        ),
      );
    const before = listener.heard.length;
    await happen(events / 2);
    await vi.waitFor(() => expect(listener.heard.length).toBeGreaterThan(before + 20), {
      timeout: 20_000,
      interval: 5,
    });
    await node.kill();
    await happen(events / 2);
    // The minute is over for which the server that is gone had taken some.
    await sql('UPDATE webhooks.queue SET leased_until = now() WHERE leased_until IS NOT NULL');
    node = await launch();
    const all = () => new Set(listener.heard.map((each) => each.id)).size;
    await vi.waitFor(() => expect(all()).toBe(round * events), { timeout: 60_000, interval: 50 });
  }
  const arrived = new Map(listener.heard.map(({ id: number, body }) => [number, body]));
  for (const { id: number, body } of listener.heard) expect(body).toBe(arrived.get(number));
  await vi.waitFor(async () => {
    const open = await sql(`SELECT 1 FROM webhook_delivery WHERE webhook = $1 AND status <> 'delivered'`, [id]);
    expect(open).toEqual([]);
  });
  const [rows] = await sql('SELECT count(*)::integer AS many FROM webhook_delivery WHERE webhook = $1', [id]);
  expect(rows?.many).toBe(rounds * events);
}, 240_000);
