import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BillDesk, upsBill, type Rows } from '../support/bill-desk.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let finance: Person;
let desk: BillDesk;
beforeAll(async () => {
  world = await openWorld();
  finance = world.person('north finance').person;
  desk = new BillDesk(world, finance);
}, 120_000);
afterAll(() => world?.close());

interface Outcome {
  readonly counts: object;
  readonly rows: Rows;
  readonly file: { readonly name: string; readonly content: string };
}
const table = async (files: Readonly<Record<string, string>>) => {
  const { tables } = (await desk.upload(files, 'BillTable/upload')) as {
    tables: { file: string; headings: string[] }[];
  };
  return tables;
};
const compare = async (body: object): Promise<Outcome> => {
  const { data } = (await finance.post('BillTable/compare', body)).body as { data: { job: string } };
  await world.test.runJobs();
  const job = (await finance.get('job', { id: data.job })).body.data as { state: string; result: Outcome };
  expect(job.state).toBe('done');
  return job.result;
};

describe('two tables', () => {
  it('are compared by their key, beyond what is tolerated, and the outcome is a workbook', async () => {
    const [left, right] = await table({
      'a.csv': 'Waybill,Cost\r\n001,10.00\r\n002,5.00\r\n003,7.00\r\n004,"1,000.50"\r\n',
      'b.csv': 'No;Betrag\r\n1;10,02\r\n2;6,00\r\n4;1.000,50\r\n5;3,00\r\n',
    });
    expect(left?.headings).toEqual(['Waybill', 'Cost']);
    const body = { left: left?.file, right: right?.file, keys: [[0, 0]], values: [[1, 1]], tolerance: '0.05' };
    const { counts, rows, file } = await compare(body);
    expect(counts).toEqual({ same: 2, differs: 1, onlyLeft: 1, onlyRight: 1 });
    expect(rows).toContainEqual({
      key: '2',
      kind: 'differs',
      values: [{ left: '5.00', right: '6.00', difference: 1 }],
    });
    expect(Buffer.from(file.content, 'base64').subarray(0, 2).toString()).toBe('PK');
  });

  it('or one and our bills, and nobody else’s', async () => {
    await desk.upload({
      'bill.csv': upsBill('00000000G0001', [
        { tracking: '1ZA1B2349900000801', net: '9.00' },
        { tracking: '1ZA1B2349900000801', net: '1.50' },
      ]),
    });
    const [one] = await table({
      'ours.csv': 'tracking,amount\r\n1ZA1B2349900000801,10.00\r\n1ZA1B2349900000802,4.00\r\n',
    });
    const body = { left: one?.file, keys: [[0, 0]], values: [[1, 1]] };
    const { counts, rows } = await compare(body);
    expect(counts).toEqual({ same: 0, differs: 1, onlyLeft: 1, onlyRight: 0 });
    expect(rows[0]).toMatchObject({ values: [{ left: '10.00', right: '10.50', difference: 0.5 }] });
    const admin = world.person('north admin').person;
    expect((await admin.post('BillTable/compare', body)).body).toMatchObject({ issues: [{ code: 'billing.noTable' }] });
    expect((await world.person('south finance').person.post('BillTable/compare', body)).body.success).toBe(false);
    expect((await world.person('north member').person.post('BillTable/compare', body)).status).toBe(403);
  });
});

describe('a bad file', () => {
  const rows = (number: string) =>
    upsBill(number, [
      { tracking: '1ZA1B2349900000901', net: '9.00' },
      { tracking: '1ZA1B2349900000902', net: '8.00' },
    ]);
  it.each([
    ['doubled', (text: string) => text + text, 'billing.doubled'],
    ['cut', (text: string) => text.slice(0, text.length - 700), 'billing.cut'],
    ['shifted', (text: string) => text.replace(',USD,', ',,USD,'), 'billing.missing'],
    ['mixed', (text: string) => `${text}Bill to Account Number,Invoice Date,Invoice Number\r\n`, 'billing.notVersion'],
    ['nonsense', () => '<html><script>alert(1)</script></html>', 'billing.kind'],
  ] as const)('that is %s is refused with its place, and nothing of it stays', async (name, harm, code) => {
    const number = `00000000H${name.slice(0, 4).toUpperCase()}`;
    const { invoices, refused } = (await desk.upload({ 'bad.csv': harm(rows(number)) })) as {
      invoices: Rows;
      refused: Rows;
    };
    expect(invoices).toEqual([]);
    expect(refused).toMatchObject([{ file: 'bad.csv', code }]);
    expect(refused[0]?.['line']).toBeGreaterThan(0);
    expect(await desk.bill(number)).toBeUndefined();
    expect(await desk.query('SELECT FROM billing.staged')).toEqual([]);
  });

  it('with formulas in its cells keeps them as texts', async () => {
    const number = '00000000H0009';
    await desk.upload({
      'a.csv': upsBill(number, [
        { net: '1.00', tracking: '1ZA1B2349900000903', reference: '=HYPERLINK("http://x","y")', text: '@SUM(1+1)' },
      ]),
    });
    expect(await desk.lines(number)).toMatchObject([{ reference: '=HYPERLINK("http://x","y")', text: '@SUM(1+1)' }]);
  });
});
