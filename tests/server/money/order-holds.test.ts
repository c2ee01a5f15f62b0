import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { modules } from '../../../server/domain/index.ts';
import { openNode, type Node } from '../../../server/node.ts';
import { moneyOf, state, type Money } from '../../support/money.ts';
import { hosts, personOf, root, secretKey, type Person } from '../../support/test-app.ts';
import { keepTrial } from '../../support/tried.ts';
import { openWorld, type World } from '../../support/world.ts';

/** What no delivered transition does: it is sold at once, nothing having been held. */
const effects: Readonly<Record<string, string>> = { ship: 'ledger.charge' };

let world: World;
let money: Money;
let node: Node;
let app: FastifyInstance;
let folder = '';
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  // The schemas as they are, with a line more for each of these transitions.
  folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  for (const each of ['schemas', 'locales']) cpSync(join(root, each), join(folder, each), { recursive: true });
  const file = join(folder, 'schemas/orders/order/order.json');
  const order = JSON.parse(readFileSync(file, 'utf8')) as { workflow: { transitions: Record<string, object> } };
  const { transitions } = order.workflow;
  for (const [name, effect] of Object.entries(effects)) transitions[name] = { ...transitions[name], effects: [effect] };
  writeFileSync(file, JSON.stringify(order));
  const opened = await openNode({ databaseUrl: world.test.databaseUrl, root: `${folder}/`, secretKey, modules });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  node = opened.value;
  app = await buildApp({ ...node, webDir: null, logLevel: 'silent' });
  await app.ready();
  admin = personOf(app, hosts.north, world.person('north admin').person.token);
});
afterAll(async () => {
  await app?.close();
  await node?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

const balances = async (customer: string) => [
  await money.balance('available', customer),
  await money.balance('frozen', customer),
];

describe('an order whose transitions name the effects of a hold', () => {
  it('freezes its price when it is submitted, frees it when it is taken back, and earns it when it is placed', async () => {
    const id = world.homes.north.samples.get('order/draft-multi') ?? '';
    const detail = async (person = admin) =>
      (await person.get('Order/detail', { id })).body.data as Record<string, unknown>;
    const customer = String((await detail())['customer']);
    // Nobody types a price: it comes with the rating.
    const typed = { id, predictedSale: 1, predictedCost: 1, currency: 'USD', holdKey: 'x' };
    expect((await admin.post('Order/edit', typed)).body.success).toBe(false);
    await keepTrial(world.owner, [id], { sale: 40.25, cost: 31.5 });
    const [available = 0, frozen = 0] = await balances(customer);

    expect(state(await admin.post('Order/submit', { id }))).toBe('placing');
    expect(await balances(customer)).toEqual([available - 4_025, frozen + 4_025]);
    expect(await detail()).toMatchObject({ predictedSale: 40.25, holdKey: expect.stringContaining(id) as string });
    expect(state(await admin.post('Order/withdraw', { id }))).toBe('draft');
    expect(await balances(customer)).toEqual([available, frozen]);
    expect(await detail()).toMatchObject({ holdKey: null });

    expect(state(await admin.post('Order/submit', { id }))).toBe('placing');
    const { carrierCode } = await detail();
    const leadTracking = carrierCode === 'UPS' ? '1Z99D3M00312345674' : '794612345675';
    expect(state(await admin.post('Order/place', { id, leadTracking }))).toBe('ordered');
    expect(await balances(customer)).toEqual([available - 4_025, frozen]);
    expect(await money.lines(id)).toEqual([
      'hold available>frozen 40.25',
      'release frozen>available 40.25',
      'hold available>frozen 40.25',
      'capture frozen>revenueShipping 40.25',
      'cost costShipping>costAccrual 31.50',
    ]);
    expect(state(await admin.post('Order/ship', { id }))).toBe('shipped');
    expect((await money.lines(id)).slice(5)).toEqual([
      'charge available>revenueShipping 40.25',
      'cost costShipping>costAccrual 31.50',
    ]);
    const member = personOf(app, hosts.north, money.member.token);
    if (customer === money.customer('acme')) expect(await detail(member)).not.toHaveProperty('predictedCost');
    const listed = (await member.get('Order/page')).body.data as { rows: Record<string, unknown>[] };
    for (const row of listed.rows)
      for (const secret of ['predictedCost', 'holdKey']) expect(row).not.toHaveProperty(secret);
  });

  it('is not submitted where the balance does not reach', async () => {
    const { rows } = await world.owner.query<{ id: string; customer: string }>(
      `SELECT o.id::text, o.customer::text FROM "order" o WHERE o.tenant_id = $1 AND o.status = 'placing' LIMIT 1`,
      [world.homes.north.tenant],
    );
    const { id = '', customer = '' } = rows[0] ?? {};
    expect(state(await admin.post('Order/withdraw', { id }))).toBe('draft');
    await keepTrial(world.owner, [id], { sale: 9_000_000, cost: 1 });
    await world.owner.query(
      `UPDATE customer_config SET "riskAction" = 'block', "waitForFunds" = false WHERE customer = $1`,
      [customer],
    );
    const before = await balances(customer);
    const refused = await admin.post('Order/submit', { id });
    expect(refused.body.issues).toMatchObject([{ code: 'ledger.belowFloor' }]);
    expect((await admin.get('Order/detail', { id })).body.data).toMatchObject({ status: 'draft', holdKey: null });
    expect(await balances(customer)).toEqual(before);
  });
});
