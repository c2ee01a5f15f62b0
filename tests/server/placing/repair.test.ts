import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { night } from '../../support/night.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { keepTrial } from '../../support/tried.ts';

/*
 * A batch with three causes is finished in three repairs, each for all orders of its cause, and nothing is bought twice. What
 * goes wrong after the label stands in a group of its own and is repaired without another label.
 */

const each = night ? 165 : 8;

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk({ pauses: [] });
}, 120_000);
afterAll(() => desk?.close());

interface Cause {
  group: string;
  cause: string | null;
  code: string;
  text: string | null;
  repair: string | null;
  ids: string[];
  nextTryAt: string | null;
}
const post = async (path: string, body: object) => {
  const answer = await desk.harbor.post(path, body);
  expect(answer.body.success ? '' : answer.body.message).toBe('');
  return answer.body.data;
};
const causesOf = async (batch: string) => ((await post('Order/causes', { batch })) as { causes: Cause[] }).causes;
const batchOf = async (id: string) => (await desk.harbor.get('OrderBatch/detail', { id })).body.data as object;
const drafts = async (many: number, more: object = {}) => {
  const made: string[] = [];
  for (let at = 0; at < many; at++) made.push(await desk.draft(1, more));
  return made;
};

/** Changes orders, tries their cost and lets them go on, as the page does. */
async function repair(batch: string, orders: readonly string[], changes: object) {
  const changed = await post('Order/repair', { ids: orders, changes });
  await keepTrial(desk.world.owner, orders, { sale: 1, cost: 0.8 });
  return [changed, await post('Order/repair', { batch, ids: orders })];
}

describe('a batch with three causes', () => {
  it(
    'is finished in three repairs, and every order is bought once',
    async () => {
      const { control } = desk.simulator;
      const service = desk.world.homes.north.samples.get('channel-service/ups-west-ground') ?? '';
      const good = await drafts(each);
      const unready = await drafts(each, { service: null });
      const wrong = await drafts(each, { shipToPostalCode: '10002' });
      const odd = await drafts(2, { shipToName: 'Odd One' });
      control.fault({
        kind: 'refuse',
        call: 'ship',
        body: '10002',
        times: null,
        code: '120208',
        message: 'Postal code',
      });
      control.fault({
        kind: 'refuse',
        call: 'ship',
        body: 'Odd One',
        times: null,
        code: '999',
        message: 'Never heard',
      });
      const all = [...good, ...unready, ...wrong, ...odd];
      const { batch } = (await post('Order/placeMany', { ids: all })) as { batch: string };
      await desk.run();

      const told = await causesOf(batch);
      expect(
        told.map(({ group, cause, code, repair, text, ids }) => [group, cause ?? code, repair, text, ids.length]),
      ).toEqual(
        [
          ['carrier', 'postalCode', 'address', null, each],
          ['check', 'noService', null, 'No channel service selected.', each],
          ['carrier', 'other', 'read', '999: Never heard', 2],
        ].toSorted((a, b) => Number(b[4]) - Number(a[4])),
      );
      const of = (name: string) => told.find(({ cause, code }) => (cause ?? code) === name)?.ids ?? [];
      expect(of('noService').toSorted()).toEqual(unready.toSorted());

      // Each in turn: the others stay where they are.
      await repair(batch, of('noService'), { service });
      await desk.run();
      expect(await batchOf(batch)).toMatchObject({ placed: each * 2, refused: 0, failed: each + 2 });
      const postal = await repair(batch, of('postalCode'), { shipToPostalCode: '10001' });
      expect(postal).toMatchObject([
        { changed: each, refused: [] },
        { running: each, refused: [] },
      ]);
      await desk.run();
      control.clearFaults();
      await post('Order/repair', { batch, ids: of('other') });
      await desk.run();
      expect(await batchOf(batch)).toMatchObject({
        status: 'finished',
        placed: all.length,
        refused: 0,
        failed: 0,
        causes: [],
      });
      for (const id of all) expect(await desk.bought(id)).toBe(1);
      expect(await causesOf(batch)).toEqual([]);
      await desk.verify();
    },
    night ? 600_000 : 60_000,
  );

  it('changes no order by what a rule refuses, and none of another customer', async () => {
    const [id = ''] = await drafts(1, { service: null });
    const foreign = desk.world.homes.north.samples.get('order/draft-multi') ?? '';
    const { batch } = (await post('Order/placeMany', { ids: [id] })) as { batch: string };
    await desk.run();
    expect(await post('Order/repair', { batch, ids: [id, foreign], changes: { shipToPostalCode: '1' } })).toMatchObject(
      {
        ...{ changed: 0, running: 0 },
        refused: [{ id, message: expect.stringMatching(/./) as string }],
      },
    );
    expect(
      (await desk.harbor.post('Order/repair', { batch, ids: [id], changes: { predictedSale: '1' } })).body.success,
    ).toBe(false);
    expect((await desk.world.person('north member').person.post('Order/causes', { batch })).body.data).toEqual({
      causes: [],
    });
  });

  it('names a carrier that is away with the time of the next attempt', async () => {
    const ids = await drafts(2);
    desk.simulator.control.fault({ kind: 'unavailable', call: 'ship', times: null, retryAfter: 0 });
    const { batch } = (await post('Order/placeMany', { ids })) as { batch: string };
    await desk.run();
    await desk.sweep();
    const [cause] = await causesOf(batch);
    expect(cause).toMatchObject({ group: 'carrier', cause: 'away', repair: 'wait' });
    expect(Date.parse(cause?.nextTryAt ?? '')).toBeGreaterThan(Date.now());
    desk.simulator.control.clearFaults();
  });

  it('tells what failed after the label apart, and prints it again without another label', async () => {
    const [id = ''] = await drafts(1);
    const { batch } = (await post('Order/placeMany', { ids: [id] })) as { batch: string };
    await desk.run();
    expect(await causesOf(batch)).toEqual([]);
    const { owner } = desk.world;
    const [box] = await desk.packages(id);
    // A printer that refused it, and a shop that did not take its number.
    await owner.query(
      `INSERT INTO print_job (tenant_id, id, org_id, "createdBy", "updatedBy", status, name, printer, "order", package, customer, cause, "errorCode")
         SELECT o.tenant_id, lading.new_id(), o.org_id, o."createdBy", o."createdBy", 'failed', 'x', (SELECT id FROM printer WHERE tenant_id = o.tenant_id AND language = 'pdf' AND status = 'paired'),
                o.id, $2, o.customer, 'person', 'spooler' FROM "order" o WHERE id = $1`,
      [id, box?.['id']],
    );
    await owner.query(
      `UPDATE store_order SET "order" = $1, customer = $2, push = 'refused' WHERE id = (SELECT min(id) FROM store_order WHERE tenant_id = (SELECT tenant_id FROM "order" WHERE id = $1))`,
      [id, desk.customer],
    );
    expect((await causesOf(batch)).map(({ group, cause, repair }) => [group, cause, repair])).toEqual(
      expect.arrayContaining([
        ['label', 'printer', 'print'],
        ['label', 'shopRefused', 'shop'],
      ]),
    );
    await desk.sweep();
    expect(await batchOf(batch)).toMatchObject({ status: 'finished', placed: 1, unfinished: 1 });
    expect(await post('Order/repair', { batch, ids: [id] })).toMatchObject({ changed: 0, running: 0, again: 2 });
    await desk.run();
    expect(await causesOf(batch)).toEqual([]);
    await desk.sweep();
    expect(await batchOf(batch)).toMatchObject({ unfinished: 0 });
    expect(await desk.bought(id)).toBe(1);
  });
});
