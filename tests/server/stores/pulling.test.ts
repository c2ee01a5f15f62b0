import { rowQuery } from '../../../server/modules/row-query.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import fc from 'fast-check';
import { sweepCancelled } from '../../../server/domain/stores/cancel.ts';
import { pullShop } from '../../../server/domain/stores/pull.ts';
import { createStores } from '../../../server/domain/stores/stores.ts';
import type { ActingServices } from '../../../server/modules/module.ts';
import { openStoreDesk, type StoreDesk } from '../../support/store-desk.ts';

/* Whenever a pull stops, and whatever changes meanwhile: each order is there once, as it stood last. */

let desk: StoreDesk;
beforeAll(async () => {
  desk = await openStoreDesk();
}, 120_000);
afterAll(() => desk?.close());

class Killed extends Error {}

/** A house whose statements end with the process: `before` it was sent, or after it was done and before anybody heard. */
function mortal(services: ActingServices, left: { statements: number; before: boolean }): ActingServices {
  return {
    ...services,
    query: rowQuery(async (text, values) => {
      left.statements -= 1;
      if (left.statements === 0 && left.before) throw new Killed();
      const rows = await services.query(text, values);
      if (left.statements === 0) throw new Killed();
      return rows;
    }),
  };
}

const moment = fc.record({
  /** Statements until the end. */
  statements: fc.integer({ min: 1, max: 24 }),
  before: fc.boolean(),
  /** Orders that the platform changes while nobody looks. */
  changes: fc.array(fc.nat(1_000), { maxLength: 4 }),
  /** Orders that the platform cancels. */
  cancels: fc.array(fc.nat(1_000), { maxLength: 3 }),
  /** What goes wrong at the platform: nothing, an answer that is lost, a page that is not to be had any more. */
  fault: fc.constantFrom(null, 'lost', 'unavailable', 'expiredPage'),
  added: fc.integer({ min: 0, max: 3 }),
});

const lineOf = (no: string, status: string, more: string): string => `${no} ${status} ${more}`;

it('neither doubles nor misses an order, whenever it stops', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('amazon', 'shopify'),
      // About the size of a page, where its boundaries are.
      fc.integer({ min: 95, max: 205 }),
      fc.array(moment, { minLength: 1, maxLength: 6 }),
      async (platform, many, moments) => {
        round += 1;
        const shop = await desk.open({ platform, name: `p${platform}${round}` });
        const { there } = shop;
        const { world } = desk.platforms;
        // A day that nobody has reached yet: time goes by the test.
        let now = Date.now() - 3 * 86_400_000;
        const add = (count: number) => {
          for (let at = 0; at < count; at += 1) world.order(there, { at: new Date(now - at * 7_000 - 200_000) });
        };
        const stores = createStores({ bases: desk.platforms.bases, now: () => new Date(now) });
        const of = { tenant: desk.world.homes.north.tenant, shop: shop.id };
        const pull = async (services: ActingServices) => {
          await desk.world.owner.query(
            'UPDATE stores.cursor SET leased_until = NULL, next_at = now() WHERE shop = $1',
            [shop.id],
          );
          await pullShop({ stores, pages: 2 }, services, of, true).catch((error: unknown) => {
            if (!(error instanceof Killed)) throw error;
          });
        };
        add(many);
        for (const { statements, before, changes, cancels, fault, added } of moments) {
          if (fault) desk.platforms.fault({ kind: fault, shop: there.name, after: 1 });
          await pull(mortal(desk.house, { statements, before }));
          desk.platforms.clearFaults();
          now += 600_000;
          for (const which of changes) {
            const order = there.orders[which % there.orders.length];
            if (order) Object.assign(order, { changedAt: now - 150_000 });
          }
          for (const which of cancels) {
            const order = there.orders[which % there.orders.length];
            if (order) Object.assign(order, { state: 'cancelled', changedAt: now - 150_000 });
          }
          for (let at = 0; at < added; at += 1) world.order(there, { at: new Date(now - 300_000 + at) });
        }
        // Breakers rest for seconds of the test's own time.
        for (let more = 0; more < 8; more += 1) {
          now += 600_000;
          await pull(desk.house);
        }
        // What an interruption left is followed a minute later.
        await desk.world.owner.query(`UPDATE stores.ended SET created_at = now() - interval '1 hour'`);
        await sweepCancelled(desk.house);
        const { rows } = await desk.world.owner.query<{ no: string; status: string; changed: string; items: string }>(
          `SELECT "platformNo" AS no, status, round(extract(epoch FROM "changedAt") * 1000)::text AS changed,
             (SELECT count(*) FROM "store_order__items" i WHERE i.parent_id = o.id)::text AS items
           FROM store_order o WHERE shop = $1`,
          [shop.id],
        );
        const known = new Set(rows.map(({ no }) => no));
        const ours = rows
          .map(({ no, changed, items, status }) =>
            lineOf(no, status, status === 'cancelled' ? '' : `${changed} ${items}`),
          )
          .toSorted();
        // One that was cancelled before it was ever pulled is none of ours.
        const theirs = there.orders
          .filter(({ no, state }) => state !== 'cancelled' || known.has(no))
          .map(({ no, changedAt, items, state }) => {
            const isOpen = state !== 'cancelled';
            return lineOf(no, isOpen ? 'pendingShipping' : 'cancelled', isOpen ? `${changedAt} ${items.length}` : '');
          })
          .toSorted();
        expect(ours).toEqual(theirs);
      },
    ),
    { numRuns: process.env['NIGHT'] ? 300 : 12 },
  );
}, 180_000);
