import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postEach, reverse, type Leg } from '../../../server/domain/ledger/posting.ts';
import { openLedgerHouse, type LedgerHouse, type Limits } from './support/ledger-house.ts';

let services: LedgerHouse;
let north = '';
beforeAll(async () => {
  services = await openLedgerHouse();
  ({ north } = services.tenants);
});
afterAll(() => services?.close());

let keys = 0;
const ref = { entity: 'test', id: '1' };
const own = (customer: string, kind: 'available' | 'deposit' = 'available') => ({ kind, customer }) as const;
const move = (debit: Leg['debit'], credit: Leg['credit'], amount: string, more: Partial<Leg> = {}): Leg => ({
  ...{ key: `batch:${(keys += 1)}`, kind: 'adjustment', debit, credit, amount, currency: 'USD', ref },
  ...more,
});
const bank = { kind: 'bankClearing' } as const;
const fee = { kind: 'revenueFee' } as const;
const inward = (customer: string, amount: string, more: Partial<Leg> = {}) => move(bank, own(customer), amount, more);
const outward = (customer: string, amount: string, more: Partial<Leg> = {}) => move(own(customer), fee, amount, more);

const bookEach = (...operations: Leg[][]) => services.as(north, (on) => postEach(on, operations), { once: true });
const codes = (answers: readonly (readonly { code: string }[])[]) =>
  answers.map((issues) => issues.map(({ code }) => code).join());

/** Everything that the lines of a customer say, whatever their keys. */
const linesOf = async (customer: string) =>
  (
    await services.owner.query(
      `SELECT kind, amount, "pastFloor", "debitBalance", "debitStep", "creditBalance", "creditStep", "moneyIn", "moneyOut",
              "balanceAfter", note FROM ledger_transfer WHERE customer = $1 ORDER BY id`,
      [customer],
    )
  ).rows;

