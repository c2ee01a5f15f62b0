import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forget } from '../../../server/domain/stores/forget.ts';
import { added } from '../../support/money.ts';
import { picture } from '../../support/pictures.ts';
import { openStoreDesk, type StoreDesk } from '../../support/store-desk.ts';
import { keepTrial } from '../../support/tried.ts';

/* After their time buyers are nowhere: neither in a table nor in a file. */

let desk: StoreDesk;
beforeAll(async () => {
  desk = await openStoreDesk(Number.POSITIVE_INFINITY, true);
}, 120_000);
afterAll(() => desk?.close());

/** Words that stand nowhere else. */
const buyer = {
  name: 'Quentin Zyzzyx',
  line1: '734 Xylograph Ave',
  phone: '+1 646 381 9247',
  email: 'quentin.zyzzyx@example.com',
};
const words = ['zyzzyx', 'xylograph', '3819247', '381 9247'];

/** Tables of any schema where one of the words stands in any column. */
async function tablesWith(): Promise<string[]> {
  const { owner } = desk.world;
  const { rows } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await owner.query(`SELECT FROM ${name} t WHERE lower(t::text) LIKE ANY ($1::text[]) LIMIT 1`, [
      words.map((word) => `%${word}%`),
    ]);
    if ((rowCount ?? 0) > 0) found.push(name);
  }
  return found.toSorted();
}

/** Objects of the file store that hold one of the words, streams of PDF opened. */
async function filesWith(): Promise<string[]> {
  const { files } = desk.world.test;
  const found: string[] = [];
  for await (const { objectName } of files.list()) {
    const raw = (await buffer(await files.read(objectName))).toString('latin1');
    const opened = [...raw.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, stream = '']) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    });
    if (words.some((word) => [raw, ...opened].some((text) => text.toLowerCase().includes(word))))
      found.push(objectName);
  }
  return found;
}

/** What people and carriers write about a parcel while it is under way. */
async function writeAbout(order: string): Promise<void> {
  const { world, money } = desk;
  const [parcel] = (await world.owner.query(`SELECT id, "trackingNo" FROM package WHERE "order" = $1`, [order]))
    .rows as {
    id: string;
    trackingNo: string;
  }[];
  await world.owner.query(
    `INSERT INTO track_case (tenant_id, id, org_id, customer, kind, package, "order", "trackingNo", "nextParty", description, status)
       SELECT tenant_id, lading.new_id(), org_id, customer, 'damaged', $2, id, $3, 'us', 'Call Quentin Zyzzyx at +1 646 381 9247', 'open' FROM "order" WHERE id = $1`,
    [order, parcel?.id, parcel?.trackingNo],
  );
  const file = (await money.admin.send('sysFileInfo/upload', 'box.png', await picture('png'))).body.data;
  const added = await money.admin.post('ReturnedParcel/add', {
    ...{ trackingNo: parcel?.trackingNo, senderName: buyer.name, grade: 'opened', unitType: '0', photos: [file] },
  });
  expect(added.body).toMatchObject({ success: true });
  await world.owner.query(
    `INSERT INTO tracking.follower (tenant_id, id, package, mail, culture, told) SELECT tenant_id, 1, id, $2, 'en-US', '' FROM package WHERE id = $1`,
    [parcel?.id, buyer.email],
  );
  await world.owner.query(
    `INSERT INTO mail (tenant_id, id, org_id, status, "to", title, content) SELECT tenant_id, lading.new_id(), org_id, 'sent', $2, 'On its way', 'Dear Quentin Zyzzyx' FROM "order" WHERE id = $1`,
    [order, buyer.email],
  );
  await world.owner.query(
    `UPDATE carrier_bill_line SET "order" = $1, extra = $2 WHERE id = (SELECT min(id) FROM carrier_bill_line WHERE tenant_id = (SELECT tenant_id FROM "order" WHERE id = $1))`,
    [
      order,
      JSON.stringify({
        'Receiver Name': 'QUENTIN ZYZZYX',
        'Receiver Address Line 1': '734 XYLOGRAPH AVENUE',
        Zone: '4',
      }),
    ],
  );
}

