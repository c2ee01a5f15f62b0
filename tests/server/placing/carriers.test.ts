import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasons, state } from '../../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { hosts } from '../../support/test-app.ts';

/* The whole life of an order at each carrier: bought, printed, void and paid back. */

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
}, 120_000);
afterAll(() => desk?.close());

/** All labels of an order in one file, as their customer gets it: what stands on each page, or the codes of the refusal. */
async function print(id: string, more: object = {}): Promise<readonly string[]> {
  const raw = await desk.world.test.app.inject({
    ...{ method: 'POST', url: '/api/Label/merge', payload: { orders: [id], ...more } },
    headers: { host: hosts.north, authorization: `Bearer ${desk.harbor.token}` },
  });
  if (/json/.test(String(raw.headers['content-type'])))
    return (raw.json<{ issues?: { code: string }[] }>().issues ?? []).map(({ code }) => code);
  return (await extractText(await getDocumentProxy(new Uint8Array(raw.rawPayload)), { mergePages: false })).text;
}

const boxes = [
  { weight: 3, length: 12, width: 10, height: 8, quantity: 2 },
  { weight: 7.5, length: 20, width: 12, height: 8, quantity: 1 },
];
const carriers = [
  { brand: 'ups', channel: 'ups-west', service: 'ups-west-ground', account: 'ups-main', form: /^1Z[0-9A-Z]{16}$/ },
  { brand: 'fedex', channel: 'fedex-west', service: 'fedex-west-home', account: 'fedex-main', form: /^\d{15}$/ },
] as const;

describe.each(carriers)('an order of three boxes at $brand', ({ brand, channel, service, account, form }) => {
  const sample = (name: string) => desk.world.homes.north.samples.get(name) ?? '';

  it('is bought in one shipment, printed as three labels, void at the carrier and paid back', async () => {
    const { harbor, money, simulator } = desk;
    const before = await desk.purse();
    const id = await desk.draft(52.1, {
      ...{ channel: sample(`channel/${channel}`), service: sample(`channel-service/${service}`), boxes },
      shipFrom: sample(`channel-ship-from/${channel}`),
      ...{ reference1: 'PO-77 / spring', reference2: 'SKU-9 x 3' },
    });
    expect(await desk.submit(id)).toBe('placing');
    await desk.run();
    const order = await desk.detail(id);
    expect(order).toMatchObject({ status: 'ordered', errorText: null, leadTracking: expect.stringMatching(form) });
    expect(await desk.purse()).toEqual({ ...before, available: before.available - 5_210 });

    // One shipment of the right account, whose boxes are ours in weight and in number.
    expect(await desk.bought(id)).toBe(1);
    const sold = simulator.control.shipments().at(-1);
    expect(sold).toMatchObject({ brand, lead: order['leadTracking'] });
    expect(sold?.pieces.map(({ weight, unit }) => [Math.round(weight), unit])).toEqual([
      [3, 'LB'],
      [3, 'LB'],
      [8, 'LB'],
    ]);
    for (const { references } of sold?.pieces ?? [])
      expect(references).toEqual(expect.arrayContaining(['PO-77 / spring', 'SKU-9 x 3']));
    const packages = await desk.packages(id);
    const numbers = packages.map(({ trackingNo }) => String(trackingNo));
    expect(packages.map(({ account: own }) => own)).toEqual(
      Array.from({ length: 3 }, () => sample(`express-account/${account}`)),
    );
    expect(numbers).toEqual(sold?.packages.map(({ number }) => number));
    expect(numbers.every((number) => form.test(number))).toBe(true);

    const pages = await print(id);
    expect(pages).toHaveLength(3);
    // Labels of UPS are pictures; those of FedEx can be read.
    if (brand === 'fedex')
      expect(pages.map((page, at) => page.replace(/\s/g, '').includes(numbers[at] ?? '-'))).toEqual([true, true, true]);

    expect(state(await harbor.post('Order/applyRefund', { id, refundReason: 'Not needed' }))).toBe('refunding');
    expect(await print(id, { reason: 'torn' })).toContain('labels.voidRequested');
    await desk.run();
    expect(await desk.detail(id)).toMatchObject({ status: 'refunding', voidResult: 'confirmed' });
    expect(await desk.packages(id)).toMatchObject(numbers.map((trackingNo) => ({ trackingNo, status: 'voided' })));
    expect(await desk.bought(id)).toBe(0);
    expect(reasons(await money.finance.post('Order/refuseRefund', { id, refundRemarks: 'No' }))).toEqual([
      'voidResult alreadyVoid',
    ]);
    expect(state(await money.finance.post('Order/refund', { id }))).toBe('refunded');
    expect(await desk.purse()).toEqual(before);
    await desk.verify();
  });
});
