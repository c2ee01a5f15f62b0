import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifySql } from '../../server/domain/ledger/verify-sql.ts';
import { buildNodes, postTo, startAppNode, type AppNode } from '../support/app-nodes.ts';
import { BillDesk, upsBill, type Rows } from '../support/bill-desk.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';
import { seeded } from './support/random.ts';

/*
 * Servers are killed while a bill is imported, matched, locked, sold and pushed: no line is lost or there twice, nothing is
 * posted twice, no bill is half pushed. Two people who do the same, or the opposite, at once have one effect.
 */

/** `npm run test:night` takes twenty. */
const rounds = process.env['FAULTS'] ? 20 : 2;
const packages = process.env['FAULTS'] ? 2_000 : 120;
const random = seeded(Number(process.env['FAULT_SEED'] ?? '1'));
const patient = { timeout: 60_000, interval: 50 };

let world: World;
let finance: Person;
let desk: BillDesk;
let baseline: Rows;
const shared = mkdtempSync(join(tmpdir(), 'bills-faults-'));
let nodes: AppNode[] = [];
const launch = (): Promise<AppNode> => startAppNode(world.test.databaseUrl, { shared });
beforeAll(async () => {
  buildNodes();
  world = await openWorld();
  finance = world.person('north finance').person;
  desk = new BillDesk(world, finance);
  baseline = await desk.query(verifySql);
  nodes = [await launch(), await launch()];
}, 180_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  rmSync(shared, { recursive: true, force: true });
  await world?.close();
});

const door = () => ({ host: 'north.localhost', token: finance.token });
/** Both servers work; one of them, whichever has the job in hand, is gone after a while. */
async function strike(after: number): Promise<void> {
  const began = performance.now();
  await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(after), { timeout: 10_000, interval: 5 });
  const [first, second] = nodes;
  await first?.kill();
  nodes = [second as AppNode, await launch()];
}

