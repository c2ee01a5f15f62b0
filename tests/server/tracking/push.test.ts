import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poll } from '../../../server/domain/tracking/poll.ts';
import { takePushed } from '../../../server/domain/tracking/push/read-pushed.ts';
import { createCarriers } from '../../../server/domain/carriers/carriers.ts';
import { hosts } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

const secret = 'a secret that is long enough';
let world: World;
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const sample = (name: string) => world.homes.north.samples.get(name) ?? '';

beforeAll(async () => {
  world = await openWorld();
  for (const id of [sample('express-account/ups-main'), sample('express-account/fedex-main')]) {
    const { body } = await world.person('north finance').person.post('ExpressAccount/edit', { id, pushSecret: secret });
    if (!body.success) throw new Error(body.message);
  }
  await sql(`UPDATE package SET status = 'labelled'`);
}, 120_000);
afterAll(() => world?.close());

const upsMessage = (more: object = {}) => ({
  trackingNumber: '1Z9A7F210344002520',
  ...{ localActivityDate: '20260303', localActivityTime: '091500' },
  ...{ gmtActivityDate: '20260303', gmtActivityTime: '141500' },
  activityLocation: { city: 'LOUISVILLE', stateProvince: 'KY', postalCode: '40213', country: 'US' },
  activityStatus: { type: 'I', code: 'AR', descriptionCode: '005', description: 'Arrived at Facility' },
  ...more,
});
const fedexMessage = {
  output: {
    completeTrackResults: [
      {
        trackingNumber: '774890957244',
        trackResults: [
          {
            scanEvents: [
              {
                ...{ date: '2026-03-03T12:01:00-07:00', eventType: 'PU', derivedStatusCode: 'PU' },
                eventDescription: 'Picked Up',
                scanLocation: { city: 'SEATTLE', stateOrProvinceCode: 'WA', postalCode: '98101', countryCode: 'US' },
              },
            ],
          },
        ],
      },
    ],
  },
};
const send = async (path: string, body: object | string, headers: Record<string, string>) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await world.test.app.inject({
    ...{ method: 'POST', url: `/api/tracking/${path}`, payload },
    headers: { 'content-type': 'application/json', host: hosts.north, ...headers },
  });
  return answer.statusCode;
};
const signed = (body: object, encoding: 'hex' | 'base64') => ({
  'fdx-signature': createHmac('sha256', secret).update(JSON.stringify(body)).digest(encoding),
});
/** What the worker does with what waits for a package. */
const work = async (id: string) => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('no house');
  const { actor, tenant } = world.homes.north;
  const call = {
    entity: 'package',
    action: '',
    tenant,
    record: { id },
    actor: actor.facts,
    operationKey: 'x',
    services,
  };
  await takePushed.run(call as Parameters<typeof takePushed.run>[0]);
};
const events = (id: string) => sql('SELECT text, at, source FROM track_event WHERE package = $1 ORDER BY at', [id]);

