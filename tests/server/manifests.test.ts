import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCarriers } from '../../server/domain/carriers/carriers.ts';
import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { createModules } from '../../server/domain/index.ts';
import { accountOf, orderOf } from '../support/carriers/orders.ts';
import { addLabels, type MadeLabel } from '../support/labels.ts';
import { reasons } from '../support/money.ts';
import { hosts, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* A manifest belongs to one account, place and day, takes what is in no other, and never changes once it is closed. */

const login = { clientId: 'sample-client', clientSecret: 'sample-only' };
let simulator: Simulator;
let world: World;
let admin: Person;
let place = '';
beforeAll(async () => {
  simulator = await startSimulator({ clients: [login] });
  const stripe = { secretKey: 'sk_test', webhookSecret: 'whsec', apiBase: 'http://127.0.0.1:9' };
  const apiBases = { ups: simulator.ups, fedex: simulator.fedex };
  world = await openWorld(createModules({ stripe, apiBases, originOf: (host) => `http://${host}` }));
  admin = world.person('north admin').person;
  const { rows } = await world.owner.query<{ place: string }>('SELECT labels.place($1, $2) AS place', [
    ...[world.homes.north.tenant, world.homes.north.samples.get('order/ordered')],
  ]);
  place = rows[0]?.place ?? '';
}, 120_000);
afterAll(async () => {
  await world?.close();
  await simulator?.stop();
});

const idOf = (name: string) => world.homes.north.samples.get(name) ?? '';
let day = 0;
/** A day of its own for each test, so that they share no label. */
const newDay = (): string => `2025-07-${String((day += 1)).padStart(2, '0')}`;
async function open(shipDate: string, account = 'ups-main'): Promise<string> {
  const added = await admin.post('Manifest/add', {
    account: idOf(`express-account/${account}`),
    shipDate,
    shipFrom: place,
  });
  expect(reasons(added)).toEqual([]);
  return (added.body.data as { id: string }).id ?? String(added.body.data);
}
const step = (id: string, name: string, input: object = {}) => admin.post(`Manifest/${name}`, { id, ...input });
const detail = async (id: string) => (await admin.get('Manifest/detail', { id })).body.data as Record<string, unknown>;
const manifestOf = async (label: MadeLabel | undefined) =>
  (
    await world.owner.query<{ id: string | null }>('SELECT manifest::text AS id FROM package WHERE id = $1', [
      label?.id,
    ])
  ).rows[0]?.id;
const setStatus = (label: MadeLabel | undefined, status: string) =>
  world.owner.query('UPDATE package SET status = $2 WHERE id = $1', [label?.id, status]);

describe('an open manifest', () => {
  it('takes the labels of its account, place and day, and those alone', async () => {
    const shipDate = newDay();
    const [mine, gone] = await addLabels(world, { count: 2, shipDate });
    const [later] = await addLabels(world, { shipDate: newDay() });
    const [other] = await addLabels(world, { shipDate, account: 'fedex-main' });
    await setStatus(gone, 'voidRequested');
    const id = await open(shipDate);
    expect(reasons(await step(id, 'fill'))).toEqual([]);
    expect(await Promise.all([mine, gone, later, other].map(manifestOf))).toEqual([id, null, null, null]);
    expect(await detail(id)).toMatchObject({ count: 1, status: 'open' });
    expect(reasons(await step(id, 'fill'))).toEqual(['shipFrom labels.nothingForManifest']);
  });

  it('shares no label with another one, however many are filled at once', async () => {
    const shipDate = newDay();
    const labels = await addLabels(world, { count: 6, shipDate });
    const ids = await Promise.all([open(shipDate), open(shipDate), open(shipDate)]);
    await Promise.all(ids.map((id) => step(id, 'fill')));
    const counts = await Promise.all(ids.map(async (id) => Number((await detail(id))['count'])));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect((await Promise.all(labels.map(manifestOf))).every((id) => ids.includes(id ?? ''))).toBe(true);
    // The database holds it, whatever statement tries.
    const [label] = labels;
    const held = await manifestOf(label);
    await expect(
      world.owner.query('UPDATE package SET manifest = $2 WHERE id = $1', [label?.id, ids.find((id) => id !== held)]),
    ).rejects.toThrow('labels.inOtherManifest');
  });

  it('gives up a label that is asked to be void, and all of them when it is void itself', async () => {
    const shipDate = newDay();
    const [one, two] = await addLabels(world, { count: 2, shipDate });
    const id = await open(shipDate);
    await step(id, 'fill');
    await setStatus(one, 'voidRequested');
    expect([await manifestOf(one), (await detail(id))['count']]).toEqual([null, 1]);
    expect(reasons(await step(id, 'void'))).toEqual([]);
    expect([await manifestOf(two), (await detail(id))['status']]).toEqual([null, 'voided']);
  });

  it('is not closed while it is empty', async () => {
    const id = await open(newDay());
    expect(reasons(await step(id, 'close'))).toEqual([expect.stringContaining('empty')]);
  });
});

describe('a closed manifest', () => {
  it('of UPS needs no carrier, holds what it holds, and later labels go to the next', async () => {
    const shipDate = newDay();
    const [label] = await addLabels(world, { shipDate });
    const id = await open(shipDate);
    await step(id, 'fill');
    const calls = simulator.control.calls().length;
    expect(reasons(await step(id, 'close'))).toEqual([]);
    await world.test.runJobs();
    expect(await detail(id)).toMatchObject({ status: 'closed', count: 1, number: null });
    expect(simulator.control.calls()).toHaveLength(calls);
    for (const change of ['manifest = NULL', "manifest = NULL, status = 'voided'"]) {
      await expect(world.owner.query(`UPDATE package SET ${change} WHERE id = $1`, [label?.id])).rejects.toThrow(
        'labels.manifestClosed',
      );
    }
    await expect(world.owner.query('UPDATE manifest SET count = 9 WHERE id = $1', [id])).rejects.toThrow(
      'labels.manifestClosed',
    );
    expect((await step(id, 'void')).body.success).toBe(false);
    expect((await step(id, 'fill')).body.success).toBe(false);
    const [late] = await addLabels(world, { shipDate });
    await expect(world.owner.query('UPDATE package SET manifest = $2 WHERE id = $1', [late?.id, id])).rejects.toThrow(
      'labels.manifestClosed',
    );
    const { manifests } = (
      await admin.post('Manifest/prepare', { upTo: shipDate, account: idOf('express-account/ups-main') })
    ).body.data as { manifests: string[] };
    expect(manifests).toContain(await manifestOf(late));
    expect(await manifestOf(late)).not.toBe(id);
    const check = await admin.post('Label/check', { packages: [label?.id] });
    const number = (await detail(id))['manifestNo'];
    expect(check.body.data).toMatchObject({ labels: [{ manifest: number, ok: true }] });
  });

  it('of FedEx closes Ground for the day there, and keeps what the carrier gives', async () => {
    const shipDate = new Date().toISOString().slice(0, 10);
    const bases = { ups: simulator.ups, fedex: simulator.fedex };
    const account = { ...accountOf('FEDEX', login), number: '510087020' };
    const bought = await createCarriers({ bases })
      .of('FEDEX')
      .ship(account, { ...orderOf(), service: 'FEDEX_GROUND', shipDate });
    expect(bought.ok).toBe(true);
    await addLabels(world, { shipDate, account: 'fedex-main' });
    const id = await open(shipDate, 'fedex-main');
    await step(id, 'fill');
    await step(id, 'close');
    await world.test.runJobs();
    expect(await detail(id)).toMatchObject({ status: 'closed', carrierFile: expect.stringMatching(/^\d+$/) });
    expect(simulator.control.shipments().at(-1)?.closed).not.toBeNull();
    const file = await admin.raw('sysFileInfo/download', { id: String((await detail(id))['carrierFile']) });
    expect(file.body).toContain('%PDF');
  });

  it('stays as it is while the carrier does not answer, and opens again with its words where it says no', async () => {
    const shipDate = newDay();
    await addLabels(world, { shipDate, account: 'fedex-main' });
    const id = await open(shipDate, 'fedex-main');
    await step(id, 'fill');
    simulator.control.fault({ kind: 'refuse', call: 'close', code: 'ACCOUNT.NUMBER.INVALID' });
    await step(id, 'close');
    await world.test.runJobs();
    expect(await detail(id)).toMatchObject({ status: 'open', errorText: expect.stringContaining('ACCOUNT.NUMBER') });
    simulator.control.fault({ kind: 'unavailable', call: 'close', times: 9 });
    await step(id, 'close');
    await world.test.runJobs();
    expect((await detail(id))['status']).toBe('closing');
    simulator.control.clearFaults();
    // Nothing is left to close there, as where an answer was lost on its way: that is no failure.
    await world.test.node.system.pool.query(
      'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts > 0',
    );
    await world.test.runJobs();
    expect(await detail(id)).toMatchObject({ status: 'closed', errorText: null });
  });

  it.each([
    ['en-US', 'Handed over to'],
    ['zh-CN', '交接人签字'],
  ])('is a document in %s', async (culture, words) => {
    const shipDate = newDay();
    const labels = await addLabels(world, { count: 2, shipDate });
    const id = await open(shipDate);
    await step(id, 'fill');
    const ask = () =>
      world.test.app.inject({
        ...{ method: 'POST', url: `/api/Manifest/document?culture=${culture}`, payload: { id } },
        headers: { host: hosts.north, authorization: `Bearer ${admin.token}` },
      });
    expect((await ask()).json()).toMatchObject({ issues: [{ code: 'labels.manifestOpen' }] });
    await step(id, 'close');
    await world.test.runJobs();
    const { text } = await extractText(await getDocumentProxy(new Uint8Array((await ask()).rawPayload)), {
      mergePages: true,
    });
    expect(text).toContain(words);
    for (const { trackingNo } of labels) expect(text).toContain(trackingNo);
  });
});

describe('the end of a day', () => {
  it('shows what is in no manifest, and what was never scanned', async () => {
    const shipDate = newDay();
    const [label, scanned] = await addLabels(world, { count: 2, shipDate });
    await world.owner.query(`UPDATE package SET "createdAt" = now() - interval '30 hours' WHERE id = ANY ($1)`, [
      [label?.id, scanned?.id],
    ]);
    await world.owner.query('UPDATE package SET "firstScanAt" = now() WHERE id = $1', [scanned?.id]);
    const read = async (hours: number) =>
      (await admin.post('Label/handover', { hours })).body.data as {
        groups: object[];
        unscanned: { id: string; age: number }[];
      };
    const { groups, unscanned } = await read(24);
    expect(groups).toContainEqual(expect.objectContaining({ shipDate, place, count: 2, late: true }));
    expect(unscanned.filter(({ id }) => [label?.id, scanned?.id].includes(id))).toMatchObject([
      { id: label?.id, age: 30 },
    ]);
    expect((await read(31)).unscanned.map(({ id }) => id)).not.toContain(label?.id);
    const member = world.person('north member').person;
    expect((await member.post('Label/handover', {})).status).toBe(403);
  });
});
