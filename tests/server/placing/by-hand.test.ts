import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reasons, state } from '../../support/money.ts';
import { picture } from '../../support/pictures.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { addSellingList, soldBy, type PriceList } from '../../support/pricing.ts';
import { hosts } from '../../support/test-app.ts';

/* What staff settle by hand: an outcome that the carrier does not tell, a replaced label, and labels of carriers without an API. */

let desk: PlacingDesk;
let list: PriceList;
beforeAll(async () => {
  desk = await openPlacingDesk();
  list = await addSellingList(desk.world);
}, 120_000);
afterAll(() => desk?.close());
afterEach(async () => {
  desk.simulator.control.clearFaults();
  await desk.verify();
});

const admin = () => desk.money.admin;
const query = async (text: string, values: unknown[]) => (await desk.world.owner.query(text, values)).rows;
const placing = (id: string, set: string) => query(`UPDATE shipping.placing SET ${set} WHERE "order" = $1`, [id]);
/** An order at a price of its customer's tables. */
const ordered = async (): Promise<string> => {
  const id = await desk.draft(1, soldBy(list));
  await desk.harbor.post('Order/trial', { ids: [id] });
  await desk.submit(id);
  await desk.run();
  expect((await desk.detail(id))['status']).toBe('ordered');
  return id;
};

/** An order whose answer was lost although the carrier made the label, and whose carrier is not queried for now. */
async function inDoubt(): Promise<string> {
  const id = await desk.draft();
  await desk.submit(id);
  await desk.runAndLose();
  await placing(id, `next_at = 'infinity', leased_until = NULL`);
  await query(`UPDATE "order" SET "errorCode" = 'lost' WHERE id = $1`, [id]);
  expect([(await desk.detail(id))['status'], await desk.bought(id)]).toEqual(['placing', 1]);
  return id;
}
const longAgo = (id: string) => placing(id, `asked_at = now() - interval '1 hour'`);
const doubtReason = 'Asked the carrier by phone';

describe('an order whose outcome the carrier does not tell', () => {
  it('fails once staff know that nothing was made, and a label that turns up later is void', async () => {
    const before = await desk.purse();
    const id = await inDoubt();
    expect((await desk.harbor.post('Order/confirmNotMade', { id, doubtReason })).status).toBe(403);
    expect(reasons(await admin().post('Order/confirmNotMade', { id, doubtReason }))).toEqual([' shipping.stillAsked']);
    await longAgo(id);
    expect((await admin().post('Order/confirmNotMade', { id })).body.success).toBe(false);
    expect(state(await admin().post('Order/confirmNotMade', { id, doubtReason }))).toBe('failed');
    expect(await desk.purse()).toEqual(before);
    expect(await desk.detail(id)).toMatchObject({ errorText: doubtReason, doubtReason });
    expect(await desk.bought(id)).toBe(1);
    await placing(id, `doubt_at = now() - interval '1 hour'`);
    await desk.sweep();
    expect(await desk.bought(id)).toBe(0);
    expect(await desk.purse()).toEqual(before);
  });

  it('is placed once staff know its number, which no other order has', async () => {
    const other = await desk.detail(await ordered());
    const before = await desk.purse();
    const id = await inDoubt();
    await longAgo(id);
    const made = (leadTracking: unknown) => admin().post('Order/confirmMade', { id, leadTracking, doubtReason });
    expect(reasons(await made('12345'))).toEqual(['leadTracking trackingNumber']);
    expect(reasons(await made(other['leadTracking']))).toEqual(['leadTracking shipping.numberTaken']);
    const number = desk.simulator.control.shipments().at(-1)?.lead;
    expect(state(await made(number))).toBe('ordered');
    expect(await desk.purse()).toEqual({ ...before, available: before.available - 4_025 });
    await desk.sweep();
    expect(await desk.bought(id)).toBe(1);
    expect((await desk.packages(id)).map((each) => each['trackingNo'])).toEqual([number, null]);
  });

  it('because the account that was asked is gone says so and ends by hand', async () => {
    const id = await desk.draft();
    await desk.submit(id);
    expect(reasons(await admin().post('Order/confirmNotMade', { id, doubtReason }))).toEqual([' notInDoubt']);
    await placing(id, `state = 'asking', account = 1, asked_at = now() - interval '1 hour'`);
    await desk.sweep();
    expect(await desk.detail(id)).toMatchObject({ status: 'placing', errorCause: 'carrierAccount' });
    const leadTracking = '1Z999AA10123456784';
    expect(state(await admin().post('Order/confirmMade', { id, leadTracking, doubtReason }))).toBe('ordered');
    expect(await desk.detail(id)).toMatchObject({ leadTracking, account: null });
  });
});