describe('operations that are booked together', () => {
  it('stand each by itself: what is refused leaves the others', async () => {
    const customer = await services.customer(north);
    const [first, again] = [inward(customer, '10'), outward(customer, '4')];
    const answers = await bookEach(
      [first],
      [outward(customer, '10.01')],
      [again, { ...again, debit: bank, credit: fee }],
      [outward(customer, '6.01')],
      [{ ...first, amount: '11' }],
      [first],
      [outward(customer, '6')],
    );
    const [none, short, reused] = ['', 'ledger.belowFloor', 'ledger.keyReused'];
    expect(codes(answers)).toEqual([none, short, none, short, reused, none, none]);
    expect(answers[3]?.[0]?.params).toMatchObject({ balance: '6.00', short: '0.01' });
    expect(await services.balance(north, 'available', customer)).toBe('0.00');
    expect(await services.proofs()).toEqual({ verify: [], audit: [] });
  });

  it('are held to the floor in their order: money that comes later does not help, and what is spent is gone', async () => {
    const customer = await services.customer(north, { overDraftAmount: 5 });
    expect(codes(await bookEach([outward(customer, '5.01')], [inward(customer, '100')]))).toEqual([
      'ledger.belowFloor',
      '',
    ]);
    const spent = await bookEach([outward(customer, '60')], [outward(customer, '60')], [outward(customer, '45')]);
    expect(codes(spent)).toEqual(['', 'ledger.belowFloor', '']);
    expect(await services.balance(north, 'available', customer)).toBe('-5.00');
  });

  it('answer a key that stands as it was answered, and book the rest', async () => {
    const customer = await services.customer(north);
    const [first, second, third] = [inward(customer, '10'), inward(customer, '1'), inward(customer, '2')];
    await bookEach([first]);
    expect(codes(await bookEach([first], [second]))).toEqual(['', '']);
    expect(codes(await bookEach([{ ...first, amount: '11' }], [third]))).toEqual(['ledger.keyReused', '']);
    expect(await services.balance(north, 'available', customer)).toBe('13.00');
  });

  it('take nothing of an operation that is refused in its last leg', async () => {
    const [one, other] = [await services.customer(north), await services.customer(north)];
    await bookEach([inward(one, '10')], [inward(other, '10')]);
    const key = 'batch:linked';
    const linked = [outward(one, '3', { key }), outward(other, '11', { key })];
    expect(codes(await bookEach(linked, [outward(one, '10')]))).toEqual(['ledger.belowFloor', '']);
    expect([
      await services.balance(north, 'available', one),
      await services.balance(north, 'available', other),
    ]).toEqual(['0.00', '10.00']);
  });

  it('are not booked at all beside a leg that may not be', async () => {
    const [customer, mine] = [await services.customer(north), await services.customer(north)];
    await bookEach([inward(customer, '10')], [inward(mine, '10')]);
    const frozen = { kind: 'frozen', customer } as const;
    for (const wrong of [
      outward(customer, '0'),
      outward(customer, '0.005'),
      outward(customer, 'NaN'),
      outward(customer, '1', { kind: 'reversal' }),
      move(own(customer), own(mine), '1'),
      move(own(customer), frozen, '1'),
    ]) {
      await expect(bookEach([outward(customer, '1')], [wrong])).rejects.toMatchObject({ kind: 'refused' });
    }
    const asMember = services.as(north, (on) => postEach(on, [[outward(mine, '1')], [outward(customer, '1')]]), {
      once: true,
      member: mine,
    });
    await expect(asMember).rejects.toMatchObject({ kind: 'forbidden' });
    expect([
      await services.balance(north, 'available', customer),
      await services.balance(north, 'available', mine),
    ]).toEqual(['10.00', '10.00']);
  });

  const limits: [string, Limits | undefined][] = [
    ['no settings', undefined],
    ['a minimum', { minBalance: 3 }],
    ['an overdraft', { overDraftAmount: 20 }],
    ['a warning', { riskAction: 'warn' }],
    ['everything allowed', { riskAction: 'allow', overDraftAmount: 1 }],
    ['a wait for staff', { riskAction: 'hold' }],
  ];
  it.each(limits)('leave what they leave one after the other, with %s', async (_, limit) => {
    const [together, alone] = [await services.customer(north, limit), await services.customer(north, limit)];
    const story = (customer: string): Leg[][] => [
      [inward(customer, '30')],
      [outward(customer, '12.34', { note: 'first' })],
      [move(own(customer), own(customer, 'deposit'), '7')],
      [outward(customer, '40', { pastFloor: true, kind: 'billUnderpaid' })],
      [inward(customer, '1'), move(own(customer, 'deposit'), bank, '2')],
      [outward(customer, '0.01')],
    ];
    // Bound to be refused for some of the limits, which sends the whole batch the long way; without it, the short one.
    const [short, long] = [story(together).slice(0, 5), story(together)];
    const answers = [...(await bookEach(...short)), ...(await bookEach(...long))];
    const single: typeof answers = [];
    for (const operation of [...story(alone).slice(0, 5), ...story(alone)]) single.push(...(await bookEach(operation)));
    expect(codes(answers)).toEqual(codes(single));
    expect(await linesOf(together)).toEqual(await linesOf(alone));
    expect(await services.proofs()).toEqual({ verify: [], audit: [] });
  });

  it.each([
    ['one line', 1],
    ['many lines', 3],
  ])('are dated in the order of their balances, though their transactions overlap: %s', async (_, many) => {
    const customer = await services.customer(north);
    const few = (amount: string) => Array.from({ length: many }, () => [inward(customer, amount)]);
    await services.as(north, async (late) => {
      await late.query('SELECT now()', []);
      await bookEach(...few('10'));
      await postEach(late, few('1'));
    });
    const { rows } = await services.owner.query<{ step: number }>(
      'SELECT "creditStep"::int AS step FROM ledger_transfer WHERE customer = $1 ORDER BY "createdAt", id',
      [customer],
    );
    const first = rows[0]?.step ?? 0;
    expect(rows.map(({ step }) => step - first)).toEqual(Array.from({ length: 2 * many }, (_, at) => at));
  });

  it('have one row for what they move of an account of the tenant', async () => {
    const customer = await services.customer(north);
    await services.test.node.system.pool.query('SELECT ledger.roll_up()');
    await bookEach(...Array.from({ length: 50 }, () => [inward(customer, '1')]));
    const { rows } = await services.owner.query('SELECT amount::int FROM ledger.unrolled');
    expect(rows).toEqual([{ amount: -50 }]);
  });

  it('can be reversed one by one', async () => {
    const customer = await services.customer(north);
    const legs = [inward(customer, '10'), inward(customer, '1')];
    await bookEach(...legs.map((leg) => [leg]));
    expect(await services.as(north, (on) => reverse(on, legs[0]?.key ?? '', 'batch:back', ref))).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('1.00');
  });
});

describe('an account', () => {
  it('is kept forever', async () => {
    const customer = await services.customer(north);
    await bookEach([inward(customer, '1')]);
    const remove = services.owner.query('DELETE FROM ledger_account WHERE customer = $1', [customer]);
    await expect(remove).rejects.toMatchObject({ code: '23001' });
    const owner = services.owner.query('DELETE FROM customer WHERE id = $1', [customer]);
    await expect(owner).rejects.toMatchObject({ table: 'ledger_account' });
  });
});
