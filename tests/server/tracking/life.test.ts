import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../support/test-app.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
  await desk.recharge(2_000);
}, 240_000);
afterAll(() => desk?.close());

const sql = async (text: string, values: unknown[] = []) => (await desk.world.owner.query(text, values)).rows;
/** The packages of an order are asked about, whenever their turn would be, and no others. */
async function poll(order: string): Promise<number> {
  await sql(
    `UPDATE tracking.work w SET next_at = now() + CASE WHEN p."order" = $1 THEN interval '0' ELSE interval '1 day' END
       FROM package p WHERE p.id = w.package AND w.retired_at IS NULL`,
    [order],
  );
  const { house } = desk.world.test.node.context;
  const task = desk.wings.flatMap(({ tasks = [] }) => tasks).find(({ name }) => name === 'tracking-poll');
  if (!house || !task) throw new Error('no task');
  return task.run({ query: house.query, house });
}
/** An order with labels whose boxes live through a story. */
async function labelled(story: string): Promise<string> {
  desk.simulator.control.story(story);
  const id = await desk.draft();
  await desk.submit(id);
  await desk.run();
  expect((await desk.detail(id))['status']).toBe('ordered');
  return id;
}
const states = async (order: string) => {
  const rows = await sql(`SELECT DISTINCT "trackingStatus" AS state FROM package WHERE "order" = $1`, [order]);
  return rows.map(({ state }) => String(state));
};
/** The states that a story goes through, looked at twice a day of the carrier's clock, for twelve days. */
async function follow(order: string): Promise<string[]> {
  const seen: string[] = [];
  for (let looks = 0; looks < 24; looks += 1) {
    await desk.simulator.control.advance(12);
    await poll(order);
    const [now = ''] = await states(order);
    if (seen.at(-1) !== now) seen.push(now);
  }
  return seen;
}

describe('a package from its label to the end', () => {
  it('goes through its states and takes its order along', async () => {
    const order = await labelled('onTime');
    expect(await poll(order)).toBeGreaterThanOrEqual(2);
    expect(await states(order)).toEqual(['pending']);
    const seen = await follow(order);
    expect([seen[0], seen.at(-1)]).toEqual(['in_transit', 'delivered']);
    expect(await desk.detail(order)).toMatchObject({ status: 'delivered' });
    const [{ id } = { id: '' }] = await desk.packages(order);
    const proof = async () => {
      const { token } = desk.harbor;
      const { rawPayload } = await desk.world.test.app.inject({
        ...{ method: 'POST', url: '/api/Tracking/proof', payload: { package: id } },
        headers: { host: hosts.north, authorization: `Bearer ${token}` },
      });
      return rawPayload.subarray(0, 5).toString('latin1');
    };
    expect(await proof()).toBe('%PDF-');
    // The second time the carrier is not asked.
    desk.simulator.control.clearCalls();
    expect(await proof()).toBe('%PDF-');
    expect(desk.simulator.control.calls()).toEqual([]);
    expect((await desk.world.person('north member').person.post('Tracking/proof', { package: id })).body.success).toBe(
      false,
    );
    const [kept] = await sql(
      `SELECT count(*)::int AS events, count(DISTINCT key)::int AS keys FROM track_event
        WHERE package = (SELECT id FROM package WHERE "order" = $1 LIMIT 1)`,
      [order],
    );
    expect(kept?.['events']).toBe(kept?.['keys']);
  }, 240_000);

  it.each([
    ['doubled', 'delivered'],
    ['disordered', 'delivered'],
    ['late', 'delivered'],
    ['undone', 'delivered'],
    ['returned', 'return_to_sender'],
    ['pickup', 'ready_for_pickup'],
  ])(
    '%s ends %s',
    async (story, end) => {
      const order = await labelled(story);
      const seen = await follow(order);
      expect(seen.at(-1)).toBe(end);
      const raised = (await sql(`SELECT kind, status FROM track_alert WHERE "order" = $1`, [order])).map(
        ({ kind }) => kind,
      );
      if (story === 'late') expect(raised).toContain('delay');
      if (story === 'returned') expect(raised).toContain('orderReturn');
      if (story === 'undone') expect(seen.filter((state) => state === 'delivered')).toHaveLength(2);
    },
    240_000,
  );
});