describe('a replaced label', () => {
  const copyOf = async (id: string) => {
    const [row] = await query(`SELECT id::text FROM "order" WHERE replaces = $1`, [id]);
    return String(row?.['id']);
  };
  const refundReason = 'Printed on torn paper';

  it('is bought once the first one is void, with exact money', async () => {
    const id = await ordered();
    const before = await desk.purse();
    expect((await desk.harbor.post('Order/replaceLabel', { id, refundReason })).status).toBe(403);
    expect(state(await admin().post('Order/replaceLabel', { id, refundReason }))).toBe('refunding');
    const copy = await copyOf(id);
    expect(reasons(await desk.harbor.post('Order/submit', { id: copy }))).toEqual([' shipping.firstNotVoid']);
    expect([await desk.bought(id), await desk.bought(copy)]).toEqual([1, 0]);
    await desk.run();
    await desk.run();
    expect((await desk.detail(id))['status']).toBe('refunded');
    expect(await desk.detail(copy)).toMatchObject({
      status: 'ordered',
      replaces: id,
      boxCount: 2,
      shipToName: 'Ann Lee',
    });
    expect([await desk.bought(id), await desk.bought(copy)]).toEqual([0, 1]);
    expect(await desk.purse()).toEqual(before);
  });

  it('is not bought where the carrier refuses the void, and the reason is shown', async () => {
    const id = await ordered();
    const before = await desk.purse();
    desk.simulator.control.fault({ kind: 'refuse', call: 'void', code: '190102', message: 'Void period is over' });
    await admin().post('Order/replaceLabel', { id, refundReason });
    await desk.run();
    await desk.sweep();
    const copy = await copyOf(id);
    expect(await desk.detail(id)).toMatchObject({ status: 'refunding', voidResult: 'refused' });
    const { status, errorText } = await desk.detail(copy);
    expect([status, errorText]).toEqual(['draft', expect.stringContaining('Void period is over')]);
    expect(reasons(await admin().post('Order/submit', { id: copy }))).toEqual([' shipping.firstNotVoid']);
    expect([await desk.bought(id), await desk.bought(copy)]).toEqual([1, 0]);
    expect(await desk.purse()).toEqual(before);
    // The next attempt uses the same draft.
    expect(state(await admin().post('Order/cancelRefund', { id }))).toBe('ordered');
    await admin().post('Order/replaceLabel', { id, refundReason });
    await desk.run();
    await desk.run();
    expect((await desk.detail(copy))['status']).toBe('ordered');
    expect([await desk.bought(id), await desk.bought(copy)]).toEqual([0, 1]);
  });

  it('is not bought where its service has no price any more', async () => {
    const id = await ordered();
    const { available } = await desk.purse();
    await query(`UPDATE rate_table SET status = 'retired' WHERE id = $1`, [list.id('rate-table/sale-a')]);
    await admin().post('Order/replaceLabel', { id, refundReason });
    await desk.run();
    await desk.run();
    const copy = await copyOf(id);
    expect(await desk.detail(copy)).toMatchObject({
      status: 'draft',
      errorText: expect.stringContaining('No price') as string,
    });
    expect([await desk.bought(id), await desk.bought(copy)]).toEqual([0, 0]);
    expect((await desk.purse()).available).toBeGreaterThan(available);
    await query(`UPDATE rate_table SET status = 'active' WHERE id = $1`, [list.id('rate-table/sale-a')]);
  });

  it('goes on after a crash between the void and the purchase', async () => {
    const id = await ordered();
    await admin().post('Order/replaceLabel', { id, refundReason });
    await query(`UPDATE "order" SET "voidResult" = 'confirmed' WHERE id = $1`, [id]);
    await query(`UPDATE shipment SET status = 'voided' WHERE "order" = $1`, [id]);
    const { leadTracking } = await desk.detail(id);
    for (const shipment of desk.simulator.control.shipments())
      if (shipment.lead === leadTracking) shipment.voidedAt = Date.now();
    await desk.sweep();
    await desk.run();
    expect((await desk.detail(id))['status']).toBe('refunded');
    expect((await desk.detail(await copyOf(id)))['status']).toBe('ordered');
  });
});

describe('a label of a carrier without an API', () => {
  const download = async (path: string, payload: object) => {
    const answer = await desk.world.test.app.inject({
      ...{ method: 'POST', url: `/api/${path}`, payload },
      headers: { host: hosts.north, authorization: `Bearer ${admin().token}` },
    });
    return { status: answer.statusCode, bytes: answer.rawPayload, type: answer.headers['content-type'] };
  };
  const upload = async (name: string, content: Buffer | string) =>
    (await admin().send('sysFileInfo/upload', name, content)).body.data as string;

  it('is uploaded with the number, handed out and counted', async () => {
    const id = await desk.draft();
    await desk.submit(id);
    await placing(id, `next_at = 'infinity'`);
    const place = (labelUpload: string) =>
      admin().post('Order/place', { id, leadTracking: '1Z999AA10123456784', labelUpload });
    expect((await place(await upload('label.txt', 'no label'))).body.success).toBe(false);
    const png = await upload('label.png', await picture('png'));
    expect(state(await place(png))).toBe('ordered');
    const [first, second] = await desk.packages(id);
    expect([first?.['labelFormat'], second?.['labelFormat']]).toEqual(['png', null]);
    const merged = await download('Label/merge', { packages: [first?.['id']] });
    expect([merged.status, merged.type]).toEqual([200, expect.stringContaining('pdf')]);
    expect((await desk.packages(id))[0]).toMatchObject({ printCount: 1 });
    // It leaves only where prints are counted.
    expect((await download('sysFileInfo/download', { id: png })).status).not.toBe(200);

    const attach = async (box: unknown) =>
      admin().post('OrderBox/attachLabel', {
        ...{ id: box, trackingNo: '1Z999AA10123456793' },
        labelUpload: await upload('second.pdf', merged.bytes),
      });
    expect(reasons(await attach(first?.['id']))).toEqual([' hasLabel']);
    expect((await attach(second?.['id'])).body.success).toBe(true);
    expect((await desk.packages(id))[1]).toMatchObject({ trackingNo: '1Z999AA10123456793', labelFormat: 'pdf' });
    const both = await download('Label/merge', { orders: [id], reason: 'Second box' });
    expect(both.status).toBe(200);
    expect((await desk.packages(id)).map((each) => each['printCount'])).toEqual([2, 1]);
  });
});
