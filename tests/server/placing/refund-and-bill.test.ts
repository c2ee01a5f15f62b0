import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UpsCharge } from '../../domain/billing/support/make-bills.ts';
import { BillDesk, upsBill } from '../../support/bill-desk.ts';
import { state } from '../../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';

/* Refunds of orders while the carrier's bill of the same orders is being locked: both look at what was accrued for them. */

let desk: PlacingDesk;
let bills: BillDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
  bills = new BillDesk(desk.world, desk.money.finance);
}, 120_000);
afterAll(() => desk?.close());
afterEach(() => desk.verify());

const accrued = () => desk.money.balance('costAccrual', null);
const cost = async () => -(await desk.money.balance('costShipping', null));

/** Orders that wait for their refund, the carrier having voided their labels; each cost 8.00. */
async function refundable(many: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < many; at += 1) {
    const id = await desk.draft(10);
    expect(await desk.submit(id)).toBe('placing');
    ids.push(id);
  }
  await desk.run();
  for (const id of ids) await desk.harbor.post('Order/applyRefund', { id, refundReason: 'Not needed' });
  await desk.run();
  return ids;
}

/** One charge of 4.00 for a package of each of these orders. */
async function charges(ids: readonly string[]): Promise<readonly UpsCharge[]> {
  const boxes = await bills.query(
    `SELECT DISTINCT ON (p."order") p."trackingNo" AS tracking, a.number AS account, p."shipDate"::text AS "shipDate",
            (p."shipDate" + 4)::text AS date
       FROM package p JOIN express_account a ON a.tenant_id = p.tenant_id AND a.id = p.account
      WHERE p."order" = ANY ($1) ORDER BY p."order", p.seq`,
    [ids],
  );
  return (boxes as unknown as readonly UpsCharge[]).map((box) => ({ ...box, net: '4.00' }));
}

/** How many transactions wait for a lock. */
const waiting = async (): Promise<number> => {
  const [row] = await bills.query('SELECT count(*)::int AS many FROM pg_locks WHERE NOT granted');
  return Number(row?.['many']);
};

describe('refunds beside a carrier bill that is being locked', () => {
  it('end all, and the accrual is reversed once, whatever order two people and two bills take them in', async () => {
    const [before, spent] = [await accrued(), await cost()];
    const rounds = 3;
    for (let round = 0; round < rounds; round += 1) {
      const ids = await refundable(4);
      const billed = await charges(ids.filter((_, at) => at % 2 === 1));
      const numbers = ['A', 'B'].map((name) => `0000000R${name}${round}000`);
      for (const [at, number] of numbers.entries())
        await bills.upload({ 'a.csv': upsBill(number, at === 0 ? billed : billed.toReversed()) });
      const locks = await Promise.all(numbers.map((number) => bills.bill(number)));
      const [one, other, ...locked] = await Promise.all([
        desk.money.finance.post('Order/refund', { ids }),
        desk.money.admin.post('Order/refund', { ids: ids.toReversed() }),
        ...locks.map(({ id }) => desk.money.finance.post('CarrierBill/lock', { id })),
      ]);
      expect(locked.map(state)).toEqual(['locked', 'locked']);
      const results = [one, other].flatMap(
        ({ body }) => (body.data as { results: { id: string; ok: boolean }[] }).results,
      );
      expect(results.flatMap(({ id, ok }) => (ok ? [id] : [])).toSorted()).toEqual(ids.toSorted());
    }
    // Two bills of 4.00 for two of the orders of each round; nothing of what was accrued is left.
    expect([(await accrued()) - before, (await cost()) - spent]).toEqual([0, rounds * 1_600]);
  }, 120_000);

  it('are waited for by a bill that got the order after the refund had looked for one', async () => {
    const [before, spent] = [await accrued(), await cost()];
    const [id = ''] = await refundable(1);
    const [charge] = await charges([id]);
    await bills.upload({
      'a.csv': upsBill('0000000RC0000', [{ ...charge, net: '4.00', tracking: '1Z999AA10123456784' }]),
    });
    const bill = (await bills.bill('0000000RC0000'))['id'];
    const [line] = await bills.lines('0000000RC0000');
    expect(line).toMatchObject({ matchState: 'unmatched' });
    // The customer's money is in use elsewhere, so the refund waits for it.
    const holder = await desk.world.owner.connect();
    let refund: ReturnType<typeof desk.harbor.post> | undefined;
    let lock: typeof refund;
    let over = false;
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM ledger_account WHERE customer = $1 AND kind = 'available' FOR UPDATE`, [
        desk.customer,
      ]);
      refund = desk.money.finance.post('Order/refund', { id });
      await vi.waitFor(async () => expect(await waiting()).toBe(1));
      const assigned = await desk.money.finance.post('CarrierBillLine/assign', { id: line?.['id'], toOrder: id });
      expect(assigned.body.success).toBe(true);
      lock = desk.money.finance.post('CarrierBill/lock', { id: bill }).finally(() => (over = true));
      await vi.waitFor(async () => expect(over || (await waiting()) === 2).toBe(true));
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect([state(await refund), state((await lock) as Awaited<typeof refund>)]).toEqual(['refunded', 'locked']);
    expect([(await accrued()) - before, (await cost()) - spent]).toEqual([0, 400]);
  });
});
