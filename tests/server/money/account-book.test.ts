import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, type Money } from '../../support/money.ts';
import type { Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
});
afterAll(() => world?.close());

interface Line {
  kind: string;
  moneyIn: number | null;
  moneyOut: number | null;
  balanceAfter: number;
}

describe('the account book', () => {
  it('tells of every line what came in or went out and what stood afterwards, to the customer alone', async () => {
    const customer = money.customer('acme');
    const withdrawal = {
      ...{ customer, amount: 100.1, method: 'wire' },
      ...{ payee: 'Acme', accountNo: '1' },
    };
    const id = added(await money.member.post('Withdrawal/add', withdrawal));
    await money.finance.post('Withdrawal/refuse', { id, remarks: 'Not now' });
    const paid = added(await money.member.post('Withdrawal/add', withdrawal));
    await money.finance.post('Withdrawal/pass', { id: paid });
    await money.finance.post('Withdrawal/payOut', { id: paid, bankReference: 'WT 2' });
    const deposit = { customer, amount: 20, currency: 'USD', method: 'wire', receivedOn: '2025-06-02' };
    const held = added(await money.finance.post('MemberDeposit/add', deposit));
    await money.finance.post('MemberDeposit/return', { id: held, returnTo: 'balance' });

    const book = async (query: Record<string, string> = {}) =>
      (await money.member.get('LedgerTransfer/list', { view: 'book', sort: 'createdAt', ...query })).body
        .data as Line[];
    const lines = (await book()).slice(-4);
    expect(lines.map(({ kind, moneyIn, moneyOut, balanceAfter }) => [kind, moneyIn, moneyOut, balanceAfter])).toEqual([
      ['hold', null, 100.1, 7650.15],
      ['release', 100.1, null, 7750.25],
      ['hold', null, 100.1, 7650.15],
      ['depositReturn', 20, null, 7670.15],
    ]);
    expect(await money.balance('available', customer)).toBe(767_015);
    expect(await book({ 'createdAt.between': '2001-01-01,2001-12-31' })).toEqual([]);
    const other = await world.person('north sibling').person.get('LedgerTransfer/list', { view: 'book' });
    expect((other.body.data as { customer: string }[]).every((row) => row.customer === money.customer('harbor'))).toBe(
      true,
    );
  });

  it('names the record behind each line to anyone who may see it, and lists the lines of a record', async () => {
    const deposit = { customer: money.customer('acme'), amount: 7, currency: 'USD', method: 'wire' };
    const id = added(await money.finance.post('MemberDeposit/add', { ...deposit, receivedOn: '2025-06-02' }));
    const { depositNo } = (await money.finance.get('MemberDeposit/detail', { id })).body.data as { depositNo: string };
    for (const person of [money.finance, money.member]) {
      const { rows } = (await person.get('LedgerTransfer/page', { refId: id })).body.data as { rows: unknown[] };
      expect(rows).toMatchObject([{ kind: 'deposit', refEntity: 'deposit', refId: id, $refId: depositNo }]);
    }
    const other = await world.person('north sibling').person.get('LedgerTransfer/page', { refId: id });
    expect(other.body.data).toMatchObject({ totalRows: 0 });
  });

  it('leaves the own name out of a member’s columns and filters, and in those of staff', async () => {
    const columns = async (person: Person) => {
      const { meta } = (await person.get('meta/LedgerTransfer')).body.data as {
        meta: { list: { columns: string[]; filters: string[] } };
      };
      return [meta.list.columns, meta.list.filters].map((names) => names.includes('customer'));
    };
    expect(await columns(money.finance)).toEqual([true, true]);
    expect(await columns(money.member)).toEqual([false, false]);
  });

  it('adds up to the balance and goes out as a workbook', async () => {
    const { body } = await money.finance.get('LedgerTransfer/aggregate', {
      ...{ customer: money.customer('acme'), sum: 'moneyIn,moneyOut' },
    });
    const [sums] = body.data as { moneyIn: number; moneyOut: number }[];
    expect(Math.round(((sums?.moneyIn ?? 0) - (sums?.moneyOut ?? 0)) * 100)).toBe(
      await money.balance('available', money.customer('acme')),
    );
    const columns = ['createdAt', 'kind', 'moneyIn', 'moneyOut', 'balanceAfter'];
    const asked = await money.member.post('LedgerTransfer/export', {
      format: 'xlsx',
      columns,
      query: { view: 'book' },
    });
    await world.test.runJobs();
    const { job } = asked.body.data as { job: string };
    expect((await money.member.get('job', { id: job })).body.data).toMatchObject({ state: 'done' });
  });
});

describe('the board of money', () => {
  it('shows finance every block, and a member the own figures', async () => {
    const blocks = async (person: Person) =>
      ((await person.get('screen/money')).body.data as { blocks: { block: string }[] }).blocks;
    expect(await blocks(money.finance)).toHaveLength(19);
    const own = (await blocks(money.member)).map(({ block }) => block);
    expect(own).toEqual(expect.arrayContaining(['recharged', 'spent', 'available', 'frozen', 'depositsByCurrency']));
    expect(own).not.toContain('withdrawalsWaiting');
  });
});
