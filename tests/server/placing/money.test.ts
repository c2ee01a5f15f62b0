import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openNode } from '../../../server/node.ts';
import { drainJobs } from '../../../server/jobs/run-jobs.ts';
import type { UpsCharge } from '../../domain/billing/support/make-bills.ts';
import { BillDesk, upsBill } from '../../support/bill-desk.ts';
import { reasons, state } from '../../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { root, secretKey } from '../../support/test-app.ts';

/* What becomes of the money of an order: waiting for it, letting pass, and giving it back. */

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
}, 120_000);
afterAll(() => desk?.close());
afterEach(async () => {
  desk.simulator.control.clearFaults();
  await desk.verify();
});

const config = (set: string) =>
  desk.world.owner.query(`UPDATE customer_config SET ${set} WHERE customer = $1`, [desk.customer]);
const ordered = async (price = 40.25): Promise<string> => {
  const id = await desk.draft(price);
  await desk.submit(id);
  await desk.run();
  expect(await desk.detail(id)).toMatchObject({ status: 'ordered' });
  return id;
};
const refundReason = 'Not needed';

describe('an order of a customer who has not accepted the contract', () => {
  it('is refused where the tenant asks for it first, until it is accepted', async () => {
    const contract = desk.world.homes.north.samples.get('contract/present');
    const asksFirst = (must: boolean) =>
      desk.world.owner.query('UPDATE contract SET "mustAccept" = $2 WHERE id = $1', [contract, must]);
    const accepted = (id: string | null) =>
      desk.world.owner.query('UPDATE customer_config SET contract = $2 WHERE customer = $1', [desk.customer, id]);
    await accepted(null);
    await asksFirst(true);
    const id = await desk.draft(12.5);
    const before = await desk.purse();
    const refused = await desk.harbor.post('Order/submit', { id });
    expect(reasons(refused)).toEqual([' members.contractOpen']);
    expect(refused.body.message).toContain('2025');
    expect(await desk.purse()).toEqual(before);
    // An older edition is not enough, and staff place no more than the member does.
    await accepted(desk.world.homes.north.samples.get('contract/first') ?? null);
    expect(reasons(await desk.money.admin.post('Order/submit', { id }))).toEqual([' members.contractOpen']);
    const standing = await desk.money.finance.post('Contracts/acceptance', { contract });
    const { open } = standing.body.data as { open: { id: string; edition: string | null }[] };
    expect(open.find((each) => each.id === desk.customer)).toMatchObject({ edition: '2024' });
    expect((await desk.harbor.post('Contracts/acceptance', { contract })).status).toBe(403);
    expect((await desk.harbor.post('Onboarding/accept', { contract })).body.success).toBe(true);
    const after = await desk.money.finance.post('Contracts/acceptance', { contract });
    expect(JSON.stringify(after.body.data)).not.toContain(desk.customer);
    expect(await desk.submit(id)).toBe('placing');
    await desk.run();
    await asksFirst(false);
  });
});

