import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import type { Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
});
afterAll(() => world?.close());

const slipOf = async (member: Person): Promise<string> =>
  (await member.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data as string;
const submitted = async () => {
  const id = added(
    await money.member.post('Recharge/add', {
      ...{ customer: money.customer('acme'), amount: 500, method: 'wire', paidOn: '2025-06-02' },
      attachment: await slipOf(money.member),
    }),
  );
  expect(state(await money.member.post('Recharge/submit', { id }))).toBe('pending');
  return id;
};
const available = () => money.balance('available', money.customer('acme'));

describe('a recharge', () => {
  it('that was passed wrongly is taken back by an entry of its own, with a reason, by finance', async () => {
    const before = await available();
    const id = await submitted();
    for (const [postedAmount, code] of [
      [0, 'number.above'],
      [-1, 'number.above'],
      [undefined, 'required'],
    ])
      expect(reasons(await money.finance.post('Recharge/pass', { id, postedAmount }))).toEqual([
        `postedAmount ${code}`,
      ]);
    const other = { id, postedAmount: 498.75 };
    const { body } = await money.finance.post('Recharge/pass', other);
    expect(body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual(['remarks otherAmount']);
    const why = { ...other, remarks: 'The bank kept a fee.' };
    expect(state(await money.finance.post('Recharge/pass', why))).toBe('passed');
    expect((await available()) - before).toBe(49_875);
    expect((await money.member.post('Recharge/reverse', { id, reverseReason: 'x' })).status).toBe(403);
    expect(reasons(await money.finance.post('Recharge/reverse', { id }))).toEqual(['reverseReason required']);
    expect(state(await money.finance.post('Recharge/reverse', { id, reverseReason: 'Called back' }))).toBe('reversed');
    expect(await available()).toBe(before);
    expect(await money.lines(id)).toEqual([
      'recharge bankClearing>available 498.75',
      'reversal available>bankClearing 498.75',
    ]);
    expect((await money.finance.post('Recharge/reverse', { id, reverseReason: 'x' })).body.success).toBe(false);
    // The figure of the header opens into lines that make it.
    const { totalRecharge } = (await money.member.get('membership/balance')).body.data as { totalRecharge: number };
    const { data } = (await money.member.get('LedgerTransfer/page', { view: 'recharges', pageSize: '100' })).body;
    const { rows } = data as { rows: { moneyIn: number | null; moneyOut: number | null }[] };
    expect(rows.reduce((sum, row) => sum + (row.moneyIn ?? 0) - (row.moneyOut ?? 0), 0)).toBeCloseTo(totalRecharge, 2);
    expect(rows.filter(({ moneyOut }) => moneyOut !== null)).toHaveLength(1);
  });

  it('is not reviewed by the person who added or submitted it', async () => {
    const form = { customer: money.customer('acme'), amount: 500, method: 'wire', paidOn: '2025-06-02' };
    // One half of it each: either alone is enough.
    for (const [adding, submitting] of [
      [money.admin, money.member],
      [money.member, money.admin],
    ] as const) {
      const id = added(await adding.post('Recharge/add', { ...form, attachment: await slipOf(adding) }));
      expect(state(await submitting.post('Recharge/submit', { id }))).toBe('pending');
      expect(reasons(await money.admin.post('Recharge/pass', { id, postedAmount: 500 }))).toEqual([' ownRecharge']);
      expect(reasons(await money.admin.post('Recharge/refuse', { id, remarks: 'No' }))).toEqual([' ownRecharge']);
      expect(await money.lines(id)).toEqual([]);
      expect(state(await money.finance.post('Recharge/pass', { id, postedAmount: 500 }))).toBe('passed');
    }
  });

  it('is refused with remarks of 200 characters at most', async () => {
    const id = await submitted();
    expect(reasons(await money.finance.post('Recharge/refuse', { id }))).toEqual(['remarks required']);
    expect(reasons(await money.finance.post('Recharge/refuse', { id, remarks: 'x'.repeat(201) }))).toHaveLength(1);
    expect(state(await money.finance.post('Recharge/refuse', { id, remarks: 'x'.repeat(200) }))).toBe('refused');
    expect(await money.lines(id)).toEqual([]);
  });

  it('is booked in the tenant’s own currency', async () => {
    await world.owner.query(`UPDATE tenant SET currency = 'CAD' WHERE id = $1`, [world.homes.south.tenant]);
    const south = world.person('south finance').person;
    const { samples } = world.homes.south;
    const member = world.person('south member').person;
    const made = await member.post('Recharge/add', {
      ...{ customer: samples.get('customer/acme'), amount: 70, method: 'ach', paidOn: '2025-06-02' },
      attachment: await slipOf(member),
    });
    const id = added(made);
    await member.post('Recharge/submit', { id });
    expect(state(await south.post('Recharge/pass', { id, postedAmount: 70 }))).toBe('passed');
    const { rows } = await world.owner.query<{ currency: string }>(
      `SELECT currency FROM ledger_transfer WHERE "refId" = $1`,
      [id],
    );
    expect(rows).toEqual([{ currency: 'CAD' }]);
  });
});