describe('events that a carrier pushes', () => {
  it('are taken of UPS by the credential of the account, once however often they come', async () => {
    const id = sample('package/refunding');
    await sql('DELETE FROM track_event WHERE package = $1', [id]);
    expect(await send('ups', upsMessage(), { credential: secret })).toBe(200);
    expect(await send('ups', upsMessage(), { credential: secret })).toBe(200);
    expect(await sql('SELECT 1 FROM tracking.pushed WHERE package = $1', [id])).toHaveLength(1);
    await work(id);
    await work(id);
    expect(await events(id)).toEqual([
      { text: 'Arrived at Facility', at: new Date('2026-03-03T14:15:00Z'), source: 'push' },
    ]);
    expect(await sql('SELECT "trackingStatus" AS now FROM package WHERE id = $1', [id])).toEqual([
      { now: 'in_transit' },
    ]);
  });

  it('are taken of FedEx by the signature over the bytes, in either encoding', async () => {
    const id = sample('package/ordered');
    await sql('DELETE FROM track_event WHERE package = $1', [id]);
    expect(await send('fedex', fedexMessage, signed(fedexMessage, 'base64'))).toBe(200);
    expect(await send('fedex', fedexMessage, signed(fedexMessage, 'hex'))).toBe(200);
    await work(id);
    expect(await events(id)).toMatchObject([{ text: 'Picked Up', at: new Date('2026-03-03T19:01:00Z') }]);
  });

  it('are refused with another secret, for an unknown package, and when they are empty', async () => {
    const before = await sql('SELECT hash FROM tracking.pushed');
    expect(await send('ups', upsMessage(), { credential: 'another secret' })).toBe(400);
    expect(await send('ups', upsMessage(), {})).toBe(400);
    expect(await send('ups', upsMessage({ trackingNumber: '1Z9A7F210344009999' }), { credential: secret })).toBe(400);
    expect(await send('ups', 'no json', { credential: secret })).toBe(400);
    expect(await send('ups', [null], { credential: secret })).toBe(400);
    expect(await send('fedex', fedexMessage, { 'fdx-signature': secret })).toBe(400);
    expect(await send('fedex', fedexMessage, signed({}, 'hex'))).toBe(400);
    expect(await sql('SELECT hash FROM tracking.pushed')).toEqual(before);
  });

  it('are all kept when hundreds come at once, each once, and asked after by one job', async () => {
    const id = sample('package/refunding');
    await sql('DELETE FROM track_event WHERE package = $1', [id]);
    const two = (value: number) => String(value).padStart(2, '0');
    const message = (at: number) => upsMessage({ localActivityTime: `09${two(Math.floor(at / 60))}${two(at % 60)}` });
    const before = await sql('SELECT count(*)::int AS many FROM tracking.pushed');
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, at) => send('ups', message(at % 300), { credential: secret })),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    const after = await sql('SELECT count(*)::int AS many FROM tracking.pushed');
    expect(Number(after[0]?.many) - Number(before[0]?.many)).toBe(300);
    expect(await sql(`SELECT 1 FROM graphile_worker._private_jobs WHERE key LIKE 'pushed:%'`)).toHaveLength(1);
    await work(id);
    expect(await events(id)).toHaveLength(300);
    expect(await sql('SELECT 1 FROM tracking.pushed WHERE taken_at IS NULL')).toEqual([]);
  });

  it('are read by one at a time; who comes meanwhile comes again', async () => {
    const id = sample('package/refunding');
    const { tenant } = world.homes.north;
    expect(await send('ups', upsMessage({ localActivityTime: '235900' }), { credential: secret })).toBe(200);
    await sql(`UPDATE tracking.reading SET until = now() + interval '5 seconds' WHERE tenant_id = $1`, [tenant]);
    await sql('DELETE FROM graphile_worker._private_jobs');
    await work(id);
    expect(await sql('SELECT 1 FROM tracking.pushed WHERE taken_at IS NULL')).toHaveLength(1);
    expect(
      await sql(`SELECT run_at > now() AS later FROM graphile_worker._private_jobs WHERE key LIKE 'pushed:%'`),
    ).toEqual([{ later: true }]);
    await sql(`UPDATE tracking.reading SET until = now() - interval '1 second' WHERE tenant_id = $1`, [tenant]);
    await work(id);
    expect(await sql('SELECT 1 FROM tracking.pushed WHERE taken_at IS NULL')).toEqual([]);
  });

  it('that were kept when their node died are taken up by the clock', async () => {
    expect(await send('ups', upsMessage({ localActivityTime: '111500' }), { credential: secret })).toBe(200);
    await sql('DELETE FROM graphile_worker._private_jobs');
    await sql(`UPDATE tracking.pushed SET at = now() - interval '5 minutes' WHERE taken_at IS NULL`);
    const { services } = world.test.node.context;
    if (!services) throw new Error('no house');
    await poll(createCarriers({ bases: null })).run({ query: services.query, services });
    const waiting = await sql(`SELECT key FROM graphile_worker._private_jobs WHERE key LIKE $1`, [
      `pushed:${world.homes.north.tenant}%`,
    ]);
    expect(waiting).toHaveLength(1);
  });
});