describe('an order that the balance does not reach for', () => {
  it('is refused with the missing sum where its customer does not wait', async () => {
    await config(`"waitForFunds" = false`);
    const before = await desk.purse();
    const id = await desk.draft(before.available / 100 + 12.4);
    const refused = await desk.harbor.post('Order/submit', { id });
    expect(reasons(refused)).toEqual([' ledger.belowFloor']);
    expect(refused.body.message).toContain('12.40');
    expect(await desk.detail(id)).toMatchObject({ status: 'draft', holdKey: null });
    expect(await desk.purse()).toEqual(before);
    await config(`"waitForFunds" = true`);
  });

  it('is held where the risk action says so, until staff let it pass below the floor', async () => {
    await config(`"riskAction" = 'hold'`);
    const before = await desk.purse();
    const id = await desk.draft(before.available / 100 + 8.1);
    expect(await desk.submit(id)).toBe('held');
    expect(await desk.detail(id)).toMatchObject({ missingSum: 8.1, holdKey: null });
    await desk.run();
    expect(await desk.purse()).toEqual(before);
    expect((await desk.harbor.post('Order/letPass', { id })).status).toBe(403);
    expect(state(await desk.money.finance.post('Order/letPass', { id }))).toBe('placing');
    await desk.run();
    expect(await desk.detail(id)).toMatchObject({ status: 'ordered', missingSum: null });
    expect(await desk.purse()).toEqual({ available: -810, frozen: before.frozen });
    // And all of it back, for the tests that follow.
    expect(state(await desk.money.finance.post('Order/cancelInside', { id, cancelReason: 'Never used' }))).toBe(
      'cancelled',
    );
    expect(await desk.purse()).toEqual(before);
    await config(`"riskAction" = 'block'`);
  });

  it('waits, and goes on by itself when money comes, the oldest first: thirty of fifty, also with two nodes', async () => {
    // Everything is spent but for less than one order costs.
    const spend = await desk.draft((await desk.purse()).available / 100 - 5);
    await desk.submit(spend);
    await desk.run();
    expect((await desk.purse()).available).toBe(500);
    const ids: string[] = [];
    for (let at = 0; at < 50; at++) ids.push(await desk.draft(10));
    for (const id of ids) expect(await desk.submit(id)).toBe('waitingForFunds');
    expect(await desk.detail(ids[0] ?? '')).toMatchObject({ missingSum: 5, holdKey: null });
    await desk.run();
    expect((await desk.purse()).available).toBe(500);

    const opened = await openNode({
      databaseUrl: desk.world.test.databaseUrl,
      root,
      secretKey,
      modules: desk.modules,
      files: desk.world.test.files,
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    const other = opened.value;
    try {
      await desk.recharge(295.5);
      const jobs = { ...desk.world.test.jobs, ...other, byAccount: other.actors.byAccount };
      await Promise.all([desk.run(), drainJobs(jobs, other.systemUrl), desk.sweep()]);
      await desk.run();
    } finally {
      await other.close();
    }
    const { rows } = await desk.world.owner.query<{ id: string; status: string }>(
      `SELECT id::text, status FROM "order" WHERE id = ANY ($1) ORDER BY "submittedAt", id`,
      [ids],
    );
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 30 }, () => 'ordered'),
      ...Array.from({ length: 20 }, () => 'waitingForFunds'),
    ]);
    expect(await desk.purse()).toMatchObject({ available: 50 });
    const bought = await Promise.all(ids.map((id) => desk.bought(id)));
    expect(bought.reduce((sum, each) => sum + each, 0)).toBe(30);

    // The overdraft is raised: two more go on.
    const settings = desk.world.homes.north.samples.get('customer-config/harbor');
    const raised = await desk.money.finance.post('MemberConfig/editOverDraft', {
      ...{ id: settings, overDraftAmount: 20, reason: 'Two more' },
    });
    expect(raised.body.success).toBe(true);
    await desk.run();
    const count = await desk.world.owner.query(
      `SELECT count(*)::int AS many FROM "order" WHERE id = ANY ($1) AND status = 'waitingForFunds'`,
      [ids],
    );
    expect(count.rows).toEqual([{ many: 18 }]);
    // Who waits may go back to the draft, and nothing was held for it.
    const last = ids.at(-1) ?? '';
    expect(state(await desk.harbor.post('Order/withdraw', { id: last }))).toBe('draft');
    for (const id of ids.slice(32, 49)) await desk.harbor.post('Order/withdraw', { id });
    await desk.recharge(5_000);
    await desk.run();
  }, 120_000);
});

