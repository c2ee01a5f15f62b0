import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { createModules } from '../../server/domain/index.ts';
import { fakeScale } from '../support/fake-scale.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { added, state } from '../support/money.ts';
import { scratch, spooled, startAgent } from '../support/print-agent.ts';

/* A packer at a station: six orders, three of them with something wrong, and not one click. */

let live: LiveApp;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ clients: [{ clientId: 'sample-client', clientSecret: 'sample-only' }] });
  const { ups, fedex } = simulator;
  const placing = { lease: 60_000, grace: 0, pauses: [0, 0], parallel: 16 };
  live = await openLiveApp(
    createModules({ stripe: null, apiBases: { ups, fedex }, placing, originOf: (host) => `http://${host}` }),
  );
}, 240_000);
afterAll(async () => {
  await live?.close();
  await simulator?.stop();
});

const sample = (name: string) => live.world.homes.north.samples.get(name) ?? '';
async function order(): Promise<{ id: string; orderNo: string }> {
  const admin = live.world.person('north admin').person;
  const id = added(
    await admin.post('Order/add', {
      ...{ customer: sample('customer/harbor'), channel: sample('channel/ups-west') },
      ...{ service: sample('channel-service/ups-west-ground'), shipFrom: sample('channel-ship-from/ups-west') },
      ...{ unitType: '0', senderMode: 'channel', shipToName: 'Ann Lee', shipToAddress1: '2 Main St' },
      ...{ shipToCity: 'New York', shipToState: 'NY', shipToPostalCode: '10001', shipToCountry: 'US' },
      ...{ shipToType: 'residential', boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }] },
    }),
  );
  await live.world.owner.query('UPDATE "order" SET "predictedSale" = NULL, "predictedCost" = NULL WHERE id = $1', [id]);
  const { orderNo } = (await admin.get('Order/detail', { id })).body.data as { orderNo: string };
  return { id, orderNo };
}

describe('a packer at a station', () => {
  it('scans six orders: labels come out, what is wrong is said, and the manager sees who did what', async () => {
    const admin = live.world.person('north admin').person;
    const id = added(await admin.post('Printer/add', { name: 'Bench 7', scale: true }));
    await admin.post('Printer/pair', { id });
    const { pairingCode: code } = (await admin.get('Printer/detail', { id })).body.data as { pairingCode: string };
    const [folder, scale] = [await scratch(), await fakeScale()];
    const server = live.url('north', '').replace('north.localhost', '127.0.0.1');
    const agent = startAgent({ server, code, spool: `folder:${folder}`, state: await scratch(), scale: scale.target });
    await agent.hears('ready for');

    const { page } = await live.open('north admin', { path: '/station' });
    await page.locator('.station-choice').click();
    await page.locator('.ant-select-item-option', { hasText: 'Bench 7' }).click();
    const board = page.locator('.station-board');
    const says = (text: string | RegExp) =>
      vi.waitFor(async () => expect(await board.innerText()).toMatch(text), { timeout: 15_000, interval: 60 });
    await says('Scan the next order');
    // A scanner is a keyboard that is fast and ends with Enter.
    const scan = async (text: string) => {
      await page.getByLabel('Scan an order, a packing slip or a label').focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    const orders = await Promise.all([order(), order(), order(), order()]);
    for (const [at, { orderNo }] of orders.entries()) {
      scale.put(0);
      await scan(orderNo);
      await says(new RegExp(`Scan the box\\s+${orderNo}`));
      await scan('LD-SAMEBOX');
      await says('Put it on the scale');
      if (at === 1) {
        scale.put(4.2);
        await says('It weighs 4.200 lb, the order says 3.000 lb. No label.');
      }
      scale.put(3.02);
      await says('Label is printing');
    }
    await vi.waitFor(async () => expect(await spooled(folder)).toHaveLength(4), { timeout: 15_000 });
    await scan('9999-UNKNOWN');
    await says('Nothing has the number 9999-UNKNOWN.');
    // The label of the last one goes void, and its order comes by once more.
    await scan('LD-VOID');
    await says(new RegExp(`Scan the next order\\s+${orders[3]?.orderNo}`));
    await scan(orders[3]?.orderNo ?? '');
    await says(/cannot be shipped from here|label is void/);
    expect(await spooled(folder)).toHaveLength(4);
    expect((await spooled(folder)).every((name) => name.endsWith('.pdf'))).toBe(true);

    await vi.waitFor(async () => expect(await page.locator('.station-table tbody tr').count()).toBeGreaterThan(12));
    const manager = await live.open('north finance', { path: '/StationScan' });
    await manager.page.getByText('9999-UNKNOWN').first().waitFor();
    expect(state(await admin.post('Printer/unpair', { id }))).toBe('unpaired');
    expect(await agent.ended).toBe(2);
  }, 120_000);
});
