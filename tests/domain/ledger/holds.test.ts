import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdEffects } from '../../../server/domain/ledger/hold-effects.ts';
import { capture, hold, release, type Capture, type Settling } from '../../../server/domain/ledger/holds.ts';
import { postAll } from '../../../server/domain/ledger/posting.ts';
import { openLedgerHouse, type LedgerHouse } from './support/ledger-house.ts';

let services: LedgerHouse;
let north = '';
beforeAll(async () => {
  services = await openLedgerHouse();
  ({ north } = services.tenants);
});
afterAll(() => services?.close());

let keys = 0;
const ref = { entity: 'test', id: '1' };
const key = () => `hold-test:${(keys += 1)}`;
const codes = (issues: readonly { code: string }[]) => issues.map(({ code }) => code);

async function customerWith(amount: string): Promise<string> {
  const customer = await services.customer(north);
  const credit = { kind: 'available', customer } as const;
  const leg = {
    key: key(),
    kind: 'recharge',
    debit: { kind: 'bankClearing' },
    credit,
    amount,
    currency: 'USD',
    ref,
  } as const;
  await services.as(north, (on) => postAll(on, [leg]));
  return customer;
}
const freeze = (customer: string, amount: string, of = key(), member?: string) =>
  services.as(north, (on) => hold(on, { key: of, customer, amount, currency: 'USD', ref }), member ? { member } : {});
const spend = (of: string, more: Partial<Capture> = {}) =>
  services.as(north, (on) => capture(on, { hold: of, key: key(), to: 'revenueShipping', ref, ...more }));
const free = (of: string, more: Partial<Settling> = {}) =>
  services.as(north, (on) => release(on, { hold: of, key: key(), ref, ...more }));
const stands = async (customer: string) => [
  await services.balance(north, 'available', customer),
  await services.balance(north, 'frozen', customer),
];

describe('a hold', () => {
  it('sets money aside once, and refuses what is not there', async () => {
    const customer = await customerWith('100');
    const of = key();
    expect(await freeze(customer, '60', of)).toEqual([]);
    expect(await freeze(customer, '60', of)).toEqual([]);
    expect(await stands(customer)).toEqual(['40.00', '60.00']);
    expect(codes(await freeze(customer, '61', of))).toEqual(['ledger.keyReused']);
    expect(codes(await freeze(customer, '40.01'))).toEqual(['ledger.belowFloor']);
    expect(await stands(customer)).toEqual(['40.00', '60.00']);
  });

  it('is spent and freed in parts, never more than it holds, each part once', async () => {
    const customer = await customerWith('100');
    const of = key();
    const part = key();
    await freeze(customer, '60', of);
    expect(await spend(of, { amount: '25', key: part })).toEqual([]);
    expect(await spend(of, { amount: '25', key: part })).toEqual([]);
    expect(codes(await spend(of, { amount: '26', key: part }))).toEqual(['ledger.keyReused']);
    expect(await stands(customer)).toEqual(['40.00', '35.00']);
    expect(codes(await free(of, { amount: '35.01' }))).toEqual(['ledger.holdSpent']);
    const rest = key();
    expect(await free(of, { key: rest })).toEqual([]);
    expect(await free(of, { key: rest })).toEqual([]);
    expect(await stands(customer)).toEqual(['75.00', '0.00']);
    expect(codes(await free(of))).toEqual(['ledger.holdSpent']);
    expect(codes(await spend(of, { amount: '0' }))).toEqual(['ledger.holdSpent']);
    expect(codes(await spend('nothing'))).toEqual(['ledger.noHold']);
  });

  it('is held by its row: no statement spends more', async () => {
    const of = key();
    await freeze(await customerWith('10'), '10', of);
    const more = `UPDATE ledger.hold SET captured = 6, released = 5 WHERE key = $1`;
    await expect(services.owner.query(more, [of])).rejects.toMatchObject({ code: '23514' });
    const less = `UPDATE ledger.hold SET captured = -1 WHERE key = $1`;
    await expect(services.owner.query(less, [of])).rejects.toMatchObject({ code: '23514' });
  });

  it('books revenue and the cost beside it', async () => {
    const of = key();
    const accounts = ['revenueShipping', 'costShipping', 'costAccrual'];
    const read = () => Promise.all(accounts.map(async (kind) => Number(await services.balance(north, kind))));
    const before = await read();
    await freeze(await customerWith('10'), '10', of);
    const step = { key: key(), cost: '7.5' };
    expect(await spend(of, step)).toEqual([]);
    expect(await spend(of, step)).toEqual([]);
    expect(codes(await spend(of, { ...step, cost: null }))).toEqual(['ledger.keyReused']);
    const after = await read();
    expect(after.map((each, at) => Number((each - (before[at] ?? 0)).toFixed(2)))).toEqual([10, -7.5, 7.5]);
  });

  it('pays out what is withdrawn', async () => {
    const of = key();
    const customer = await customerWith('10');
    await freeze(customer, '10', of);
    expect(await spend(of, { kind: 'withdrawal', to: 'bankClearing' })).toEqual([]);
    expect(await stands(customer)).toEqual(['0.00', '0.00']);
  });

  it('is the member’s own affair: nobody else holds, sees or frees it', async () => {
    const [mine, theirs] = [await customerWith('10'), await customerWith('10')];
    const of = key();
    expect(await freeze(mine, '4', of, mine)).toEqual([]);
    await expect(freeze(mine, '4', key(), theirs)).rejects.toMatchObject({ kind: 'forbidden' });
    const see = (member: string) => services.as(north, (on) => on.query('SELECT FROM ledger.hold', []), { member });
    expect(await see(mine)).toHaveLength(1);
    expect(await see(theirs)).toHaveLength(0);
    const undo = (member: string) => services.as(north, (on) => release(on, { hold: of, key: key(), ref }), { member });
    expect(codes(await undo(theirs))).toEqual(['ledger.noHold']);
    expect(await undo(mine)).toEqual([]);
    await expect(services.as(north, (on) => on.query('UPDATE ledger.hold SET captured = 0', []))).rejects.toMatchObject(
      {
        kind: 'forbidden',
      },
    );
  });
});

