import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPriceList, shipDate, type PriceList } from '../support/pricing.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Listed {
  service: { name: string };
  reason?: string;
  currency: string;
  tables: {
    zones: string[];
    rows: { to: string; above: boolean; cells: ({ amount: number; text: string } | null)[] }[];
  }[];
  surcharges: { category: string; name: string; amount: string }[];
  fuel: string | null;
}

let world: World;
let list: PriceList;
const person = (name: string): Person => world.person(name).person;
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
}, 120_000);
afterAll(() => world?.close());

async function ask(who: Person, body: object, query = ''): Promise<Listed[]> {
  const answer = await who.post(`Rate/priceList${query}`, { shipDate, ...body });
  expect(answer.body.success ? [] : [answer.status, answer.body.message, answer.body.issues]).toEqual([]);
  return (answer.body.data as { services: Listed[] }).services;
}
const named = (services: Listed[], name: string) => services.find(({ service }) => service.name === name);
const rows = (listed: Listed | undefined) =>
  listed?.tables[0]?.rows.map(({ to, cells }) => [to, ...cells.map((cell) => cell?.text)].join(' '));

describe('a price list', () => {
  it('says what a customer pays for transport, with both discounts taken off as a quote takes them', async () => {
    const services = await ask(person('north admin'), { customer: list.id('customer/acme') });
    const [byTable, offList, onCost] = ['Table', 'Off the list', 'Marked up'].map((name) =>
      named(services, `${name} ground`),
    );
    expect(byTable?.tables[0]?.zones).toEqual(['2', '8']);
    // 17.37 less 8.5 % is 15.89: 1.47645 is rounded to 1.48 and taken off.
    expect(rows(byTable)).toEqual(['7 8.23 15.89', '10 10.06 19.21']);
    // 18 % and 8.5 % are 24.97 %: 10.00 less 2.50, 20.00 less 4.99.
    expect(rows(offList)).toEqual(['7 7.50 15.01', '10 10.50 18.76']);
    // 6.00 and 12.5 % is 6.75, less 8.5 %.
    expect(rows(onCost)).toEqual(['7 6.18 12.35', '10 8.23 16.47']);
    expect(byTable?.fuel).toBe('20.25');
    expect(byTable?.surcharges).toEqual([
      { category: 'Residential delivery', name: 'Residential delivery', amount: '5.00' },
    ]);
    expect(named(services, 'Off the list ground')?.surcharges[0]?.amount).toBe('5.36');
  });

  it('says what everybody of a level pays, before what one of them was granted', async () => {
    const services = await ask(person('north clerk'), { level: list.id('level/silver') });
    expect(rows(named(services, 'Table ground'))).toEqual(['7 9.00 17.37', '10 11.00 21.00']);
  });

  it('names the reason where a service has no prices on the day', async () => {
    const services = await ask(person('north admin'), { customer: list.id('customer/acme'), shipDate: '2025-06-01' });
    expect(named(services, 'Table ground')).toMatchObject({
      reason: 'There is no rate table for this day.',
      tables: [],
    });
  });

  it('never tells of cost, to members least of all', async () => {
    const services = await ask(person('north member'), {});
    expect(rows(named(services, 'Table ground'))).toEqual(['7 8.23 15.89', '10 10.06 19.21']);
    expect(JSON.stringify(services)).not.toMatch(/SECRET|Contract|cost/i);
  });

  it('is closed to a member who is not shown what prices are made of, who names another customer, or a level', async () => {
    const status = async (name: string, body: object) => (await person(name).post('Rate/priceList', body)).status;
    expect(await status('north sibling', {})).toBe(403);
    expect(await status('north member', { customer: list.id('customer/harbor') })).toBe(403);
    expect(await status('north member', { level: list.id('level/silver') })).toBe(403);
  });

  it('needs a customer or a level that there is', async () => {
    const issues = async (body: object) =>
      (await person('north admin').post('Rate/priceList', body)).body.issues?.map(
        ({ path, code }) => `${path} ${code}`,
      );
    expect(await issues({ customer: '1' })).toEqual(['customer reference.missing']);
    expect(await issues({ level: '1' })).toEqual(['level reference.missing']);
    expect(await issues({ customer: list.id('customer/acme'), shipDate: '2026-13-01' })).toEqual([
      'shipDate date.invalid',
    ]);
  });
});

describe('the file of a price list', () => {
  const fileOf = async (format: string, culture: string) => {
    const body = { shipDate, customer: list.id('customer/acme'), format };
    const answer = await person('north admin').post(`Rate/priceList${culture}`, body);
    return (answer.body.data as { file: { name: string; mediaType: string; content: string } }).file;
  };

  it('is a workbook with a sheet for each service, numbers as numbers', async () => {
    const file = await fileOf('xlsx', '');
    expect(file.name).toMatch(/^Price list .* 2026-01-14\.xlsx$/);
    const { sheets } = await readXlsx(Buffer.from(file.content, 'base64'));
    const table = sheets.find(({ name }) => name.startsWith('Table ground'));
    expect(table?.rows.slice(2, 4)).toEqual([
      ['Up to (lb)', '2', '8'],
      ['7', 8.23, 15.89],
    ]);
    expect(JSON.stringify(sheets)).not.toMatch(/SECRET|Contract/);
  });

  it('is a document on paper, in the language of the reader', async () => {
    const file = await fileOf('pdf', '?culture=zh-CN');
    expect(file.name).toMatch(/^价格表 .*\.pdf$/);
    expect(file.mediaType).toBe('application/pdf');
    expect(Buffer.from(file.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('letters and paks', () => {
  it('have rows of their own in tables and files, less the discount, before the boxes', async () => {
    const flat = (two: string, eight?: string) => ({ 2: two, ...(eight ? { 8: eight } : {}) });
    await list.add('rate-table', 'letters', {
      ...{ code: 'TST-SILVER', name: 'Silver prices', side: 'sale', service: '$channel-service/a' },
      ...{ level: '$level/silver', currency: 'USD', unitType: '0', from: '2026-06-01', versionNo: 2, status: 'active' },
      sheet: {
        ...{ zones: ['2', '8'], rows: [{ to: '7', mode: 'flat', prices: flat('9.00', '17.37') }] },
        packaging: { letter: { to: '0.5', prices: flat('5.00', '9.00') }, pak: { to: '1', prices: flat('6.00') } },
      },
    });
    const body = { customer: list.id('customer/acme'), shipDate: '2026-06-03' };
    const [table] = named(await ask(person('north admin'), body), 'Table ground')?.tables ?? [];
    const rowsOf = (table?.rows ?? []) as { packaging?: string; to: string; cells: ({ text: string } | null)[] }[];
    expect(rowsOf.map(({ packaging, to, cells }) => [packaging, to, ...cells.map((one) => one?.text)])).toEqual([
      ['letter', '0.5', '4.57', '8.23'],
      ['pak', '1', '5.49', undefined],
      [undefined, '7', '8.23', '15.89'],
    ]);
    const answer = await person('north admin').post('Rate/priceList', { ...body, format: 'xlsx' });
    const { file } = answer.body.data as { file: { content: string } };
    const { sheets } = await readXlsx(Buffer.from(file.content, 'base64'));
    const sheet = sheets.find(({ name }) => name.startsWith('Table ground'));
    expect(sheet?.rows.slice(3, 5).map(([first, two]) => [first, two])).toEqual([
      ['Letter up to 0.5', 4.57],
      ['Pak up to 1', 5.49],
    ]);
  });
});
