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

/* Servers are killed while a bill is imported, matched and locked: no line is lost or there twice, nothing is posted twice. */

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

describe('bills while servers are killed', () => {
  it(
    'are imported, matched and locked whole, and once',
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
        await vi.waitFor(async () => {
          const [row] = await desk.query('SELECT state FROM lading.job WHERE id = $1', [job]);
          expect(row).toEqual({ state: 'done' });
        }, patient);
        const bill = await desk.bill(number);
        expect(bill).toMatchObject({ status: 'matched', lineCount: String(charges.length) });
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
        // The lock is asked for until somebody answers; the key makes it one.
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
      }
    },
    rounds * 90_000,
  );
});
