import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
});
afterAll(() => world?.close());

const deposit = (more: object = {}) => ({
  customer: money.customer('acme'),
  amount: 1250.5,
  currency: 'USD',
  method: 'wire',
  receivedOn: '2025-06-02',
  ...more,
});
const record = async (more: object = {}) => added(await money.finance.post('MemberDeposit/add', deposit(more)));
const held = () => money.balance('deposit', money.customer('acme'));

describe('a deposit', () => {
  it('is recorded by finance: bank to deposit, to the cent, and nowhere else', async () => {
    const before = await held();
    const available = await money.balance('available', money.customer('acme'));
    const id = await record({ amount: 1250.55 });
    expect(await money.lines(id)).toEqual(['deposit bankClearing>deposit 1250.55']);
    expect((await held()) - before).toBe(125_055);
    expect(await money.balance('available', money.customer('acme'))).toBe(available);
    expect((await money.member.get('membership/balance')).body.data).toMatchObject({ depositState: 'recorded' });
  });

  it('stands in the header of the member, also in another currency than the balance', async () => {
    const agree = (currency: string) =>
      world.owner.query('UPDATE customer_config SET "depositCurrency" = $2 WHERE customer = $1', [
        money.customer('acme'),
        currency,
      ]);
    const figures = async () => {
      const { figures: all } = (await money.member.get('membership/balance')).body.data as {
        figures: { code: string; amount: number; currency?: string }[];
      };
      return all.filter(({ code }) => code === 'memberDeposit').map(({ amount, currency }) => [amount, currency]);
    };
    const own = (await held()) / 100;
    expect(await figures()).toEqual([[own, undefined]]);
    await agree('CNY');
    await record({ amount: 800, currency: 'CNY' });
    await agree('USD');
    expect(await figures()).toEqual([
      [own, undefined],
      [800, 'CNY'],
    ]);
  });

  it('is in the currency that the customer’s settings name', async () => {
    const wrong = await money.finance.post('MemberDeposit/add', deposit({ customer: money.customer('yunfan') }));
    expect(reasons(wrong)).toEqual(['currency ledger.depositCurrency']);
    expect(wrong.body.issues?.[0]?.message).toBe('Deposits of this customer are in CNY.');
    const id = await record({ customer: money.customer('yunfan'), currency: 'CNY' });
    expect(await money.balance('deposit', money.customer('yunfan'), 'CNY')).toBe(125_050);
    const back = await money.finance.post('MemberDeposit/return', { id, returnTo: 'balance' });
    expect(reasons(back)).toEqual(['returnTo ledger.balanceCurrency']);
    expect(state(await money.finance.post('MemberDeposit/return', { id, returnTo: 'bank' }))).toBe('returned');
    expect(await money.balance('deposit', money.customer('yunfan'), 'CNY')).toBe(0);
  });

  it('goes back to the balance or to the bank, once', async () => {
    const before = await held();
    const available = await money.balance('available', money.customer('acme'));
    const id = await record();
    expect(reasons(await money.finance.post('MemberDeposit/return', { id }))).toEqual(['returnTo required']);
    expect(state(await money.finance.post('MemberDeposit/return', { id, returnTo: 'balance' }))).toBe('returned');
    expect(await held()).toBe(before);
    expect((await money.balance('available', money.customer('acme'))) - available).toBe(125_050);
    expect(reasons(await money.finance.post('MemberDeposit/return', { id, returnTo: 'bank' }))).toEqual([
      'status state.wrong',
    ]);
    expect(await money.lines(id)).toEqual([
      'deposit bankClearing>deposit 1250.50',
      'depositReturn deposit>available 1250.50',
    ]);
  });

  it('is voided with a reason by the entry the other way round', async () => {
    const before = await held();
    const id = await record();
    expect(reasons(await money.finance.post('MemberDeposit/void', { id }))).toEqual(['reason required']);
    expect(state(await money.finance.post('MemberDeposit/void', { id, reason: 'Wrong customer' }))).toBe('voided');
    expect(await held()).toBe(before);
    expect((await money.lines(id)).at(-1)).toBe('reversal deposit>bankClearing 1250.50');
  });

  it('keeps its amount once recorded; what else was typed can be corrected', async () => {
    const id = await record();
    const edited = await money.finance.post('MemberDeposit/edit', { id, note: 'Seen on the statement' });
    expect(edited.body).toMatchObject({ success: true, data: { version: 2 } });
    expect((await money.finance.post('MemberDeposit/edit', { id, amount: 1 })).body.success).toBe(false);
  });

  it('is seen by its customer and touched by nobody but finance', async () => {
    const id = await record();
    expect((await money.member.get('MemberDeposit/detail', { id })).body.success).toBe(true);
    expect((await world.person('north sibling').person.get('MemberDeposit/detail', { id })).body.success).toBe(false);
    for (const person of [money.member, money.clerk]) {
      expect((await person.post('MemberDeposit/add', deposit())).status).toBe(403);
      expect((await person.post('MemberDeposit/return', { id, returnTo: 'bank' })).status).toBe(403);
      expect((await person.post('MemberDeposit/void', { id, reason: 'x' })).status).toBe(403);
    }
  });

  it('comes in by a file under the same rules: what cannot be posted is not added', async () => {
    const before = await held();
    const file = [
      'customer,amount,currency,method,receivedOn',
      'C1001,10.10,USD,wire,2025-06-02',
      'C1001,20.20,CNY,wire,2025-06-02',
      'C1001,30.30,USD,wire,2025-06-02',
    ].join('\n');
    const { job } = (await money.finance.send('MemberDeposit/import', 'rows.csv', file)).body.data as { job: string };
    await world.test.runJobs();
    expect((await money.finance.get('job', { id: job })).body.data).toMatchObject({
      state: 'done',
      result: { added: 2, refused: 1 },
    });
    expect((await held()) - before).toBe(4_040);
  });

  it('posts once however often the same request comes', async () => {
    const before = await held();
    const send = () => money.finance.post('MemberDeposit/add', deposit(), { 'idempotency-key': 'deposit-once' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(added)).size).toBe(1);
    expect((await held()) - before).toBe(125_050);
  });
});
