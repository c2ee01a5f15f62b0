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
/** The words of every page, as somebody reads them who has the file. */
const pagesOf = async (person: Person, { file }: Job): Promise<string[]> => {
  const { rawPayload, headers } = await person.raw('sysFileInfo/download', { id: file });
  expect(headers['content-disposition']).toMatch(/\.pdf/);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
};
const charge = async (amount: number) => {
  const note = { reason: 'other', trackingNo: '1Z', description: 'Storage' };
  const id = added(await money.finance.post('Deduction/add', { customer: money.customer('jieda'), amount, ...note }));
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

  it('is of one customer: a member’s is the member’s own, whoever is asked for', async () => {
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