describe('a refund', () => {
  it('asks the carrier to void, and gives back exactly what was captured once finance confirms it', async () => {
    const before = await desk.purse();
    const id = await ordered();
    expect(state(await desk.harbor.post('Order/applyRefund', { id, refundReason }))).toBe('refunding');
    expect(await desk.packages(id)).toMatchObject([{ status: 'voidRequested' }, { status: 'voidRequested' }]);
    expect(reasons(await desk.money.finance.post('Order/refund', { id }))).toEqual(['voidResult voidPending']);
    await desk.run();
    expect(await desk.detail(id)).toMatchObject({ status: 'refunding', voidResult: 'confirmed' });
    expect(await desk.packages(id)).toMatchObject([{ status: 'voided' }, { status: 'voided' }]);
    expect(await desk.bought(id)).toBe(0);
    expect(reasons(await desk.money.finance.post('Order/refuseRefund', { id, refundRemarks: 'No' }))).toEqual([
      'voidResult alreadyVoid',
    ]);
    expect(state(await desk.money.finance.post('Order/refund', { id }))).toBe('refunded');
    expect(await desk.purse()).toEqual(before);
    expect((await desk.money.lines(id)).slice(3)).toEqual([
      'refund revenueShipping>available 40.25',
      'refund costAccrual>costShipping 32.20',
    ]);
    expect((await desk.money.finance.post('Order/refund', { id })).body.success).toBe(false);
  });

  it('leaves the cost that a locked bill has already taken of its accrual', async () => {
    const { world, money } = desk;
    const bills = new BillDesk(world, money.finance);
    const accrued = () => money.balance('costAccrual', null);
    const cost = async () => -(await money.balance('costShipping', null));
    const [before, spent] = [await accrued(), await cost()];
    const id = await ordered();
    const boxes = await bills.query(
      `SELECT p."trackingNo" AS tracking, a.number AS account, p."shipDate"::text AS "shipDate", (p."shipDate" + 4)::text AS date
         FROM package p JOIN express_account a ON a.tenant_id = p.tenant_id AND a.id = p.account WHERE p."order" = $1 ORDER BY p.seq`,
      [id],
    );
    const [first] = boxes as unknown as readonly UpsCharge[];
    // The carrier bills a label that is voided later, and credits it weeks after.
    const bill = async (number: string, charge: Partial<UpsCharge>) => {
      await bills.upload({ 'a.csv': upsBill(number, [{ ...first, net: '0', ...charge }]) });
      expect(state(await money.finance.post('CarrierBill/lock', { id: (await bills.bill(number))['id'] }))).toBe(
        'locked',
      );
    };
    await bill('00000000R0001', { net: '17.00' });
    expect(await bills.bill('00000000R0001')).toMatchObject({ matchedSum: '17.00', predicted: '16.10' });
    await desk.harbor.post('Order/applyRefund', { id, refundReason });
    await desk.run();
    expect(state(await money.finance.post('Order/refund', { id }))).toBe('refunded');
    expect((await money.lines(id)).slice(3)).toEqual([
      'refund revenueShipping>available 40.25',
      'refund costAccrual>costShipping 16.10',
    ]);
    expect([(await accrued()) - before, (await cost()) - spent]).toEqual([0, 1_700]);
    await bill('00000000R0002', { net: '-17.00', kind: 'ADJ' });
    expect([(await accrued()) - before, (await cost()) - spent]).toEqual([0, 0]);
  });

  it('is told what the carrier refused, and the labels count again', async () => {
    const id = await ordered();
    desk.simulator.control.fault({
      kind: 'refuse',
      call: 'void',
      code: '190102',
      message: 'No shipment found within the allowed void period',
    });
    await desk.harbor.post('Order/applyRefund', { id, refundReason });
    await desk.run();
    expect(await desk.detail(id)).toMatchObject({ status: 'refunding', voidResult: 'refused' });
    expect(reasons(await desk.money.finance.post('Order/refund', { id }))).toEqual(['voidResult voidRefused']);
    expect(state(await desk.money.finance.post('Order/refuseRefund', { id, refundRemarks: 'Used' }))).toBe(
      'refundRejected',
    );
    expect(await desk.packages(id)).toMatchObject([{ status: 'labelled' }, { status: 'labelled' }]);
    const before = await desk.purse();
    expect(state(await desk.money.finance.post('Order/cancelInside', { id, cancelReason: 'Void by phone' }))).toBe(
      'cancelled',
    );
    expect(await desk.purse()).toEqual({ ...before, available: before.available + 4_025 });
  });

  it('is no matter for a parcel that was scanned, nor is the inner cancel', async () => {
    const id = await ordered();
    await desk.world.owner.query('UPDATE package SET "firstScanAt" = now() WHERE "order" = $1 AND seq = 2', [id]);
    expect(reasons(await desk.harbor.post('Order/applyRefund', { id, refundReason }))).toEqual([' shipping.scanned']);
    expect(reasons(await desk.money.finance.post('Order/cancelInside', { id, cancelReason: 'Never used' }))).toEqual([
      ' shipping.scanned',
    ]);
    expect((await desk.harbor.post('Order/cancelInside', { id, cancelReason: 'x' })).status).toBe(403);
  });

  it('of many is applied for at once', async () => {
    const ids = [await ordered(), await ordered()];
    const answer = await desk.harbor.post('Order/applyRefund', { ids, refundReason });
    expect(answer.body.data).toEqual({ results: ids.map((id) => ({ id, ok: true })) });
    await desk.run();
    const done = await desk.money.finance.post('Order/refund', { ids });
    expect(done.body.data).toEqual({ results: ids.map((id) => ({ id, ok: true })) });
  });
});
