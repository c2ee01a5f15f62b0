import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postAll, reverse, type Leg } from '../../../server/domain/ledger/posting.ts';
import { openLedgerHouse, type LedgerHouse } from './support/ledger-house.ts';

let services: LedgerHouse;
let north = '';
let south = '';
beforeAll(async () => {
  services = await openLedgerHouse();
  ({ north, south } = services.tenants);
});
afterAll(() => services?.close());

let keys = 0;
const ref = { entity: 'test', id: '1' };
const key = () => `test:${(keys += 1)}`;
const recharge = (customer: string, amount: string, more: Partial<Leg> = {}): Leg => ({
  key: key(),
  kind: 'recharge',
  debit: { kind: 'bankClearing' },
  credit: { kind: 'available', customer },
  amount,
  currency: 'USD',
  ref,
  ...more,
});
const charge = (customer: string, amount: string, more: Partial<Leg> = {}): Leg => ({
  key: key(),
  kind: 'deduction',
  debit: { kind: 'available', customer },
  credit: { kind: 'revenueFee' },
  amount,
  currency: 'USD',
  ref,
  ...more,
});
const book = (...legs: Leg[]) => services.as(north, (on) => postAll(on, legs));
const codes = (issues: readonly { code: string }[]) => issues.map(({ code }) => code);

describe('a posting', () => {
  it('moves both sides once, and answers the same when it is repeated', async () => {
    const customer = await services.customer(north);
    const before = await services.balance(north, 'bankClearing');
    const leg = recharge(customer, '100.25');
    expect(await book(leg)).toEqual([]);
    expect(await book(leg)).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('100.25');
    expect(Number(await services.balance(north, 'bankClearing')) - Number(before)).toBeCloseTo(-100.25, 6);
  });

  it('refuses a key that stands for something else, and writes nothing', async () => {
    const customer = await services.customer(north);
    const leg = recharge(customer, '10');
    await book(leg);
    expect(codes(await book({ ...leg, amount: '11' }))).toEqual(['ledger.keyReused']);
    expect(codes(await book({ ...leg, kind: 'adjustment' }))).toEqual(['ledger.keyReused']);
    expect(codes(await book({ ...leg, ref: { entity: 'test', id: '2' } }))).toEqual(['ledger.keyReused']);
    expect(codes(await book(leg, { ...leg, amount: '5' }))).toEqual(['ledger.keyReused']);
    expect(await services.balance(north, 'available', customer)).toBe('10.00');
  });

  it('takes no amount below a cent, of zero or less, and no side that is none', async () => {
    const customer = await services.customer(north);
    for (const amount of ['0', '-1', '0.005', 'NaN']) {
      await expect(book(recharge(customer, amount))).rejects.toMatchObject({ kind: 'refused' });
    }
    const strange = [
      { credit: { kind: 'available' } },
      { debit: { kind: 'bankClearing', customer } },
      { debit: { kind: 'nowhere' } },
      { credit: { kind: 'frozen', customer } },
      { credit: { kind: 'bankClearing' } },
      { debit: { kind: 'available', customer } },
      { currency: null },
      { kind: 'hold' },
      { kind: 'reversal' },
    ];
    for (const more of strange) {
      await expect(book(recharge(customer, '1', more as Partial<Leg>))).rejects.toMatchObject({ kind: 'refused' });
    }
    expect(await services.balance(north, 'available', customer)).toBe('0.00');
  });

  it('notes the balance and the step after it on the side of the customer', async () => {
    const customer = await services.customer(north);
    await book(recharge(customer, '30'));
    await book(charge(customer, '10'));
    const { rows } = await services.owner.query(
      `SELECT "creditBalance", "creditStep", "debitBalance", "debitStep" FROM ledger_transfer WHERE customer = $1 ORDER BY id`,
      [customer],
    );
    expect(rows).toEqual([
      { creditBalance: '30.00', creditStep: '2', debitBalance: null, debitStep: null },
      { creditBalance: null, creditStep: null, debitBalance: '20.00', debitStep: '3' },
    ]);
  });
});

