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

const wish = (amount: number, person: Person = money.member) =>
  person.post('Withdrawal/add', {
    customer: money.customer('acme'),
    amount,
    method: 'wire',
    payee: 'Acme Outdoor Supply LLC',
    accountNo: '000123456789',
  });
const stand = async () => {
  const own = money.customer('acme');
  const [available, frozen] = [await money.balance('available', own), await money.balance('frozen', own)];
  return { available, frozen, bank: await money.balance('bankClearing', null) };
};

describe('a withdrawal', () => {
  it('freezes when a member applies, and leaves through the bank when it is paid', async () => {
    const before = await stand();
    const id = added(await wish(300.35));
    expect(await stand()).toEqual({ ...before, available: before.available - 30_035, frozen: before.frozen + 30_035 });
    expect(state(await money.finance.post('Withdrawal/pass', { id }))).toBe('passed');
    expect(reasons(await money.admin.post('Withdrawal/payOut', { id }))).toEqual(['bankReference required']);
    expect(state(await money.finance.post('Withdrawal/payOut', { id, bankReference: 'WT 1' }))).toBe('paidOut');
    expect(await stand()).toEqual({ ...before, available: before.available - 30_035, bank: before.bank + 30_035 });
    expect(await money.lines(id)).toEqual(['hold available>frozen 300.35', 'withdrawal frozen>bankClearing 300.35']);
    expect(reasons(await money.finance.post('Withdrawal/refuse', { id, remarks: 'Late' }))).toEqual([
      'status state.wrong',
    ]);
  });

  it('gives the money back when it is refused, before or after it was passed', async () => {
    const before = await stand();
    const one = added(await wish(100));
    const two = added(await wish(50.01));
    expect(reasons(await money.finance.post('Withdrawal/refuse', { id: one }))).toEqual(['remarks required']);
    const long = await money.finance.post('Withdrawal/refuse', { id: one, remarks: 'x'.repeat(201) });
    expect(reasons(long)).toEqual(['remarks text.tooLong']);
    expect(state(await money.finance.post('Withdrawal/refuse', { id: one, remarks: 'Wrong payee' }))).toBe('refused');
    expect(state(await money.finance.post('Withdrawal/pass', { id: two }))).toBe('passed');
    expect(state(await money.finance.post('Withdrawal/refuse', { id: two, remarks: 'Bank sent it back' }))).toBe(
      'refused',
    );
    expect(await stand()).toEqual(before);
  });

  it('stays within the limit also where the risk action lets costs pass it', async () => {
    const settings = `SELECT "riskAction" FROM customer_config WHERE customer = $1`;
    const { rows } = await world.owner.query(settings, [money.customer('acme')]);
    expect(rows).toEqual([{ riskAction: 'warn' }]);
    const before = await stand();
    expect(reasons(await wish(99_999))).toEqual(['amount ledger.notToWithdraw']);
    expect(await stand()).toEqual(before);
  });

  it('never takes more than may be spent', async () => {
    const harbor = { customer: money.customer('harbor'), amount: 1_250.51, method: 'wire', payee: 'H', accountNo: '1' };
    const refused = await world.person('north sibling').person.post('Withdrawal/add', harbor);
    expect(reasons(refused)).toEqual([' ledger.belowFloor']);
    const told = 'The available balance is 1,250.50 USD and 1,250.51 USD are needed: 0.01 USD too little.';
    expect(refused.body.issues?.[0]?.message).toBe(told);
    // Staff see the settings of a customer, and so hear the limit that they make.
    const byStaff = await money.finance.post('Withdrawal/add', harbor);
    expect(byStaff.body.issues?.[0]?.message).toBe(`${told} The limit is 0.00 USD: minimum balance less overdraft.`);
    expect(await money.balance('frozen', money.customer('harbor'))).toBe(0);
  });

  it('is one of ten when the money is enough for one', async () => {
    const harbor = { customer: money.customer('harbor'), amount: 1_000, method: 'wire', payee: 'H', accountNo: '1' };
    const { person } = world.person('north sibling');
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.post('Withdrawal/add', harbor)));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await money.balance('frozen', money.customer('harbor'))).toBe(100_000);
  });

  it('is reviewed by another than who applied, and by finance', async () => {
    const id = added(await wish(5, money.finance));
    for (const action of ['pass', 'refuse'])
      expect(reasons(await money.finance.post(`Withdrawal/${action}`, { id, remarks: 'x' }))).toEqual([
        ' ownWithdrawal',
      ]);
    for (const person of [money.member, money.clerk])
      expect((await person.post('Withdrawal/pass', { id })).status).toBe(403);
    expect((await money.clerk.post('Withdrawal/add', {})).status).toBe(403);
    expect(state(await money.admin.post('Withdrawal/pass', { id }))).toBe('passed');
  });

  it('of a member is always the member’s own', async () => {
    const id = added(
      await money.member.post('Withdrawal/add', {
        ...{ customer: money.customer('harbor'), amount: 1, method: 'wire', payee: 'H', accountNo: '1' },
      }),
    );
    const { body } = await money.finance.get('Withdrawal/detail', { id });
    expect(body.data).toMatchObject({ customer: money.customer('acme') });
  });
});
