import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregate } from '../../server/operations/read/aggregate.ts';
import { listAll, listPage } from '../../server/operations/read/list-records.ts';
import { orderExport } from '../../server/operations/transfer/export-records.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 240_000);
afterAll(() => world?.close());

/** Half an hour before midnight of 28 February in New York, where it is March in London already. */
const lateInNewYork = new Date('2026-03-01T04:30:00Z');
const hour = 3_600_000;

describe('ranges of days around midnight in the zone of a tenant', () => {
  /** Lets the first customers of the tenant be made at these moments, and all others long before. */
  const madeAt = async (...moments: Date[]) => {
    const { rows } = await world.owner.query<{ id: string; name: string }>(
      `SELECT id::text, name FROM customer WHERE tenant_id = $1 ORDER BY id`,
      [world.homes.north.tenant],
    );
    await world.owner.query(`UPDATE customer SET "createdAt" = '2020-01-01Z' WHERE tenant_id = $1`, [
      world.homes.north.tenant,
    ]);
    for (const [at, moment] of moments.entries())
      await world.owner.query(`UPDATE customer SET "createdAt" = $2 WHERE id = $1`, [rows[at]!.id, moment]);
    return rows.slice(0, moments.length).map(({ id }) => id);
  };
  const at = (clock: Date) => {
    const { context } = world.test.node;
    const entity = context.catalog.byName.get('customer')!;
    return { entity, actor: world.homes.north.actor, context: { ...context, clock: () => clock } };
  };
  const idsOf = (text: string) => (JSON.parse(text) as { id: string }[]).map(({ id }) => id).toSorted();

  it('are the days there: lists, pages and counts agree', async () => {
    const [today, yesterday, january] = await madeAt(
      new Date(lateInNewYork.getTime() - hour),
      new Date(lateInNewYork.getTime() - 24 * hour),
      new Date('2026-01-31T23:00:00-05:00'),
    );
    const found = async (clock: Date, range: string) => {
      const { context, actor, entity } = at(clock);
      const query = { 'createdAt.between': range };
      const ids = idsOf(await listAll(context, actor, entity, query));
      const page = JSON.parse(await listPage(context, actor, entity, query)) as { totalRows: number };
      const [counted] = JSON.parse(await aggregate(context, actor, entity, query)) as { count: number }[];
      expect([page.totalRows, counted?.count ?? 0]).toEqual([ids.length, ids.length]);
      return ids;
    };
    expect(await found(lateInNewYork, 'today')).toEqual([today]);
    expect(await found(lateInNewYork, 'days7')).toEqual([today, yesterday].toSorted());
    expect(await found(lateInNewYork, 'month')).toEqual([today, yesterday].toSorted());
    expect(await found(lateInNewYork, 'lastMonth')).toEqual([january]);
    const anHourLater = new Date(lateInNewYork.getTime() + hour);
    expect(await found(anHourLater, 'today')).toEqual([]);
    expect(await found(anHourLater, 'lastMonth')).toEqual([today, yesterday].toSorted());
  });

  it('are the days of the order for an export, however late its file is made', async () => {
    const { context, actor, entity } = at(lateInNewYork);
    const body = { format: 'csv', query: { 'createdAt.between': 'today' } };
    const { job } = await orderExport(context, actor, entity, body, { culture: 'en-US', key: null });
    const { rows } = await world.owner.query<{ days: string }>(
      `SELECT request -> 'query' ->> 'createdAt.between' AS days FROM lading.job WHERE id = $1`,
      [job],
    );
    expect(rows).toEqual([{ days: '2026-02-28,2026-02-28' }]);
  });

  it('are refused with the name and the key where they are unknown', async () => {
    const person = world.person('north admin').person;
    const asked = { 'createdAt.between': 'days8' };
    const issue = { path: 'createdAt.between', code: 'query.unknownRange' };
    for (const path of ['Customer/page', 'Customer/list', 'Customer/aggregate'])
      expect((await person.get(path, asked)).body.issues).toMatchObject([issue]);
    const ordered = await person.post('Customer/export', { format: 'csv', query: asked });
    expect(ordered.body.issues).toMatchObject([issue]);
  });
});
