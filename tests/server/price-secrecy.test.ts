import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, state } from '../support/money.ts';
import { addPriceList, parcel, shipDate, type PriceList } from '../support/pricing.ts';
import type { Answer, Person } from '../support/test-app.ts';
import { openTwoNodes, type TwoNodes } from '../support/two-nodes.ts';

/*
 * What things cost us, by every way on which a member may ask: lists, filters, sorts, searches, sums, exports, histories,
 * events, quotes, trials, price lists, refusals. The order of the tests costs 19.24 where its customer pays 25.12.
 */

let nodes: TwoNodes;
let list: PriceList;
let tried = '';
let placed = '';
const person = (name: string): Person => nodes.world.person(`north ${name}`).person;

/** Sums of cost and margin, contracts by name, and the keys under which they stand. */
const secret =
  /19\.24|5\.88|0\.66|5\.25\b|TST-SECRET|Contract [abc]|"(cost|margin|costLines|predictedCost|fingerprint)":/;

beforeAll(async () => {
  nodes = await openTwoNodes({ recorded: true });
  list = await addPriceList(nodes.world);
  await list.add('channel-ship-from', 'a', {
    ...{ channel: '$channel/a', shortName: 'Ontario', company: 'Test', address1: '1 Dock Road', city: 'Ontario' },
    ...{ state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
  });
  const draft = async () =>
    added(
      await person('admin').post('Order/add', {
        ...{ customer: list.id('customer/acme'), channel: list.id('channel/a'), service: list.id('channel-service/a') },
        ...{
          shipFrom: list.id('channel-ship-from/a'),
          shipDate: '2031-01-15',
          unitType: '0',
          boxes: [{ ...parcel.boxes[0], quantity: 1 }],
        },
        ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
        ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential' },
      }),
    );
  [tried, placed] = [await draft(), await draft()];
  // Staff try and place, so that everything is there in the richest form.
  await person('admin').post('Order/trial', { ids: [tried, placed] });
  state(await person('admin').post('Order/submit', { id: placed }));
}, 180_000);
afterAll(() => nodes?.close());

const readers = ['member', 'sibling', 'clerk'];
const paths = ['Order', 'TrialResult', 'OrderCharge'];
const hidden = ['cost', 'margin', 'costLines', 'predictedCost', 'fingerprint'];
const text = ({ raw }: Answer): string => raw.body;

it('is there for staff who may see it, by the same ways', async () => {
  const told = await Promise.all(
    paths.map(async (path) => text(await person('admin').get(`${path}/list`, { customer: list.id('customer/acme') }))),
  );
  for (const each of told.slice(0, 2)) expect(each).toMatch(/19\.24/);
  expect(told[2]).toContain('TST-SECRET-a');
  expect(text(await person('admin').post('Rate/quote', { ...parcel, customer: list.id('customer/acme') }))).toMatch(
    secret,
  );
});

describe.each(readers)('a %s', (name) => {
  const all = async (path: string): Promise<Record<string, unknown>[]> =>
    ((await person(name).get(`${path}/list`)).body.data ?? []) as Record<string, unknown>[];

  it.each(paths)('reads nothing of it in lists, details, histories and menus of %s', async (path) => {
    const asked = ['page', 'list', 'dropDown'].map((verb) => person(name).get(`${path}/${verb}`));
    const each = (await all(path)).flatMap(({ id }) =>
      ['detail', 'history'].map((verb) => person(name).get(`${path}/${verb}`, { id: String(id) })),
    );
    for (const answer of await Promise.all([...asked, ...each])) expect(text(answer)).not.toMatch(secret);
  });

  it.each(paths)('learns nothing of it by filters, sorts, searches, sums and groups of %s', async (path) => {
    const ask = async (query: Record<string, string>) => {
      const { status, body } = await person(name).get(`${path}/list`, query);
      return [status, JSON.stringify(body.data), (body.issues ?? []).map(({ code }) => code)];
    };
    const sum = async (query: Record<string, string>) => {
      const { status, body } = await person(name).get(`${path}/aggregate`, query);
      return [status, JSON.stringify(body.data), (body.issues ?? []).map(({ code }) => code)];
    };
    for (const field of hidden) {
      // Exactly what a field gets that nobody has.
      for (const operator of ['gte', 'lte', 'empty', 'eq'])
        expect(await ask({ [`${field}.${operator}`]: '1' })).toEqual(await ask({ [`noSuch.${operator}`]: '1' }));
      for (const sort of [field, `-${field}`])
        expect(await ask({ sort })).toEqual(await ask({ sort: sort.replace(field, 'noSuch') }));
      for (const key of ['sum', 'avg', 'min', 'max', 'group'])
        expect(await sum({ [key]: field })).toEqual(await sum({ [key]: 'noSuch' }));
    }
    expect(text(await person(name).get(`${path}/page`, { searchValue: '19.24' }))).not.toMatch(secret);
    expect(text(await person(name).get(`${path}/page`, { searchValue: 'SECRET' }))).not.toMatch(secret);
  });

  it('finds no side of cost among the charges of the order', async () => {
    const charges = await all('OrderCharge');
    expect(charges.filter(({ side }) => side === 'cost')).toEqual([]);
    const answer = await person(name).get('OrderCharge/aggregate', { group: 'side', sum: 'amount' });
    expect(JSON.stringify(answer.body.data ?? [])).not.toContain('cost');
  });

  it('takes nothing of it out in a file', async () => {
    for (const path of paths) {
      for (const columns of [undefined, [...hidden, 'id']]) {
        const ordered = await person(name).post(`${path}/export`, {
          format: 'csv',
          query: {},
          ...(columns ? { columns } : {}),
        });
        expect(text(ordered)).not.toMatch(secret);
        if (!ordered.body.success) continue;
        const { job: id } = ordered.body.data as { job: string };
        await nodes.world.test.runJobs();
        const job = await person(name).get('job', { id });
        expect(text(job)).not.toMatch(secret);
        const { file } = job.body.data as { file: string | null };
        if (file) expect((await person(name).raw('sysFileInfo/download', { id: file })).body).not.toMatch(secret);
      }
      expect((await person(name).raw(`${path}/export`)).body).not.toMatch(secret);
    }
  });

  it('is quoted, tries and is refused without it', async () => {
    const customer = list.id('customer/acme');
    const asked: Promise<Answer>[] = [
      person(name).post('Rate/quote', { ...parcel, customer }),
      ...(name === 'clerk' ? [] : [person(name).post('Rate/quote', parcel)]),
      person(name).post('Rate/quote', { ...parcel, customer, shipDate: '2026-03-01' }),
      person(name).post('Rate/quote', {
        ...parcel,
        customer,
        boxes: [{ weight: 149, length: 9, width: 9, height: 9 }],
      }),
      person(name).post('Rate/quote', { ...parcel, customer, boxes: [] }),
      person(name).post('Rate/priceList', { customer, shipDate }),
      person(name).post('Order/trial', { ids: [tried, placed] }),
      person(name).post('Order/submit', { id: placed }),
      person(name).post('Order/edit', { id: tried, predictedCost: 1 }),
      person(name).post('TrialResult/add', { order: tried, sale: 1, cost: 19.24 }),
      person(name).get('Order/detail', { id: tried }),
      person(name).get('search', { searchValue: 'SECRET' }),
    ];
    for (const answer of await Promise.all(asked)) expect(text(answer)).not.toMatch(secret);
  });

  it('cannot read the price data that it is made of', async () => {
    for (const path of ['RateTable', 'FixedRate', 'Surcharge'])
      expect(text(await person(name).get(`${path}/list`))).not.toMatch(/TST-SECRET|TST-RES-COST|Contract/);
  });
});

it('no event of a trial or a charge tells a member of it', async () => {
  const client = await nodes.own(person('member'), { watch: ['order', 'trial-result', 'order-charge'] });
  expect((await person('admin').post('Order/trial', { ids: [tried] })).body.success).toBe(true);
  const told = await client.next((record) => JSON.stringify(record).includes(tried), 10_000);
  expect(JSON.stringify(told)).not.toMatch(secret);
  expect(JSON.stringify(client.records)).not.toMatch(secret);
  client.close();
});

it('no log of the requests holds it', async () => {
  const logged = async () =>
    (
      await nodes.world.owner.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM operation_log t UNION ALL SELECT to_jsonb(t)::text FROM exception_log t`,
      )
    ).rows;
  // Lines are written behind the answers.
  await expect
    .poll(async () => (await logged()).some(({ row }) => /Order\/trial/i.test(row)), { timeout: 10_000 })
    .toBe(true);
  const rows = await logged();
  expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/TST-SECRET|Contract [abc]/);
});
