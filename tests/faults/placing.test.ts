import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../server/domain/carriers/simulator/faults.ts';
import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { verifySql } from '../../server/domain/ledger/verify-sql.ts';
import { openFaultHouse, type FaultHouse, type Victim } from './support/fault-house.ts';
import { insist, newLog } from './support/persistent-client.ts';
import { keepTrial } from '../support/tried.ts';
import { seeded } from './support/random.ts';

/*
 * Servers, their workers and Postgres are killed while a carrier that lies makes labels: none is bought twice, none is
 * lost, no money stays frozen.
 */

/** `npm run test:night` takes thirty. */
const rounds = Number(process.env['PLACING_ROUNDS'] ?? (process.env['FAULTS'] ? '30' : '3'));
const orders = process.env['FAULTS'] ? 300 : 24;
const random = seeded(Number(process.env['FAULT_SEED'] ?? '1'));

/** No call of a carrier takes longer here than the lease of who makes it. */
const placing = { lease: 4_000, grace: 600, pauses: [100, 200, 400, 800, 800, 800, 800, 800], parallel: 8 };
const lies: readonly Fault[] = [
  { kind: 'slow', call: 'ship', ms: 60, times: null },
  { kind: 'dropped', call: 'ship', chance: 0.1, times: null },
  { kind: 'half', call: 'ship', chance: 0.08, times: null },
  { kind: 'cut', call: 'ship', chance: 0.05, times: null },
  { kind: 'unavailable', call: 'ship', chance: 0.08, times: null, retryAfter: 0 },
  { kind: 'refuse', call: 'ship', chance: 0.05, times: null },
];
const cents = { sale: 125, cost: 90 };

let simulator: Simulator;
let services: FaultHouse;
let planted: ReadonlySet<string>;
const log = newLog();
beforeAll(async () => {
  simulator = await startSimulator({ clients: [{ clientId: 'sample-client', clientSecret: 'sample-only' }] });
  const { ups, fedex } = simulator;
  services = await openFaultHouse({ carriers: { apiBases: { ups, fedex }, placing } });
  await services.ask(`UPDATE customer_config SET "riskAction" = 'allow'`);
  // The task that takes up what stands still comes by more often than each minute.
  const [timer] = await services.ask<{ id: string }>(
    `UPDATE timer SET task = 'shipping-sweep', "timerType" = '0', interval = 3, "timerStatus" = '0' WHERE task = 'prune-keys' RETURNING id::text`,
  );
  await services.ask(`SELECT graphile_worker.add_job('timer-plan', json_build_object('timer', $1::text))`, [timer?.id]);
  planted = new Set((await services.ask(verifySql)).map((row) => JSON.stringify(row)));
}, 180_000);
afterAll(async () => {
  await services?.stop();
  await simulator?.stop();
});

let keys = 0;
const ask = async (path: string, body: object): Promise<unknown> =>
  insist(services, log, { who: services.door('north sibling'), path, body, key: `placed-${(keys += 1)}-of-${rounds}` });

async function draft(): Promise<string> {
  const sample = (name: string) => services.samples.get(name) ?? '';
  const added = await ask('Order/add', {
    ...{ customer: sample('customer/harbor'), channel: sample('channel/ups-west'), senderMode: 'channel' },
    ...{ service: sample('channel-service/ups-west-ground'), shipFrom: sample('channel-ship-from/ups-west') },
    ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
    ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential', unitType: '0' },
    boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 2 }],
  });
  return String((added as { id: string }).id);
}

/** Waits until the carrier has been asked some more, or has nothing more to be asked. */
async function somewhere(): Promise<void> {
  const asked = simulator.control.calls().length + 2 + Math.floor(random() * (orders / 4));
  const started = () => expect(simulator.control.calls().length).toBeGreaterThan(asked);
  await vi.waitFor(started, { timeout: 2_000, interval: 5 }).catch(() => undefined);
}