describe('the floor', () => {
  it('is zero without a configuration', async () => {
    const customer = await services.customer(north);
    await book(recharge(customer, '10'));
    expect(await book(charge(customer, '10.01'))).toEqual([
      {
        code: 'ledger.belowFloor',
        path: '',
        params: { account: 'available', balance: '10.00', amount: '10.01', short: '0.01', currency: 'USD', floor: '0' },
      },
    ]);
    expect(await book(charge(customer, '10'))).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('0.00');
  });

  it('is the minimum less the overdraft, and a change counts for the next posting', async () => {
    const customer = await services.customer(north, { minBalance: 5, overDraftAmount: 20 });
    expect(codes(await book(charge(customer, '15.01')))).toEqual(['ledger.belowFloor']);
    expect(await book(charge(customer, '15'))).toEqual([]);
    await services.limit(customer, { overDraftAmount: 0 });
    expect(codes(await book(charge(customer, '0.01')))).toEqual(['ledger.belowFloor']);
    await services.limit(customer, { overDraftAmount: 16 });
    expect(await book(charge(customer, '1'))).toEqual([]);
  });

  it('does as the risk action says: waits, warns or allows', async () => {
    const hold = await services.customer(north, { riskAction: 'hold' });
    expect(codes(await book(charge(hold, '1')))).toEqual(['ledger.onHold']);
    const warn = await services.customer(north, { riskAction: 'warn' });
    const allow = await services.customer(north, { riskAction: 'allow' });
    expect(await book(charge(warn, '1'))).toEqual([]);
    expect(await book(charge(allow, '1'))).toEqual([]);
    const { rows } = await services.owner.query(
      `SELECT customer::text, "pastFloor" FROM ledger_transfer WHERE customer = ANY($1) ORDER BY id`,
      [[hold, warn, allow]],
    );
    expect(rows).toEqual([
      { customer: warn, pastFloor: 'warned' },
      { customer: allow, pastFloor: 'allowed' },
    ]);
  });

  it('is passed by what the carrier really charged, but never on a deposit', async () => {
    const customer = await services.customer(north, { riskAction: 'allow' });
    await services.limit(customer, {});
    expect(await book(charge(customer, '7', { pastFloor: true }))).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('-7.00');
    const back: Partial<Leg> = { kind: 'depositReturn', debit: { kind: 'deposit', customer }, pastFloor: true };
    expect(codes(await book(charge(customer, '1', back)))).toEqual(['ledger.notEnough']);
  });

  it('does not tell a member where it lies', async () => {
    const customer = await services.customer(north, { minBalance: 5 });
    const [refusal] = await services.as(north, (on) => postAll(on, [charge(customer, '1')]), { member: customer });
    expect(refusal?.params).toEqual({
      account: 'available',
      balance: '0.00',
      amount: '1',
      short: '6.00',
      currency: 'USD',
    });
  });
});

describe('linked legs', () => {
  it('stand together or not at all', async () => {
    const customer = await services.customer(north);
    const shared = key();
    const legs = [recharge(customer, '10', { key: shared }), charge(customer, '10.01', { key: shared })];
    expect(codes(await book(...legs))).toEqual(['ledger.belowFloor']);
    expect(await services.balance(north, 'available', customer)).toBe('0.00');
    const right = [recharge(customer, '10', { key: shared }), charge(customer, '4', { key: shared })];
    expect(await book(...right)).toEqual([]);
    expect(await book(...right)).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('6.00');
    expect(codes(await book(...right.slice(0, 1)))).toEqual(['ledger.keyReused']);
    expect(codes(await book(...right, charge(customer, '1', { key: shared })))).toEqual(['ledger.keyReused']);
    expect(codes(await book(charge(customer, '1'), ...right))).toEqual(['ledger.keyReused']);
  });
});

