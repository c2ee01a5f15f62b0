import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildNodes, startAppNode, type AppNode } from '../support/app-nodes.ts';
import { openPlacingDesk, type PlacingDesk } from '../support/placing-desk.ts';
import { hosts } from '../support/test-app.ts';
import { seeded } from './support/random.ts';

/* Servers are killed while they ask a carrier and while carriers push: nothing is known twice, nothing that was taken is lost. */

const rounds = process.env['FAULTS'] ? 20 : 1;
const messages = 40;
const secret = 'a secret that is long enough';
const random = seeded(Number(process.env['FAULT_SEED'] ?? '1'));

let desk: PlacingDesk;
let node: AppNode;
let order: string;
let box: { id: string; number: string };
const sql = async (text: string, values: unknown[] = []) => (await desk.world.owner.query(text, values)).rows;
const launch = (): Promise<AppNode> => {
  const { ups, fedex } = desk.simulator;
  return startAppNode(desk.world.test.databaseUrl, { carriers: { apiBases: { ups, fedex }, placing: {} } });
};
beforeAll(async () => {
  buildNodes();
  desk = await openPlacingDesk();
  await desk.recharge(200);
  const finance = desk.world.person('north finance').person;
  const id = desk.world.homes.north.samples.get('express-account/ups-main');
  const edited = await finance.post('ExpressAccount/edit', { id, pushSecret: secret });
  if (!edited.body.success) throw new Error(edited.body.message);
  desk.simulator.control.story('onTime');
  order = await desk.draft();
  await desk.submit(order);
  await desk.run();
  const [first] = await desk.packages(order);
  box = { id: String(first?.['id']), number: String(first?.['trackingNo']) };
  node = await launch();
}, 240_000);
afterAll(async () => {
  await node?.kill();
  await desk?.close();
});

const two = (value: number) => String(value).padStart(2, '0');
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const message = (round: number, at: number) => {
  const time = `${two(Math.floor(at / 60))}${two(at % 60)}${two(round)}`;
  return JSON.stringify({
    trackingNumber: box.number,
    ...{ localActivityDate: today, localActivityTime: time, gmtActivityDate: today, gmtActivityTime: time },
    activityLocation: { city: 'LOUISVILLE', stateProvince: 'KY', postalCode: '40213', country: 'US' },
    activityStatus: { type: 'I', code: 'AR', descriptionCode: '005', description: 'Arrived at Facility' },
  });
};
const push = async (body: string): Promise<boolean> => {
  const headers = { 'content-type': 'application/json', credential: secret };
  const reply = await node.send({ method: 'POST', path: '/api/tracking/ups', host: hosts.north, headers, body });
  return reply?.status === 200;
};
const task = async (name: string) => {
  const { services } = desk.world.test.node.context;
  const found = desk.modules.flatMap(({ schedules: tasks = [] }) => tasks).find((each) => each.name === name);
  if (!services || !found) throw new Error('no task');
  await found.run({ query: services.query, services });
};
const asked = () => desk.simulator.control.calls().filter(({ call }) => call === 'track').length;

describe('servers that are killed while parcels are followed', () => {
  it('know every event once, those that were taken and those that were asked for', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await desk.simulator.control.advance(12);
      desk.simulator.control.fault({ kind: 'slow', call: 'track', ms: 400, times: 1 });
      await sql(`UPDATE tracking.work SET asked_at = NULL, locked_until = NULL`);
      const before = asked();
      const { token } = desk.money.admin;
      void node.send({
        ...{ method: 'POST', path: '/api/Tracking/refresh?culture=en-US', host: hosts.north },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ order }),
      });
      await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: 20_000, interval: 5 });
      const taken = new Set<number>();
      const end = Math.floor(random() * messages);
      let killed: Promise<void> | null = null;
      await Promise.all(
        Array.from({ length: messages }, async (_, at) => {
          if (await push(message(round, at))) taken.add(at);
          if (taken.size >= end) killed ??= node.kill();
        }),
      );
      await killed;
      node = await launch();
      // A carrier sends again what was not taken, and now and then what was.
      for (let at = 0; at < messages; at += 1)
        if (!taken.has(at) || at % 7 === 0) expect(await push(message(round, at))).toBe(true);
      // The claims of the dead end by the clock; what they had taken in is taken up.
      await sql(`UPDATE tracking.work SET locked_until = NULL, next_at = now()`);
      await sql(`UPDATE tracking.pushed SET at = now() - interval '5 minutes' WHERE taken_at IS NULL`);
      await task('tracking-poll');
      await vi.waitFor(
        async () => expect(await sql(`SELECT hash FROM tracking.pushed WHERE taken_at IS NULL`)).toEqual([]),
        { timeout: 30_000, interval: 100 },
      );
      const [known] = await sql(
        `SELECT count(*) FILTER (WHERE source = 'push')::int AS pushed, count(*)::int AS "all",
                count(DISTINCT key)::int AS keys FROM track_event WHERE package = $1`,
        [box.id],
      );
      expect(known).toMatchObject({ pushed: messages * (round + 1), all: known?.['keys'] });
      expect(known?.['all']).toBeGreaterThan(known?.['pushed'] as number);
    }
  }, 240_000);
});
