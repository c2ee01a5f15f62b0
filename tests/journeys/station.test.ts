import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { createModules } from '../../server/domain/index.ts';
import { fakeScale } from '../support/fake-scale.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { added, state } from '../support/money.ts';
import { night, oneOf } from '../support/night.ts';
import { addSellingList, soldBy, type PriceList } from '../support/pricing.ts';
import { scratch, spooled, startAgent } from '../support/print-agent.ts';

/* A packer at a station: orders, some of them with something wrong, and not one click. */

let live: LiveApp;
let list: PriceList;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ clients: [{ clientId: 'sample-client', clientSecret: 'sample-only' }] });
  const { ups, fedex } = simulator;
  const placing = { lease: 60_000, grace: 0, pauses: [0, 0], parallel: 16 };
  live = await openLiveApp(
    createModules({ stripe: null, apiBases: { ups, fedex }, placing, originOf: (host) => `http://${host}` }),
  );
  list = await addSellingList(live.world);
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
      ...{ customer: sample('customer/harbor'), ...soldBy(list) },
      ...{ unitType: '0', senderMode: 'channel', shipToName: 'Ann Lee', shipToAddress1: '2 Main St' },
      ...{ shipToCity: 'New York', shipToState: 'NY', shipToPostalCode: '10001', shipToCountry: 'US' },
      ...{ shipToType: 'residential', boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }] },
    }),
  );
  const { orderNo } = (await admin.get('Order/detail', { id })).body.data as { orderNo: string };
  return { id, orderNo };
}

/** Parcels that get a label. The whole round is thirty scanned orders, in both languages; a day has one that is short. */
const parcels = night ? 28 : 4;
let rounds = 0;

describe.each(oneOf(['en-US', 'zh-CN'] as const, 0))('a packer at a station, %s', (culture) => {
  it('scans orders: labels come out, what is wrong is said, and the manager sees who did what', async () => {
    const t = journeyWords(culture, 'printing');
    const admin = live.world.person('north admin').person;
    const name = `Bench ${(rounds += 1)}`;
    const id = added(await admin.post('Printer/add', { name, scale: true }));
    await admin.post('Printer/pair', { id });
    const { pairingCode: code } = (await admin.get('Printer/detail', { id })).body.data as { pairingCode: string };
    const [folder, scale] = [await scratch(), await fakeScale()];
    const server = live.url('north', '').replace('north.localhost', '127.0.0.1');
    const agent = startAgent({ server, code, spool: `folder:${folder}`, state: await scratch(), scale: scale.target });
    await agent.hears('ready for');

    const { page } = await live.open('north admin', { path: '/station', culture });
    await page.locator('.station-choice').click();
    await page.getByTitle(name, { exact: true }).click();
    const board = page.locator('.scan-board');
    const says = (...texts: string[]) =>
      vi.waitFor(
        async () => {
          const shown = await board.innerText();
          for (const text of texts) expect(shown).toContain(text);
        },
        { timeout: 15_000, interval: 60 },
      );
    await says(t('station.now.ready'));
    // A scanner is a keyboard that is fast and ends with Enter.
    const scan = async (text: string) => {
      await page.getByLabel(t('station.field')).focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    const orders: { id: string; orderNo: string }[] = [];
    for (let at = 0; at < parcels; at += 1) orders.push(await order());
    for (const [at, { orderNo }] of orders.entries()) {
      scale.put(0);
      await scan(orderNo);
      await says(t('station.now.box'), orderNo);
      await scan('LD-SAMEBOX');
      await says(t('station.now.weight'));
      if (at === 1 || at === 2) {
        const weight = at === 1 ? '4.200' : '1.500';
        scale.put(Number(weight));
        await says(t('station.fault.wrongWeight', { weight, unit: 'lb', expected: '3.000' }));
      }
      scale.put(3.02);
      await says(t('station.now.printed'));
    }
    await vi.waitFor(async () => expect(await spooled(folder)).toHaveLength(parcels), { timeout: 15_000 });
    await scan('9999-UNKNOWN');
    await says(t('station.fault.unknown', { text: '9999-UNKNOWN' }));
    // The label of the last one goes void, and its order comes by once more.
    const last = orders.at(-1)?.orderNo ?? '';
    await scan('LD-VOID');
    await says(t('station.now.ready'), last);
    await scan(last);
    const ended = [t('station.fault.notPlaceable'), t('station.fault.voidLabel', { detail: '' }).trim()];
    await vi.waitFor(
      async () => {
        const shown = await board.innerText();
        expect(ended.some((text) => shown.includes(text))).toBe(true);
      },
      { timeout: 15_000 },
    );
    expect(await spooled(folder)).toHaveLength(parcels);
    // In the right size: that of the printer's stock, four by six inches.
    for (const file of await spooled(folder)) {
      const { view } = await (await getDocumentProxy(new Uint8Array(await readFile(join(folder, file))))).getPage(1);
      expect(view).toEqual([0, 0, 288, 432]);
    }

    await vi.waitFor(async () => expect(await page.locator('.station-table tbody tr').count()).toBeGreaterThan(12));
    const manager = await live.open('north finance', { path: '/StationScan', culture });
    await manager.page.getByText('9999-UNKNOWN').first().waitFor();
    expect(state(await admin.post('Printer/unpair', { id }))).toBe('unpaired');
    expect(await agent.ended).toBe(2);
  }, 400_000);
});