describe('a reversal', () => {
  it('books the lines of an operation back, once, and may pass the floor', async () => {
    const customer = await services.customer(north);
    const [one, other] = [recharge(customer, '10'), charge(customer, '10')];
    await book(one);
    await book(other);
    const undo = (newKey: string, of = one.key) =>
      services.as(north, (on) => reverse(on, of, newKey, ref, 'wrong pass'));
    const again = key();
    expect(await undo(again)).toEqual([]);
    expect(await undo(again)).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('-10.00');
    expect(codes(await undo(key()))).toEqual(['ledger.alreadyReversed']);
    expect(codes(await undo(key(), again))).toEqual(['ledger.notReversible']);
    expect(codes(await undo(key(), 'nothing'))).toEqual(['ledger.noOperation']);
  });

  it('has its key and what it takes back for itself in the table, whatever a function forgets', async () => {
    const customer = await services.customer(north);
    const [one, undo] = [recharge(customer, '10'), key()];
    await book(one);
    await services.as(north, (on) => reverse(on, one.key, undo, ref));
    const again = (opKey: string) =>
      services.owner.query(
        `INSERT INTO ledger_transfer (tenant_id, id, "opKey", kind, debit, credit, amount, currency, reverses)
         SELECT tenant_id, lading.new_id(), $2, kind, debit, credit, amount, currency, reverses FROM ledger_transfer
          WHERE tenant_id = $3 AND "opKey" = $1`,
        [opKey === undo ? one.key : undo, opKey, north],
      );
    await expect(again(undo)).rejects.toMatchObject({ code: '23505', constraint: expect.stringContaining('opKey') });
    await expect(again(key())).rejects.toMatchObject({
      ...{ code: '23505', constraint: expect.stringContaining('reverses') },
    });
  });

  it('of linked legs takes all of them back', async () => {
    const customer = await services.customer(north);
    const shared = key();
    await book(recharge(customer, '10', { key: shared }), charge(customer, '4', { key: shared }));
    expect(await services.as(north, (on) => reverse(on, shared, key(), ref))).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('0.00');
  });
});

describe('a posting to an account that has something', () => {
  it('adds to what stands there, one line after the other', async () => {
    const customer = await services.customer(north);
    for (const amount of ['10', '5']) expect(await book(recharge(customer, amount))).toEqual([]);
    expect(await services.balance(north, 'available', customer)).toBe('15.00');
  });
});

describe('the walls of the ledger', () => {
  it('keep tenants apart: the same key posts in each, and a customer of another is nobody', async () => {
    const [mine, theirs] = [await services.customer(north), await services.customer(south)];
    const leg = recharge(mine, '10');
    await book(leg);
    const other = { ...leg, credit: { kind: 'available', customer: theirs } as const };
    expect(await services.as(south, (on) => postAll(on, [other]))).toEqual([]);
    expect(await services.balance(south, 'available', theirs)).toBe('10.00');
    // The first money of a tenant comes from an account of its own house.
    expect(await services.balance(south, 'bankClearing')).toBe('-10.00');
    await expect(book(recharge(theirs, '10'))).rejects.toMatchObject({ kind: 'refused' });
    expect(codes(await services.as(south, (on) => reverse(on, 'test:unknown', key(), ref)))).toEqual([
      'ledger.noOperation',
    ]);
  });

  it('let a member spend the own money and nothing else', async () => {
    const [mine, theirs] = [await services.customer(north), await services.customer(north)];
    const own = recharge(mine, '10');
    await book(own, recharge(theirs, '10'));
    const asMember = (leg: Leg) => services.as(north, (on) => postAll(on, [leg]), { member: mine });
    expect(await asMember(charge(mine, '1'))).toEqual([]);
    await expect(asMember(charge(theirs, '1'))).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(asMember(recharge(mine, '1'))).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(services.as(north, (on) => reverse(on, own.key, key(), ref), { member: mine })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('let no request write a line, a balance or what is not yet summed', async () => {
    for (const statement of [
      `INSERT INTO ledger_transfer (id) VALUES (1)`,
      `UPDATE ledger_transfer SET amount = 1`,
      `DELETE FROM ledger_transfer`,
      `UPDATE ledger_account SET balance = 1`,
      `SELECT * FROM ledger.unrolled`,
      `SELECT ledger.book('[]')`,
      `SELECT ledger.roll_up()`,
      `SELECT ledger.account_for('bankClearing', NULL, 'USD')`,
    ]) {
      await expect(services.as(north, (on) => on.query(statement, []))).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });
});

describe('the roll-up', () => {
  it('brings what moved into the balances of the tenant, once, and changes no sum', async () => {
    const customer = await services.customer(north);
    await book(recharge(customer, '12.34'));
    const before = await services.balance(north, 'bankClearing');
    const system = await services.test.node.system.pool.query<{ lines: string }>('SELECT ledger.roll_up() AS lines');
    expect(Number(system.rows[0]?.lines)).toBeGreaterThan(0);
    const { rows } = await services.owner.query(
      `SELECT balance FROM ledger_account WHERE tenant_id = $1 AND kind = 'bankClearing'`,
      [north],
    );
    expect(rows).toEqual([{ balance: before }]);
    expect((await services.owner.query('SELECT FROM ledger.unrolled')).rowCount).toBe(0);
    expect(await services.balance(north, 'bankClearing')).toBe(before);
  });
});
