import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, type Money } from '../../support/money.ts';
import { hosts, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
});
afterAll(() => world?.close());

interface Job {
  state: string;
  result: { rows: number; issues?: { code: string }[] };
  file: string;
}

const ordered = async (person: Person, query: Record<string, string>, culture = 'en-US'): Promise<Job> => {
  const answer = await world.test.app.inject({
    method: 'POST',
    url: '/api/LedgerTransfer/export',
    query: { culture },
    headers: { host: hosts.north, authorization: `Bearer ${person.token}` },
    payload: { format: 'pdf', query },
  });
  const { data } = answer.json<{ data: { job: string } }>();
  await world.test.runJobs();
  return (await person.get('job', { id: data.job })).body.data as Job;
};
/** The words of every page, as someone reads them who has the file. */
const pagesOf = async (person: Person, { file }: Job): Promise<string[]> => {
  const { rawPayload, headers } = await person.raw('sysFileInfo/download', { id: file });
  expect(headers['content-disposition']).toMatch(/\.pdf/);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
};
const charge = async (amount: number, customer = 'jieda') => {
  const note = { reason: 'other', trackingNo: '1Z', description: 'Storage' };
  const id = added(await money.finance.post('Deduction/add', { customer: money.customer(customer), amount, ...note }));
  expect((await money.finance.post('Deduction/confirm', { id })).body.success).toBe(true);
};

describe('the statement of a customer as a document', () => {
  it('tells issuer, customer, period, balances before and after, every line and the totals', async () => {
    await charge(1_234.5);
    await charge(0.75);
    const job = await ordered(money.finance, { customer: money.customer('jieda'), 'createdAt.gte': '2025-01-01' });
    expect(job).toMatchObject({ state: 'done', result: { rows: 2 } });
    const [page = ''] = await pagesOf(money.finance, job);
    for (const words of [
      'Statement of account',
      'Issued by north',
      '2025-01-01 to today',
      'Currency USD',
      'Opening balance 0.00',
      'Closing balance −1,235.25',
      'Deduction',
      '1,234.50 −1,234.50',
      '0.75 −1,235.25',
      'Total, lines: 2 0.00 1,235.25 −1,235.25',
      'Page 1 of 1',
    ])
      expect(page).toContain(words);
  });

  it('goes on over pages that know their number, and in the language of the reader', { timeout: 60_000 }, async () => {
    for (let at = 0; at < 60; at += 1) await charge(1);
    const { tenant } = world.homes.north;
    await world.owner.query(`UPDATE customer SET name = '捷达国际货运' WHERE tenant_id = $1 AND id = $2`, [
      tenant,
      money.customer('jieda'),
    ]);
    const job = await ordered(money.finance, { customer: money.customer('jieda') }, 'zh-CN');
    const pages = await pagesOf(money.finance, job);
    expect(pages.length).toBeGreaterThan(1);
    for (const [at, page] of pages.entries()) expect(page).toContain(`第 ${at + 1} 页，共 ${pages.length} 页`);
    for (const words of ['对账单', '捷达国际货运', '期初余额 0.00', '期末余额 −1,295.25', '期初 至 今日'])
      expect(pages[0]).toContain(words);
    // Every page has the head of the table.
    for (const page of pages) expect(page).toContain('收入 支出 余额');
    expect(pages.at(-1)).toContain('合计，共 62 笔 0.00 1,295.25 −1,295.25');
  });

  it('starts from what stood before its period, also where nothing moved', async () => {
    const day = '2020-03-01';
    const none = await ordered(money.finance, { customer: money.customer('jieda'), 'createdAt.lte': day });
    expect((await pagesOf(money.finance, none))[0]).toContain('Closing balance 0.00');
    await world.owner.query(
      `UPDATE ledger_transfer SET "createdAt" = '2020-01-01' WHERE customer = $1 AND "debitStep" = 2`,
      [money.customer('jieda')],
    );
    const later = await ordered(money.finance, {
      ...{ customer: money.customer('jieda'), 'createdAt.between': `${day},2020-03-31` },
    });
    expect(later.result.rows).toBe(0);
    const [page] = await pagesOf(money.finance, later);
    expect(page).toContain('Opening balance −1,234.50');
    expect(page).toContain('Closing balance −1,234.50');
  });

  it('is of one customer: a member’s is the member’s own, whichever customer is asked for', async () => {
    const all = await ordered(money.finance, {});
    expect(all).toMatchObject({ state: 'failed', result: { issues: [{ code: 'statement.oneCustomer' }] } });
    const own = await ordered(money.member, { customer: money.customer('jieda') });
    const [page = ''] = await pagesOf(money.member, own);
    expect(page).toContain('Acme Outdoor Supply LLC');
    expect(page).not.toContain('捷达');
  });

  it('is there for lists that have one, and for no others', async () => {
    const { body } = await money.finance.post('Recharge/export', { format: 'pdf' });
    expect(body.issues).toMatchObject([{ path: 'format', code: 'choice.unknown' }]);
  });
});

