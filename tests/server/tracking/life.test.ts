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
  const { services } = desk.world.test.node.context;
  const task = desk.modules.flatMap(({ schedules: tasks = [] }) => tasks).find(({ name }) => name === 'tracking-poll');
  if (!services || !task) throw new Error('no task');
  return task.run({ query: services.query, services });
}
/** An order with labels whose boxes live through a story. */
async function labelled(story: string, more: object = {}): Promise<string> {
  desk.simulator.control.story(story);
  const id = await desk.draft(40.25, more);
  await desk.submit(id);
  await desk.run();
  const placed = await desk.detail(id);
  expect([placed['status'], placed['errorText']]).toEqual(['ordered', null]);
  return id;
}
const states = async (order: string) => {
  const rows = await sql(`SELECT DISTINCT "trackingStatus" AS state FROM package WHERE "order" = $1`, [order]);
  return rows.map(({ state }) => String(state));
};
/** Every state that an event of any story meant. */
const met = new Set<string>();
/** The states that a story goes through, looked at twice a day of the carrier's clock, for twelve days. */
async function follow(order: string): Promise<string[]> {
  const seen: string[] = [];
  for (let looks = 0; looks < 24; looks += 1) {
    await desk.simulator.control.advance(12);
    await poll(order);
    const [now = ''] = await states(order);
    if (seen.at(-1) !== now) seen.push(now);
  }
  const told = (await desk.harbor.post('Tracking/timeline', { order })).body.data as {
    packages: { events: { state: string }[] }[];
  };
  for (const { state } of told.packages.flatMap(({ events }) => events)) met.add(state);
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

  it('holds up no other one of its account where its events cannot be stored', async () => {
    const order = await labelled('onTime');
    const [bad, good] = await desk.packages(order);
    await sql(
      `CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not this one'; END $$`,
    );
    await sql(`CREATE TRIGGER refuse BEFORE INSERT ON track_event FOR EACH ROW
                 WHEN (NEW.package = ${String(bad?.['id'])}) EXECUTE FUNCTION public.refuse()`);
    await desk.simulator.control.advance(48);
    await poll(order);
    await sql(`DROP TRIGGER refuse ON track_event; DROP FUNCTION public.refuse()`);
    const [one] = await sql(
      'SELECT failure, locked_until, next_at > now() AS later FROM tracking.work WHERE package = $1',
      [bad?.['id']],
    );
    expect(one).toEqual({ failure: 'not this one', locked_until: null, later: true });
    const [other] = await sql('SELECT "trackingStatus" AS state FROM package WHERE id = $1', [good?.['id']]);
    expect(other?.['state']).not.toBe('pending');
  }, 60_000);

  it('leads to its order by the number of any of its boxes', async () => {
    const order = await labelled('onTime');
    const numbers = (await desk.packages(order)).map((box) => String(box['trackingNo']));
    expect(numbers.length).toBeGreaterThan(1);
    type Rows = { rows: { id: string }[] };
    const ids = ({ rows }: Rows) => rows.map(({ id }) => id);
    for (const number of numbers) {
      for (const key of ['searchValue', 'trackingNos.contains']) {
        const page = await desk.harbor.get('Order/page', { [key]: number });
        expect(ids(page.body.data as Rows)).toEqual([order]);
      }
      const groups = (await desk.harbor.get('search', { searchValue: number })).body.data as (Rows & {
        path: string;
      })[];
      expect(groups.map(({ path }) => path)).toEqual(expect.arrayContaining(['Order', 'OrderBox']));
      expect(groups.filter(({ path }) => path === 'Order').flatMap(ids)).toEqual([order]);
    }
    const all = await desk.harbor.post('Tracking/recognise', { text: numbers.join('\n') });
    const { numbers: found } = all.body.data as { numbers: { package: { order: string } }[] };
    expect(found.map((each) => each.package.order)).toEqual(numbers.map(() => order));
    const others = await desk.world.person('north member').person.get('Order/page', { searchValue: numbers[1] ?? '' });
    expect(ids(others.body.data as Rows)).toEqual([]);
  }, 60_000);

  it('leads to its order where the numbers are longer than an index takes', async () => {
    const order = await labelled('onTime');
    const [box] = await desk.packages(order);
    await sql(
      `INSERT INTO package (tenant_id, id, org_id, "trackingNo", "order", customer, shipment, seq, "carrierCode", status)
         SELECT p.tenant_id, lading.new_id(), p.org_id, md5(n::text), p."order", p.customer, p.shipment, 100 + n, p."carrierCode", 'labelled'
           FROM package p, generate_series(1, 300) n WHERE p.id = $1`,
      [box?.['id']],
    );
    const [{ last } = { last: '' }] = await sql('SELECT md5(300::text) AS last');
    const { rows } = (await desk.harbor.get('Order/page', { searchValue: String(last) })).body.data as {
      rows: { id: string }[];
    };
    expect(rows.map(({ id }) => id)).toEqual([order]);
    await sql('DELETE FROM package WHERE "order" = $1 AND seq > 100', [order]);
  }, 60_000);

  it('does so with FedEx as well, asked through the same driver', async () => {
    const sample = (name: string) => desk.world.homes.north.samples.get(name) ?? '';
    const order = await labelled('onTime', {
      ...{ channel: sample('channel/fedex-west'), service: sample('channel-service/fedex-west-ground') },
      ...{ shipFrom: sample('channel-ship-from/fedex-west'), shipToType: 'commercial', shipToPhone: '2125550100' },
    });
    const [{ carrier } = { carrier: '' }] = await sql(
      `SELECT DISTINCT "carrierCode" AS carrier FROM package WHERE "order" = $1`,
      [order],
    );
    expect(carrier).toBe('FEDEX');
    const seen = await follow(order);
    expect(seen.at(-1)).toBe('delivered');
    expect(seen).toContain('in_transit');
    expect(await desk.detail(order)).toMatchObject({ status: 'delivered' });
    const [{ unmapped } = { unmapped: 0 }] = await sql(
      `SELECT count(*)::int AS unmapped FROM tracking_status_code WHERE carrier = 'FEDEX' AND category IS NULL AND seen > 0`,
    );
    expect(unmapped).toBe(0);
  }, 240_000);

  it.each([
    ['doubled', 'delivered'],
    ['disordered', 'delivered'],
    ['late', 'delivered'],
    ['undone', 'delivered'],
    ['returned', 'return_to_sender'],
    ['pickup', 'ready_for_pickup'],
    ['attempted', 'delivered'],
    ['held', 'on_hold'],
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

  it('has met every common state but that of a label which is cancelled', () => {
    expect([...met].filter((state) => state !== 'unknown').toSorted()).toEqual([
      ...['delivered', 'delivery_delayed', 'delivery_failed', 'in_transit', 'on_hold', 'out_for_delivery', 'pending'],
      ...['picked_up', 'ready_for_pickup', 'return_to_sender'],
    ]);
  });

  // Last: an account that was asked to wait makes no calls for a while.
  it('is followed by another tenant by its number alone, asked once and then known', async () => {
    const order = await labelled('onTime');
    await desk.simulator.control.advance(24);
    const [box] = await desk.packages(order);
    const number = String(box?.['trackingNo']);
    const south = desk.world.person('south admin').person;
    const text = `${number}\n03071790000523483741`;
    type Numbers = { numbers: { trackingNo: string; package?: object; foreign?: { state: string } }[] };
    const recognised = async () =>
      ((await south.post('Tracking/recognise', { text })).body.data as Numbers).numbers.find(
        (each) => each.trackingNo === number,
      );
    expect(await recognised()).not.toHaveProperty('foreign');
    const ask = async () => {
      desk.simulator.control.clearCalls();
      const { body } = await south.post('Tracking/trackForeign', { text });
      const answer = body.data as { job: string; count: number; noAccount: string[] };
      await desk.run();
      const { result } = (await south.get('job', { id: answer.job })).body.data as { result: object };
      return { ...answer, result, calls: desk.simulator.control.calls().filter(({ call }) => call === 'track').length };
    };
    const first = await ask();
    expect(first).toMatchObject({ count: 1, noAccount: ['USPS'], result: { asked: 1, refused: 0 } });
    expect(first.calls).toBeGreaterThan(0);
    const found = await recognised();
    expect(found).not.toHaveProperty('package');
    expect(found?.foreign?.state).toBe('in_transit');
    expect((await ask()).calls).toBe(0);
    // Told to wait, it waits, and what was known stays.
    await sql(`UPDATE tracking.foreign_parcel SET asked_at = now() - interval '2 hours'`);
    desk.simulator.control.fault({ kind: 'limit', call: 'track', times: null, retryAfter: 60 });
    expect((await ask()).result).toEqual({ asked: 0, refused: 1 });
    desk.simulator.control.clearFaults();
    expect(await ask()).toMatchObject({ calls: 0, result: { asked: 0, refused: 1 } });
    expect((await recognised())?.foreign?.state).toBe('in_transit');
    await sql('DELETE FROM tracking.pause');
  }, 120_000);
});