describe('the effects of an order', () => {
  const effect = (name: string) => {
    const found = holdEffects.find((each) => each.name === `ledger.${name}`);
    if (!found) throw new Error(name);
    return found;
  };
  let steps = 0;
  const run = (name: string, record: Record<string, unknown>) =>
    services.as(north, (transaction) =>
      effect(name).run({
        ...{ entity: 'order', action: name, tenant: north, currency: 'USD', record, input: {}, transaction },
        actor: { id: '0', type: 'staff', member: null, org: null, roles: [] } as never,
        operationKey: `order:9:${name}:${(steps += 1)}`,
      }),
    );

  it('hold, give back, hold again and capture with its cost', async () => {
    const customer = await customerWith('50');
    const order = { id: '9', customer, predictedSale: 12.5, predictedCost: 9.99 };
    const first = await run('hold', order);
    expect(await stands(customer)).toEqual(['37.50', '12.50']);
    expect(await run('release', { ...order, ...first?.patch })).toEqual({ patch: { holdKey: null } });
    expect(await stands(customer)).toEqual(['50.00', '0.00']);
    const second = await run('hold', order);
    expect(second?.patch).not.toEqual(first?.patch);
    expect(await run('capture', { ...order, ...second?.patch })).toEqual({ issues: [] });
    expect(await stands(customer)).toEqual(['37.50', '0.00']);
  });

  it('refuse where the balance does not reach, and leave an order without a price alone', async () => {
    const customer = await customerWith('5');
    const order = { id: '9', customer, predictedSale: 5.01 };
    expect(codes((await run('hold', order))?.issues ?? [])).toEqual(['ledger.belowFloor']);
    expect(await run('hold', { ...order, predictedSale: null })).toEqual({ patch: { holdKey: null } });
    expect(await run('capture', { ...order, holdKey: null })).toBeUndefined();
    expect(await run('release', order)).toBeUndefined();
  });
});