/** Until every one has its end, and the carrier was asked a last time where it had lost an answer. */
const settled = (ids: readonly string[]): Promise<void> =>
  vi
    .waitFor(
      async () => {
        const [row] = await services.ask<{ many: number }>(
          `SELECT (SELECT count(*) FROM "order" WHERE id = ANY ($1) AND status IN ('draft', 'placing'))::int
              + (SELECT count(*) FROM shipping.placing WHERE "order" = ANY ($1) AND doubt_at IS NOT NULL)::int AS many`,
          [ids],
        );
        expect(row?.many).toBe(0);
      },
      { timeout: 90_000, interval: 100 },
    )
    .catch(async (error: Error) => {
      throw new Error(`${error.message}: ${await services.explain()}`);
    });

interface Ended {
  readonly id: string;
  readonly status: string;
  readonly bought: number;
  readonly packages: number;
  readonly files: number;
}

async function endsOf(ids: readonly string[]): Promise<Ended[]> {
  const rows = await services.ask<Omit<Ended, 'bought'> & { keys: string[] }>(
    `SELECT o.id::text, o.status, (SELECT coalesce(array_agg(p.key), '{}') FROM shipping.placing p WHERE p."order" = o.id) AS keys,
       (SELECT count(*)::int FROM package p WHERE p."order" = o.id) AS packages,
       (SELECT count(f.id)::int FROM package p JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p."labelFile" WHERE p."order" = o.id) AS files
     FROM "order" o WHERE o.id = ANY ($1) ORDER BY o.id`,
    [ids],
  );
  return rows.map(({ keys: own, ...row }) => ({
    ...row,
    bought: own.reduce((sum, key) => sum + simulator.control.bought(key).length, 0),
  }));
}

/** Cents of Harbor, the sale and the cost of the tenant. */
async function books(): Promise<Record<string, number>> {
  const rows = await services.ask<{ kind: string; cents: number }>(
    `SELECT kind, round(sum(a.balance + coalesce((SELECT sum(u.amount) FROM ledger.unrolled u
          WHERE u.tenant_id = a.tenant_id AND u.account = a.id), 0)) * 100)::int AS cents FROM ledger_account a
      WHERE tenant_id = $1 AND kind IN ('available', 'frozen', 'revenueShipping', 'costShipping', 'costAccrual') GROUP BY kind`,
    [services.tenants.north],
  );
  return Object.fromEntries(rows.map(({ kind, cents: sum }) => [kind, sum]));
}

const victims: readonly Victim[] = ['server', 'postgres'];

describe('orders that are placed while servers and Postgres are killed', () => {
  it(
    'end in what is true, each bought once or not at all',
    async () => {
      let placed = 0;
      for (let round = 0; round < rounds; round++) {
        for (const lie of lies) simulator.control.fault(lie);
        const ids: string[] = [];
        for (let at = 0; at < orders; at++) ids.push(await draft());
        const owner = {
          query: async (text: string, values: unknown[]) => ({ rows: await services.ask<object>(text, values) }),
        };
        await keepTrial(owner, ids, { sale: cents.sale / 100, cost: cents.cost / 100 });
        await ask('Order/placeMany', { ids });
        // Both in every round, either first, somewhere in the middle.
        for (const victim of random() < 0.5 ? victims : victims.toReversed()) {
          await somewhere();
          await services.kill(victim);
          await services.well();
        }
        await settled(ids);
        simulator.control.clearFaults();
        const ended = await endsOf(ids);
        const wrong = ended.filter(({ status, bought, packages, files }) =>
          status === 'ordered'
            ? bought !== 1 || packages !== 2 || files !== 2
            : status !== 'failed' || bought + packages > 0,
        );
        expect(wrong).toEqual([]);
        const now = ended.filter(({ status }) => status === 'ordered').length;
        expect(now).toBeGreaterThan(orders / 2);
        placed += now;
        expect(await books()).toMatchObject({
          ...{ available: -placed * cents.sale, frozen: 0, revenueShipping: placed * cents.sale },
          ...{ costShipping: -placed * cents.cost, costAccrual: placed * cents.cost },
        });
        const differences = (await services.ask(verifySql)).map((row) => JSON.stringify(row));
        expect(differences.filter((row) => !planted.has(row))).toEqual([]);
      }
      expect(log.strange).toEqual([]);
    },
    (90_000 + 60_000) * rounds,
  );
});
