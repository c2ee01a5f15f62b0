import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPriceList, parcel, type PriceList } from '../support/pricing.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Many drafts in one call: each row under every rule and under its own key, whatever becomes of the others. */

interface Result {
  key: string;
  ok: boolean;
  id?: string;
  version?: number;
  issues?: { path: string; code: string; message: string }[];
}

let world: World;
let list: PriceList;
let [admin, member, finance]: Person[] = [];
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  [admin, member, finance] = ['admin', 'member', 'finance'].map((name) => world.person(`north ${name}`).person);
}, 240_000);
afterAll(() => world?.close());

const order = (more: object = {}) => ({
  ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
  ...{ shipToPostalCode: '10001', shipToCountry: 'US', unitType: '0', boxes: [{ ...parcel.boxes[0], quantity: 1 }] },
  ...more,
});
const row = (more: object = {}, of: object = {}) => ({ key: randomUUID(), order: order(more), ...of });
const save = async (rows: object[], person: Person | undefined = member): Promise<Result[]> => {
  const { body } = await (person as Person).post('Order/saveDrafts', { rows });
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return (body.data as { results: Result[] }).results;
};
const detail = async (id: string | undefined) =>
  (await (admin as Person).get('Order/detail', { id: String(id) })).body.data as Record<string, unknown>;
const count = async () =>
  Number((await world.owner.query<{ count: string }>('SELECT count(*) FROM "order"')).rows[0]?.count);

describe('drafts saved together', () => {
  it('are added, each on its own: a refused one has its reasons with their places and messages', async () => {
    const rows = [row({ refNo: 'A-1' }), row({ shipToState: null, refNo: 'A-2' }), row({ refNo: 'A-3' })];
    const results = await save(rows);
    expect(results.map(({ key, ok }) => [key, ok])).toEqual(rows.map(({ key }, at) => [key, at !== 1]));
    expect(results[1]?.issues).toMatchObject([{ path: 'shipToState', code: 'required' }]);
    expect(results[1]?.issues?.[0]?.message).toBeTruthy();
    expect(await detail(results[2]?.id)).toMatchObject({ refNo: 'A-3', status: 'draft', boxCount: 1 });
  });

  it('are not added again under the same keys, and a key tells one order from another', async () => {
    const rows = [row({ refNo: 'B-1' }), row({ refNo: 'B-2' })];
    const first = await save(rows);
    const before = await count();
    expect(await save(rows)).toEqual(first);
    expect(await save([...rows, row({ refNo: 'B-3' })])).toMatchObject([...first, { ok: true }]);
    expect(await count()).toBe(before + 1);
    const [reused] = await save([{ ...rows[0], order: order({ refNo: 'B-9' }) }]);
    expect(reused).toMatchObject({ ok: false, issues: [{ code: 'error.keyReused' }] });
  });

  it('are changed where they have an id, and what was changed meanwhile is told with its version', async () => {
    const [one, two] = await save([row(), row()]);
    const edits = [
      row({ shipToCity: 'Brooklyn' }, { id: one?.id, version: 1 }),
      row({ shipToCity: 'Queens' }, { id: two?.id, version: 1 }),
    ];
    expect(await save(edits)).toMatchObject([
      { ok: true, id: one?.id, version: 2 },
      { ok: true, version: 2 },
    ]);
    expect(await save(edits)).toMatchObject([
      { ok: true, version: 2 },
      { ok: true, version: 2 },
    ]);
    expect(await detail(one?.id)).toMatchObject({ shipToCity: 'Brooklyn', version: 2 });
    const [stale, heavier] = await save([
      row({ shipToCity: 'Bronx' }, { id: one?.id, version: 1 }),
      row({ boxes: [{ ...parcel.boxes[0], weight: 4, quantity: 2 }] }, { id: two?.id, version: 2 }),
    ]);
    expect(stale).toMatchObject({ ok: false, version: 2, issues: [{ code: 'error.stale' }] });
    expect(heavier).toMatchObject({ ok: true, version: 3 });
    expect(await detail(two?.id)).toMatchObject({ boxCount: 2, totalWeight: 8 });
  });

  it('are the member’s own, and need the right to add', async () => {
    const [mine] = await save([row({ customer: list.id('customer/harbor') })]);
    expect(await detail(mine?.id)).toMatchObject({ customer: list.id('customer/acme') });
    const [theirs] = await save([row({ customer: list.id('customer/harbor') })], admin);
    const [foreign] = await save([row({}, { id: theirs?.id, version: 1 })]);
    expect(foreign).toMatchObject({ ok: false, issues: [{ code: 'error.notFound' }] });
    expect((await (finance as Person).post('Order/saveDrafts', { rows: [row()] })).status).toBe(403);
  });

  it('come five hundred in one call', async () => {
    const before = await count();
    const rows = Array.from({ length: 500 }, (_, at) => row({ refNo: `M-${at}` }));
    const results = await save(rows);
    expect(results.filter(({ ok }) => ok)).toHaveLength(500);
    expect(new Set(results.map(({ id }) => id)).size).toBe(500);
    expect(await count()).toBe(before + 500);
  });
});
