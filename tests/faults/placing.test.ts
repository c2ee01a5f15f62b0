import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../server/domain/carriers/simulator/faults.ts';
import { buildNodes, startAppNode, type AppNode } from '../support/app-nodes.ts';
import { openPlacingDesk, type PlacingDesk } from '../support/placing-desk.ts';
import { seeded } from './support/random.ts';

/* Servers are killed while a carrier that lies makes labels: none is bought twice, none is lost, no money stays frozen. */

/** `npm run test:night` takes thirty. */
const rounds = process.env['FAULTS'] ? 30 : 3;
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

const patient = { timeout: 60_000, interval: 20 };

let desk: PlacingDesk;
let nodes: AppNode[] = [];
const launch = (): Promise<AppNode> => {
  const { ups, fedex } = desk.simulator;
  return startAppNode(desk.world.test.databaseUrl, { carriers: { apiBases: { ups, fedex }, placing } });
};
beforeAll(async () => {
  buildNodes();
  desk = await openPlacingDesk(placing);
  nodes = [await launch(), await launch()];
}, 180_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await desk?.close();
});

const under = async (ids: readonly string[]): Promise<number> => {
  const { rows } = await desk.world.owner.query<{ many: number }>(
    `SELECT count(*)::int AS many FROM "order" WHERE id = ANY ($1) AND status = 'placing'`,
    [ids],
  );
  return rows[0]?.many ?? 0;
};

describe('orders that are placed while servers are killed', () => {
  it(
    'end in what is true, each bought once or not at all',
    async () => {
      const before = await desk.purse();
      for (let round = 0; round < rounds; round++) {
        for (const lie of lies) desk.simulator.control.fault(lie);
        const ids: string[] = [];
        for (let at = 0; at < orders; at++) ids.push(await desk.draft(1));
        for (const id of ids) await desk.submit(id);
        for (let kill = 0; kill < 2; kill++) {
          // Somewhere in the middle: after so many further calls.
          const asked = desk.simulator.control.calls().length + 2 + Math.floor(random() * (orders / 4));
          const begun = () => expect(desk.simulator.control.calls().length).toBeGreaterThan(asked);
          // What the last one had in hand is taken up when its lease ends: then there is nothing to wait for.
          await vi.waitFor(begun, { timeout: 2_000, interval: 5 }).catch(() => undefined);
          const [first, second] = nodes;
          await first?.kill();
          nodes = [second as AppNode, await launch()];
        }
        await vi.waitFor(async () => {
          await desk.sweep();
          expect(await under(ids)).toBe(0);
        }, patient);
        desk.simulator.control.clearFaults();
        const { rows } = await desk.world.owner.query<{ id: string; status: string }>(
          'SELECT id::text, status FROM "order" WHERE id = ANY ($1)',
          [ids],
        );
        const told = await Promise.all(rows.map(async ({ id, status }) => [status, await desk.bought(id)]));
        const wrong = told.filter(
          ([status, bought]) => status !== (bought === 1 ? 'ordered' : 'failed') || Number(bought) > 1,
        );
        expect(wrong).toEqual([]);
        expect(told.filter(([status]) => status === 'ordered').length).toBeGreaterThan(orders / 2);
        const earned = told.filter(([status]) => status === 'ordered').length * 100;
        expect(await desk.purse()).toEqual({
          available: before.available - earned,
          frozen: before.frozen,
        });
        before.available -= earned;
        await desk.verify();
        await desk.recharge(orders);
        before.available += orders * 100;
      }
    },
    (60_000 + 30_000) * rounds,
  );
});