async function hand(file: string): Promise<string> {
  const boundary = 'bills-of-carriers';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n--${boundary}--\r\n`;
  const headers = {
    ...{ authorization: `Bearer ${finance.token}`, 'x-wire': 'plain' },
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  const path = '/api/CarrierBill/upload?culture=en-US';
  const reply = await nodes[1]?.send({ method: 'POST', path, host: 'north.localhost', headers, body });
  return (JSON.parse(reply?.text ?? '{}') as { data: { job: string } }).data.job;
}

const done = (job: string): Promise<void> =>
  vi.waitFor(async () => {
    const [row] = await desk.query('SELECT state FROM lading.job WHERE id = $1', [job]);
    expect(row).toEqual({ state: 'done' });
  }, patient);

interface Answer {
  readonly success: boolean;
  readonly data: { readonly job: string };
}
const answerOf = (reply: Awaited<ReturnType<typeof postTo>>): Answer => JSON.parse(reply?.text ?? '{}') as Answer;
const ask = async (at: number, path: string, body: object, key: string): Promise<Answer> =>
  answerOf(await postTo(nodes[at] as AppNode, door(), path, body, key));

/** Sells a locked bill, makes the customers' bills of it and pushes them; a server is gone in each of these. */
async function sellWhileStruck(number: string): Promise<void> {
  const { data } = await ask(1, 'MemberBill/run', { until: '2100-01-01' }, `run-${number}`);
  await strike(random() * 400);
  await done(data.job);
  const { id: bill, matchedSum } = await desk.bill(number);
  const [sold] = await desk.query(
    `SELECT sum(cost) AS cost, count(*) FILTER (WHERE "memberBill" IS NULL)::integer AS left FROM member_bill_line WHERE tenant_id = $1 AND "carrierBill" = $2`,
    [desk.tenant, bill],
  );
  expect(sold).toEqual({ cost: matchedSum, left: 0 });
  const made = await generated();
  expect(made.length).toBeGreaterThan(0);
  for (const { id } of made) {
    const asked = ask(0, 'MemberBill/push', { id }, `push-${String(id)}`);
    await strike(random() * 40);
    await asked.catch(() => undefined);
    expect(await ask(0, 'MemberBill/push', { id }, `push-${String(id)}`)).toMatchObject({ success: true });
  }
  expect(await generated()).toEqual([]);
  expect(await desk.query(verifySql)).toEqual(baseline);
}

const generated = (): Promise<Rows> =>
  desk.query(
    `SELECT id::text FROM member_bill WHERE tenant_id = $1 AND status = 'generated' AND number NOT LIKE 'SAMPLE%' ORDER BY id`,
    [desk.tenant],
  );

/** Both servers are asked at once; how many have done it. */
async function both(one: readonly [string, object], other: readonly [string, object], name: string): Promise<number> {
  const answers = await Promise.all([ask(0, ...one, `${name}-one`), ask(1, ...other, `${name}-other`)]);
  return answers.filter(({ success }) => success).length;
}

describe('bills of two people at once', () => {
  it('are locked or discarded, pushed or cancelled, and recalled once', async () => {
    const tracking = '1ZA1B2340300000099';
    await desk.ship(tracking);
    for (const [at, other] of ['CarrierBill/lock', 'CarrierBill/discard'].entries()) {
      const number = `00000000R000${at}`;
      await done(await hand(upsBill(number, [{ tracking, net: '21.37' }])));
      const { id } = await desk.bill(number);
      expect(await both(['CarrierBill/lock', { id }], [other, { id }], `lock-${at}`)).toBe(1);
      expect(await desk.query(verifySql)).toEqual(baseline);
    }
    const number = '00000000R0009';
    await done(await hand(upsBill(number, [{ tracking, net: '31.37', date: '2026-03-21' }])));
    expect(await ask(0, 'CarrierBill/lock', { id: (await desk.bill(number))['id'] }, 'lock-9')).toMatchObject({
      success: true,
    });
    for (const at of [0, 1, 2]) {
      const runs = await Promise.all(
        [0, 1].map((node) => ask(node, 'MemberBill/run', { until: '2100-01-01' }, `r-${at}-${node}`)),
      );
      for (const { data } of runs) await done(data.job);
      expect(await desk.query(verifySql)).toEqual(baseline);
      for (const { id } of await generated()) {
        const rival = at === 0 ? 'MemberBill/push' : 'MemberBill/cancel';
        expect(await both(['MemberBill/push', { id }], [rival, { id }], `push-${at}-${String(id)}`)).toBe(1);
        expect(await desk.query(verifySql)).toEqual(baseline);
        const [bill] = await desk.query('SELECT status FROM member_bill WHERE id = $1', [id]);
        if (bill?.['status'] !== 'pushed') continue;
        const recall = ['MemberBill/recall', { id, recallReason: 'once more' }] as const;
        expect(await both(recall, recall, `recall-${at}-${String(id)}`)).toBe(1);
        expect(await desk.query(verifySql)).toEqual(baseline);
        expect(await ask(0, 'MemberBill/cancel', { id }, `cancel-${at}-${String(id)}`)).toMatchObject({
          success: true,
        });
      }
    }
  }, 120_000);
});

describe('bills while servers are killed', () => {
  it(
    'are imported, matched, locked, sold and pushed whole, and once',
    async () => {
      const tracking = (at: number) => `1ZA1B23403${String(at).padStart(8, '0')}`;
      for (let at = 0; at < 12; at += 1) await desk.ship(tracking(at));
      for (let round = 0; round < rounds; round += 1) {
        const number = `00000000F${String(round).padStart(4, '0')}`;
        const charges = Array.from({ length: packages }, (_, at) => [
          { tracking: tracking(at % 20), net: `${(at % 50) + 1}.25` },
          { tracking: tracking(at % 20), net: '1.10', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
        ]).flat();
        const sum = charges.reduce((cents, { net }) => cents + Math.round(Number(net) * 100), 0);
        const job = await hand(upsBill(number, charges));
        await strike(random() * 400);
        await strike(random() * 400);
        await done(job);
        const bill = await desk.bill(number);
        expect(bill).toMatchObject({ status: 'matched', lineCount: String(charges.length) });
        expect(bill['file']).not.toBeNull();
        const [lines] = await desk.query(
          `SELECT count(*)::integer AS many, (sum(net) * 100)::integer AS sum, count(*) FILTER (WHERE "matchState" = 'matched')::integer AS matched
             FROM carrier_bill_line WHERE tenant_id = $1 AND bill = $2`,
          [desk.tenant, bill['id']],
        );
        expect(lines).toEqual({
          many: charges.length,
          sum,
          matched: charges.filter(({ tracking: of }) => of < tracking(12)).length,
        });
        expect(await desk.query('SELECT FROM billing.staged')).toEqual([]);
        // The lock is asked for until someone answers; the key makes it one.
        const key = `lock-${number}`;
        const [first] = nodes;
        const asked = postTo(first as AppNode, door(), 'CarrierBill/lock', { id: bill['id'] }, key);
        await strike(random() * 40);
        await asked;
        const again = await postTo(nodes[0] as AppNode, door(), 'CarrierBill/lock', { id: bill['id'] }, key);
        expect(JSON.parse(again?.text ?? '{}')).toMatchObject({ success: true });
        expect(await desk.bill(number)).toMatchObject({ status: 'locked' });
        // What the carrier has got is what the bill comes to.
        expect(await desk.query(verifySql)).toEqual(baseline);
        await sellWhileStruck(number);
      }
    },
    rounds * 90_000,
  );
});