it('leaves country, state, region of the postal code and money', async () => {
  const { world, platforms, harbor } = desk;
  added(
    await desk.act('BoxGauge/add', {
      ...{ customer: desk.customer, sku: 'GONE', unitType: '0', length: 10, width: 8, height: 6, weight: 2 },
    }),
  );
  const channel = {
    channelMode: 'fixed',
    channel: desk.sample('channel/ups-west'),
    service: desk.sample('channel-service/ups-west-ground'),
  };
  const { id, there } = await desk.open({ platform: 'shopify', name: 'forgetful' }, channel);
  const at = new Date(Date.now() - 5 * 3_600_000);
  const to = { ...buyer, city: 'New York', state: 'NY', zip: '10118' };
  for (const sku of ['GONE', 'NONE']) platforms.world.order(there, { at, to, items: [{ sku, price: '33.00' }] });
  await desk.pull(id);
  const [first, second] = await desk.rows(id);
  // The trail, the log and a file hold the words as well.
  await harbor.post('StoreOrder/edit', { id: second?.['id'], shipToAddress2: 'Unit Zyzzyx 4' });
  for (const each of [first, second]) await harbor.post('StoreOrder/makeDraft', { id: each?.['id'] });
  await world.owner.query(`UPDATE shop SET "mergeSame" = false WHERE id = $1`, [id]);
  await harbor.post('StoreOrder/makeDraft', { id: first?.['id'] });
  const order = String((await desk.detail('StoreOrder', String(first?.['id'])))['order']);
  await keepTrial(world.owner, [order], { sale: 10, cost: 8 });
  await harbor.post('Order/submit', { id: order });
  await harbor.post('StoreOrder/export', {
    format: 'csv',
    columns: ['platformNo', 'shipToName', 'shipToAddress1'],
    query: {},
  });
  await desk.run();
  await desk.task('store-follow');
  expect(await desk.detail('Order', order)).toMatchObject({ status: 'ordered' });
  await world.test.node.logs.flush();
  await writeAbout(order);
  const everywhere = [
    ...['lading.audit', 'public."order"', 'public.operation_log', 'public.store_order', 'tracking.follower'],
    ...['public.carrier_bill_line', 'public.mail', 'public.returned_parcel', 'public.track_case'],
  ];
  expect(await tablesWith()).toEqual(expect.arrayContaining(everywhere));
  expect((await filesWith()).length).toBeGreaterThan(0);

  // Too early: nothing goes.
  await world.owner.query(`UPDATE "order" SET status = 'delivered', "deliveredAt" = now() WHERE id = $1`, [order]);
  await desk.task('store-follow');
  expect(await forget(desk.house, new Date(Date.now() + 29 * 86_400_000))).toBe(0);
  // The one 30 days after its delivery, the other 60 days without one.
  expect(await forget(desk.house, new Date(Date.now() + 31 * 86_400_000))).toBe(1);
  expect(await forget(desk.house, new Date(Date.now() + 61 * 86_400_000))).toBe(1);
  expect(await tablesWith()).toEqual([]);
  expect(await filesWith()).toEqual([]);
  expect(await desk.detail('StoreOrder', String(first?.['id']))).toMatchObject({
    ...{ shipToName: null, shipToCountry: 'US', shipToState: 'NY', shipToPostalCode: '101', total: 33 },
  });
  expect(await desk.detail('Order', order)).toMatchObject({
    shipToState: 'NY',
    shipToPostalCode: '10100',
    predictedSale: 10,
  });
  const found = await harbor.get('search', { searchValue: 'Zyzzyx' });
  expect(JSON.stringify(found.body.data)).not.toContain('Zyzzyx');
});
