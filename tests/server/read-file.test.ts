import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forwarderBooks } from '../domain/rating/fixtures/workbooks.ts';
import { bytesOf } from '../domain/rating/import/book.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Understood {
  asks: string[];
  questions: { name: string; label: string }[];
  records: { at: string; title: string; summary: string; values: Record<string, unknown>; problems: string[] }[];
}
interface Taken {
  results: { at: string; id: string | null; reasons: string[] }[];
}

const list = readFileSync(new URL('../domain/rating/fixtures/fedex-ground-list-2025.csv', import.meta.url), 'utf8');

describe('a file that a reader of a module understands', () => {
  let world: World;
  let finance: Person;
  let service: string;
  beforeAll(async () => {
    world = await openWorld();
    finance = world.person('north finance').person;
    const { data } = (await finance.get('ChannelService/page', { pageSize: '1' })).body;
    service = (data as { rows: { id: string }[] }).rows[0]?.id ?? '';
  });
  afterAll(() => world?.close());

  const look = async (name: string, bytes: Uint8Array | string, choice?: unknown, person = finance) =>
    person.send(
      'RateTable/readPreview',
      name,
      bytes,
      {},
      choice === undefined ? {} : { choice: JSON.stringify(choice) },
    );
  const take = async (bytes: string, choice: unknown, key: string, person = finance) =>
    person.send(
      'RateTable/readImport',
      'list.csv',
      bytes,
      { 'idempotency-key': key },
      { choice: JSON.stringify(choice) },
    );
  const wanted = (more: Record<string, unknown> = {}) => ({
    records: { 'list list': { code: 'FXG', name: 'FedEx Ground', side: 'list', service, from: '2025-01-06', ...more } },
  });

  it('is shown as it was understood, and nothing stays', async () => {
    const { data } = (await look('list.csv', list)).body as unknown as { data: Understood };
    expect(data.asks).toContain('service');
    expect(data.records).toHaveLength(1);
    expect(data.records[0]).toMatchObject({ at: 'list list', summary: '1050 prices: 7 zones, 150 rows', problems: [] });
    expect(data.records[0]?.values).toMatchObject({ code: 'list', unitType: '0', source: 'list.csv' });
    const { totalRows } = (await finance.get('RateTable/page', { code: 'list' })).body.data as { totalRows: number };
    expect(totalRows).toBe(0);
  });

  it('tells what is wrong with its cell', async () => {
    const { data } = (await look('list.csv', list.replace('13.32', 'soon'))).body as unknown as { data: Understood };
    expect(data.records[0]?.problems).toEqual(['list!C3: “soon” is not a price. Enter / where nothing is offered.']);
    const taken = (await take(list.replace('13.32', 'soon'), wanted(), 'wrong')).body as unknown as { data: Taken };
    expect(taken.data.results).toMatchObject([{ id: null }]);
  });

  it('becomes a draft; the next file of the same code is a draft beside it; a repeated call adds nothing', async () => {
    const [first, again, second] = [
      (await take(list, wanted(), 'one')).body.data,
      (await take(list, wanted(), 'one')).body.data,
      (await take(list.replace('1,11.32', '1,12.10'), wanted({ from: '2026-01-05' }), 'two')).body.data,
    ] as Taken[];
    expect(first?.results[0]?.reasons).toEqual([]);
    expect(again?.results).toEqual(first?.results);
    const records: unknown[] = await Promise.all(
      [first, second].map(
        async (each) => (await finance.get('RateTable/detail', { id: each?.results[0]?.id ?? '' })).body.data,
      ),
    );
    expect(records).toMatchObject([
      { code: 'FXG', versionNo: 1, status: 'draft', from: '2025-01-06', sheet: { rows: { length: 150 } } },
      { code: 'FXG', versionNo: 2, status: 'draft', previous: first?.results[0]?.id },
    ]);
    expect((records[1] as { sheet: { rows: { prices: object }[] } }).sheet.rows[0]?.prices).toMatchObject({
      2: '12.10',
    });
  });

  it('takes only what is wanted, and refuses by the rules of any record', async () => {
    const none = (await take(list, { records: {} }, 'none')).body as unknown as { data: Taken };
    expect(none.data.results).toEqual([]);
    const bare = (await take(list, { records: { 'list list': {} } }, 'bare')).body as unknown as { data: Taken };
    expect(bare.data.results[0]?.id).toBeNull();
    expect(bare.data.results[0]?.reasons.join(' ')).toContain('Channel service');
    const forged = await take(list, wanted({ code: 'FORGED', versionNo: 9, status: 'active' }), 'forged');
    const id = (forged.body.data as Taken).results[0]?.id ?? '';
    expect((await finance.get('RateTable/detail', { id })).body.data).toMatchObject({ versionNo: 1, status: 'draft' });
  });

  it('of many products is as many drafts', async () => {
    const [book] = forwarderBooks;
    if (!book) throw new Error('no fixture');
    const { data } = (await look(book.name, await bytesOf(book))).body as unknown as { data: Understood };
    expect(data.records.map(({ values }) => [values['code'], values['from']])).toEqual([
      ['GZ-PH', '2026-03-15'],
      ['GZ-DD', '2026-03-01'],
    ]);
  });

  it('asks where the sender is, if a chart of zones says neither its origin nor a country', async () => {
    const carrier = world.homes.north.samples.get('carrier/ups');
    const send = async (more: object) => {
      const records = { 'zones ': { code: 'Z-ASK', name: 'Zones', carrier, from: '2026-01-05', ...more } };
      const choice = JSON.stringify({ records });
      const answer = await finance.send('ZoneChart/readImport', 'zones.csv', 'ZIP,Zone\n900,4', {}, { choice });
      return (answer.body.data as Taken).results[0];
    };
    const unsaid = await send({});
    expect([unsaid?.id, unsaid?.reasons]).toEqual([null, ['Sender country: Required.']]);
    const said = await send({ country: 'CN' });
    expect(said?.reasons).toEqual([]);
    expect((await finance.get('ZoneChart/detail', { id: said?.id ?? '' })).body.data).toMatchObject({ country: 'CN' });
  });

  it('asks what a list of bands needs besides', async () => {
    const bands = readFileSync(
      new URL('../domain/rating/fixtures/ups-fuel-bands-2025-11.csv', import.meta.url),
      'utf8',
    );
    const send = async (choice: unknown) =>
      (await finance.send('FuelSurcharge/readPreview', 'f.csv', bands, {}, { choice: JSON.stringify(choice) })).body
        .data as Understood;
    expect((await send({})).questions).toEqual([{ name: 'index', label: 'Index of the period' }]);
    const { records } = await send({ given: { index: '2.20' } });
    expect(records.map(({ values }) => values['percent'])).toEqual(['19.5', '25.25']);
  });

  it('is refused where nobody may import, nothing reads it, or what is said of it is no choice', async () => {
    const clerk = world.person('north clerk').person;
    const member = world.person('north member').person;
    expect((await look('list.csv', list, undefined, clerk)).status).toBe(403);
    expect((await take(list, wanted(), 'clerk', clerk)).status).toBe(403);
    expect((await look('list.csv', list, undefined, member)).status).toBe(403);
    const admin = world.person('north admin').person;
    expect((await admin.send('Customer/readPreview', 'list.csv', list)).status).toBe(404);
    expect((await look('list.csv', list, [1])).body.issues?.[0]).toMatchObject({ code: 'import.choice' });
    expect((await look('list.xlsx', Uint8Array.from([0x50, 0x4b, 3, 4, 9]))).body.issues?.[0]?.code).toBe(
      'import.unreadable',
    );
  });
});
