import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusinessDay } from '../support/business-day.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { oneOf } from '../support/night.ts';
import { openPlacingDesk, type PlacingDesk } from '../support/placing-desk.ts';

/*
 * The first day of a company, on its screens alone: the platform sells it a plan, its administrator follows the
 * invitation and sets up a carrier and prices, a shipper registers and is admitted, its parcel, pallets and box are
 * shipped and billed, one order is refunded, and the week is closed.
 */

/** Of the sample accounts, which the simulator knows. */
const login = { clientId: 'sample-client', clientSecret: 'sample-only' };

let live: LiveApp;
let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk({}, async (modules) => (live = await openLiveApp(modules)).world);
}, 300_000);
afterAll(async () => {
  await live?.close();
  await desk?.simulator.stop();
});

describe.each(oneOf(['en-US', 'zh-CN'] as const, 0))('the first day of a company, %s', (culture) => {
  it('goes from its plan to a closed week, without a call to the API', async () => {
    const day = await BusinessDay.open(live, { culture, login });
    await day.openCompany();
    await day.buyPlan();
    await day.setUpCarrier();
    await day.setUpPrices();
    await day.register();
    await day.admit();
    await day.fund('1000');
    const parcel = await day.shipParcel();
    await day.shipPallets();
    await day.consolidate();
    await day.billCarrier(parcel);
    await day.refundSecond();
    await day.billCustomer();
    await day.closeWeek();
    // 1,000 less a parcel of 10, a pallet load of 200 and a box of 110.
    expect(await day.balance()).toBe('680.00');
    await desk.verify();
    expect(day.errors()).toEqual([]);
  }, 600_000);
});
