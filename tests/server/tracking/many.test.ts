import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCarriers } from '../../../server/domain/carriers/carriers.ts';
import { poll } from '../../../server/domain/tracking/poll.ts';
import { takePushed } from '../../../server/domain/tracking/push/read-pushed.ts';
import { openWorld, type World } from '../../support/world.ts';

/* The number of statements for a batch must not grow with its packages, whether they are polled or pushed. */

let world: World;
let carrier: Server;
let base: string;
/** Numbers of each request that the carrier was sent. */
let requests: (readonly string[])[] = [];
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
const services = () => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('the node has no services');
  return services;
};

const scan = {
  ...{ date: '2026-03-03T12:01:00-07:00', eventType: 'PU', derivedStatusCode: 'PU', eventDescription: 'Picked Up' },
  scanLocation: { city: 'SEATTLE', stateOrProvinceCode: 'WA', postalCode: '98101', countryCode: 'US' },
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** FedEx: a token for anyone, and one scan of every number that it is asked about. */
async function answer(request: IncomingMessage): Promise<object> {
  const body = await bodyOf(request);
  if (request.url?.includes('oauth')) return { access_token: 'many', token_type: 'bearer', expires_in: 3_600 };
  const { trackingInfo } = JSON.parse(body) as { trackingInfo: { trackingNumberInfo: { trackingNumber: string } }[] };
  const numbers = trackingInfo.map(({ trackingNumberInfo }) => trackingNumberInfo.trackingNumber);
  requests.push(numbers);
  const results = numbers.map((trackingNumber) => ({
    trackingNumber,
    trackResults: [{ trackingNumberInfo: { trackingNumber }, scanEvents: [scan] }],
  }));
  return { output: { completeTrackResults: results } };
}

beforeAll(async () => {
  world = await openWorld();
  carrier = createServer((request, response) => {
    void answer(request).then((reply) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply)),
    );
  });
  await new Promise<void>((done) => carrier.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  carrier?.close();
  await world?.close();
});
beforeEach(async () => {
  requests = [];
  await sql('UPDATE tracking.work SET retired_at = now()');
});

let made = 0;
/** Labelled packages, each of an order of its own, whose turn it is. */
async function packages(many: number): Promise<string[]> {
  const seqs = Array.from({ length: many }, () => (made += 1));
  const orders = await copies(
    'order',
    (await sql('SELECT "order"::text AS id FROM package WHERE id = $1', [sample('package/ordered')]))[0]?.['id'],
    seqs.map((seq) => ({ status: 'ordered', orderNo: `MANY-${seq}` })),
  );
  return copies(
    'package',
    sample('package/ordered'),
    seqs.map((seq, at) => ({
      ...{ order: orders[at], seq: 1_000 + seq, trackingNo: String(seq).padStart(12, '7'), carrierCode: 'FEDEX' },
      ...{ account: sample('express-account/fedex-main'), status: 'labelled', trackingStatus: 'pending' },
      ...{ logistics: 'notIssued', lastEvent: null, lastEventAt: null, firstScanAt: null, deliveredAt: null },
    })),
  );
}