describe('the balances of a statement', () => {
  const keys = 'counted.opening counted.closing moneyIn moneyOut'.split(' ');
  const told = async (person: Person, query: Record<string, string>) => {
    const asked = { sum: 'moneyIn,moneyOut', counted: 'opening,closing', group: 'currency', ...query };
    const { data } = (await person.get('LedgerTransfer/aggregate', asked)).body as unknown as {
      data: Record<string, unknown>[];
    };
    return data.map((row) => [row['currency'], ...keys.map((key) => row[key] ?? null)]);
  };
  const harbor = () => money.customer('harbor');
  const dated = (day: string, amount: number) =>
    world.owner.query(`UPDATE ledger_transfer SET "createdAt" = $3 WHERE customer = $1 AND "moneyOut" = $2`, [
      harbor(),
      amount,
      day,
    ]);

  it('are what stood before the listed lines and what stands after them, in whatever order these are dated', async () => {
    for (const amount of [100.1, 20.02, 3.33]) await charge(amount, 'harbor');
    // The clock of the second was behind: it stands before the first, as does its balance.
    await Promise.all([dated('2021-03-20', 100.1), dated('2021-03-10', 20.02), dated('2021-04-02 12:00', 3.33)]);
    const march = { customer: harbor(), 'createdAt.between': '2021-03-01,2021-03-31' };
    expect(await told(money.finance, march)).toEqual([['USD', 0, -120.12, null, 120.12]]);
    expect(await told(money.finance, { ...march, view: 'book' })).toEqual([['USD', 0, -120.12, null, 120.12]]);
    const late = { customer: harbor(), 'createdAt.gte': '2021-03-15 09:30', 'createdAt.lt': '2021-04-02' };
    expect(await told(money.finance, late)).toEqual([['USD', -20.02, -120.12, null, 100.1]]);
    const quiet = { customer: harbor(), 'createdAt.between': '2021-05-01,2021-05-31' };
    expect(await told(money.finance, quiet)).toEqual([['USD', -123.45, -123.45, null, null]]);
    const [since] = await told(money.finance, { customer: harbor(), 'createdAt.gte': '2021-05-01' });
    expect(since?.[1]).toBe(-123.45);
    expect(Math.round(Number(since?.[2]) * 100)).toBe(await money.balance('available', harbor()));
    const job = await ordered(money.finance, march);
    const [page] = await pagesOf(money.finance, job);
    expect(page).toContain('Opening balance 0.00');
    expect(page).toContain('Closing balance −120.12');
  });

  it('are sent nothing that leaves lines out, and of one account alone', async () => {
    await charge(7.5, 'acme');
    const acme = money.customer('acme');
    for (const query of [
      {},
      { customer: acme, view: 'charges' },
      { customer: acme, kind: 'deduction' },
      { 'customer.in': `${acme},${money.customer('jieda')}` },
    ] as Record<string, string>[])
      expect((await told(money.finance, query)).every((row) => row[1] === null && row[2] === null)).toBe(true);
    const own = await told(money.member, {});
    expect(own[0]?.[1]).toBe(0);
    expect(Math.round(Number(own[0]?.[2]) * 100)).toBe(await money.balance('available', acme));
    expect(await told(money.member, { customer: harbor() })).toEqual([]);
  });

  it('stand in its workbook, before the oldest line and after the newest', async () => {
    const headers = { host: hosts.north, authorization: `Bearer ${money.finance.token}` };
    const rowsOf = async (query: Record<string, string>, columns?: string[]) => {
      const payload = { format: 'xlsx', query, ...(columns ? { columns } : {}) };
      const call = { method: 'POST' as const, url: '/api/LedgerTransfer/export', query: { culture: 'en-US' }, headers };
      const { data } = (await world.test.app.inject({ ...call, payload })).json<{ data: { job: string } }>();
      await world.test.runJobs();
      const { file } = (await money.finance.get('job', { id: data.job })).body.data as Job;
      const { rawPayload } = await money.finance.raw('sysFileInfo/download', { id: file });
      return (await readXlsx(new Uint8Array(rawPayload))).sheets[0]?.rows ?? [];
    };
    const columns = ['kind', 'moneyIn', 'moneyOut', 'balanceAfter'];
    const march = { customer: harbor(), 'createdAt.between': '2021-03-01,2021-03-31' };
    const oldestFirst = await rowsOf({ ...march, sort: 'createdAt' }, columns);
    expect(oldestFirst[1]).toEqual(['Opening balance USD', null, null, 0]);
    expect(oldestFirst.at(-1)).toEqual(['Closing balance USD', null, null, -120.12]);
    expect(oldestFirst).toHaveLength(5);
    const newestFirst = await rowsOf(march, columns);
    expect(newestFirst[1]?.[0]).toBe('Closing balance USD');
    expect(newestFirst.at(-1)?.[0]).toBe('Opening balance USD');
    expect(await rowsOf(march, ['kind', 'moneyOut'])).toHaveLength(3);
    expect(await rowsOf({ ...march, kind: 'deduction' }, columns)).toHaveLength(3);
  });
});