/** Copies of a record that differ in these fields. Answers their ids. */
async function copies(table: string, id: unknown, changes: readonly object[]): Promise<string[]> {
  const [row] = await sql(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const names = String(row?.['names']);
  const rows = await sql(
    `INSERT INTO "${table}" (${names})
       SELECT ${names} FROM (SELECT (jsonb_populate_record(t, c.change || jsonb_build_object('id', lading.new_id()))).*
         FROM "${table}" t, jsonb_array_elements($2::jsonb) AS c(change) WHERE t.id = $1) AS copy
     RETURNING id::text AS id`,
    [id, JSON.stringify(changes)],
  );
  return rows.map((each) => String(each['id']));
}

/** The statements that some work sends to Postgres. */
async function counted(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

const pollAll = () =>
  poll(createCarriers({ bases: { ups: base, fedex: base } })).run({ query: services().query, services: services() });

const push = async (ids: readonly string[]) => {
  await sql(
    `INSERT INTO tracking.pushed (tenant_id, hash, package, tracked)
       SELECT $1, 'many-' || id, id, $3 FROM unnest($2::bigint[]) AS id`,
    [world.homes.north.tenant, ids, JSON.stringify({ events: [pushed], estimatedAt: null })],
  );
  const { actor, tenant } = world.homes.north;
  const call = { entity: 'package', action: '', tenant, record: { id: ids[0] }, actor: actor.facts, operationKey: 'x' };
  await takePushed.run({ ...call, services: services() } as Parameters<typeof takePushed.run>[0]);
};
const pushed = {
  ...{ at: '2026-03-03T12:01:00', offset: '-07:00', code: 'PU', type: 'PU', text: 'Picked Up' },
  ...{ city: 'SEATTLE', state: 'WA', postalCode: '98101', country: 'US' },
};

/** Counts by what became of packages and their orders. */
const outcome = (ids: readonly string[]) =>
  sql(
    `SELECT p."trackingStatus" AS state, o.status AS "order", count(*)::int AS many, count(DISTINCT e.id)::int AS events,
            count(*) FILTER (WHERE w.locked_until IS NULL AND w.retired_at IS NULL)::int AS free
       FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
       JOIN tracking.work w ON w.tenant_id = p.tenant_id AND w.package = p.id
       LEFT JOIN track_event e ON e.tenant_id = p.tenant_id AND e.package = p.id
      WHERE p.id = ANY ($1::bigint[]) GROUP BY 1, 2 ORDER BY 1`,
    [ids],
  );

describe('a batch of many packages', () => {
  it('takes as many statements as a batch of few when it is polled', async () => {
    await packages(2);
    await pollAll();
    const few = await packages(10);
    const ofFew = await counted(pollAll);
    const many = await packages(100);
    requests = [];
    const ofMany = await counted(pollAll);
    expect(ofMany).toBeLessThanOrEqual(ofFew + 2);
    expect(requests.map(({ length }) => length).toSorted()).toEqual([10, 30, 30, 30]);
    for (const ids of [few, many])
      expect(await outcome(ids)).toEqual([
        { state: 'picked_up', order: 'shipped', many: ids.length, events: ids.length, free: ids.length },
      ]);
  }, 60_000);

  it('takes as many statements as a batch of few when it is pushed', async () => {
    await push(await packages(2));
    const few = await packages(10);
    const ofFew = await counted(() => push(few));
    const many = await packages(100);
    const ofMany = await counted(() => push(many));
    expect(ofMany).toBeLessThanOrEqual(ofFew + 2);
    for (const ids of [few, many])
      expect(await outcome(ids)).toEqual([
        { state: 'picked_up', order: 'shipped', many: ids.length, events: ids.length, free: ids.length },
      ]);
    expect(await sql('SELECT 1 FROM tracking.pushed WHERE taken_at IS NULL')).toEqual([]);
  }, 60_000);

  it('is held up by none that cannot be stored', async () => {
    const ids = await packages(40);
    const bad = ids[17] ?? '';
    await sql(
      `CREATE FUNCTION public.refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not this one'; END $$`,
    );
    await sql(`CREATE TRIGGER refuse_one BEFORE UPDATE ON package FOR EACH ROW
                 WHEN (NEW.id = ${bad}) EXECUTE FUNCTION public.refuse_one()`);
    await pollAll();
    await sql(`DROP TRIGGER refuse_one ON package; DROP FUNCTION public.refuse_one()`);
    expect(await outcome(ids)).toEqual([
      { state: 'pending', order: 'ordered', many: 1, events: 1, free: 1 },
      { state: 'picked_up', order: 'shipped', many: 39, events: 39, free: 39 },
    ]);
    expect(await sql('SELECT failure, tries FROM tracking.work WHERE package = $1', [bad])).toEqual([
      { failure: 'not this one', tries: 1 },
    ]);
  }, 60_000);
});
