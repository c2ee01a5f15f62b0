import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPriceList, sheet, type PriceList } from '../../support/pricing.ts';
import { reasons } from '../../support/money.ts';
import type { Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

type Row = Record<string, unknown> & { id: string };

let world: World;
let list: PriceList;
const person = (name: string): Person => world.person(`north ${name}`).person;
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  await world.owner.query(`DELETE FROM price_notice`);
  await world.owner.query(
    `INSERT INTO customer_config (tenant_id, id, customer, "accountingStart", "showValuationDetail", language)
       SELECT tenant_id, lading.new_id(), id, '2026-01-01', true, 'zh-CN' FROM customer WHERE id = ANY ($1)
     ON CONFLICT (tenant_id, customer) DO UPDATE SET "showValuationDetail" = true, "discountPercent" = 0, "distributionPercent" = 0,
       language = CASE customer_config.customer WHEN $2 THEN 'en-US' ELSE 'zh-CN' END`,
    [[list.id('customer/acme'), list.id('customer/harbor')], list.id('customer/acme')],
  );
}, 120_000);
afterAll(() => world?.close());

const rows = async (who: string, path: string, query: Record<string, string> = {}): Promise<Row[]> =>
  ((await person(who).get(`${path}/list`, query)).body.data ?? []) as Row[];
const detail = async (who: string, id: string): Promise<Row> =>
  (await person(who).get('PriceNotice/detail', { id })).body.data as Row;

/** A draft that one person submits and another makes active; the jobs behind it are done when this returns. */
async function publish(entity: string, path: string, name: string, values: Record<string, unknown>): Promise<string> {
  const id = await list.add(entity, name, { ...values, status: 'draft' });
  for (const [who, action] of [
    ['finance', 'submit'],
    ['admin', 'activate'],
  ] as const) {
    const { body } = await person(who).post(`${path}/${action}`, { id });
    expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  }
  await world.test.runJobs();
  return id;
}
const table = (service: string, values: object) => ({
  ...{ service: `$channel-service/${service}`, currency: 'USD', unitType: '0', name: 'Next', versionNo: 2 },
  ...values,
});

describe('a price version that becomes active', () => {
  it('is offered to those whose prices it changes, and to nobody else', async () => {
    const silver = { code: 'TST-SILVER', side: 'sale', level: '$level/silver', from: '2027-02-01' };
    await publish('rate-table', 'RateTable', 'silver-2', {
      ...table('a', silver),
      sheet: sheet(['9.00', '18.00'], ['11.00', '21.00']),
    });
    const offered = await rows('finance', 'PriceNotice', { status: 'offered', sort: 'customer' });
    expect(offered.map(({ customer }) => customer).toSorted()).toEqual(
      [list.id('customer/acme'), list.id('customer/harbor')].toSorted(),
    );
    const acme = offered.find(({ customer }) => customer === list.id('customer/acme'));
    expect(acme).toMatchObject({ changed: 1, leastPercent: 3.63, mostPercent: 3.63, from: '2027-02-01' });
    expect((await detail('finance', acme?.id ?? ''))['changes']).toMatchObject([
      { place: 'zone 8, up to 7 lb', before: '17.37', after: '18.00', percent: 3.63 },
    ]);
    const harbor = offered.find(({ customer }) => customer === list.id('customer/harbor'));
    expect((await detail('finance', harbor?.id ?? ''))['changes']).toMatchObject([{ place: '8 区，7 磅 以内' }]);
  });

  it('tells of a contract only what it does to prices, and nothing where it does nothing', async () => {
    const count = async () => (await rows('finance', 'PriceNotice')).length;
    const before = await count();
    // Table and list prices stand; only what is marked up moves with our cost.
    await publish('rate-table', 'RateTable', 'secret-a', {
      ...table('a', { code: 'TST-SECRET-a', side: 'cost', from: '2027-03-01' }),
      sheet: sheet(['7.00', '13.00'], ['9.00', '17.00']),
    });
    expect(await count()).toBe(before);
    await publish('rate-table', 'RateTable', 'secret-c', {
      ...table('c', { code: 'TST-SECRET-c', side: 'cost', from: '2027-03-01' }),
      sheet: sheet(['6.00', '12.60'], ['8.00', '16.00']),
    });
    const [found, ...others] = (await rows('finance', 'PriceNotice', { from: '2027-03-01' })) as Row[];
    expect(others).toEqual([]);
    const shown = JSON.stringify(await detail('finance', found?.id ?? ''));
    expect(shown).toContain('"after":"14.18"');
    expect(shown).not.toMatch(/12\.60|12\.00|Contract/);
  });

  it('is sent once, in the language of the customer, with its price list, and proves to whom', async () => {
    const [found] = await rows('finance', 'PriceNotice', { customer: list.id('customer/acme'), from: '2027-02-01' });
    const id = found?.id ?? '';
    expect(await rows('member', 'PriceNotice', {})).toEqual([]);
    expect((await person('member').post('PriceNotice/send', { id })).status).toBe(403);
    const { body } = await person('finance').post('PriceNotice/send', { id });
    expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
    await world.test.runJobs();
    const sent = await detail('finance', id);
    expect(sent).toMatchObject({ status: 'sent', sentAt: expect.any(String), file: expect.anything() });
    expect((sent['recipients'] as object[]).length).toBeGreaterThan(0);
    const [received] = (
      await world.owner.query('SELECT title, "readStatus" FROM received_notice WHERE notice = $1', [id])
    ).rows;
    expect(received).toEqual({ title: 'New prices from 2027-02-01', readStatus: '0' });
    const seen = await detail('member', id);
    expect(seen).toMatchObject({ changed: 1, mostPercent: 3.63, file: expect.anything() });
    expect(JSON.stringify(seen)).not.toMatch(/TST-SILVER|versionId|recipients|cost/i);
    // Another customer, and one more time.
    expect(await detail('sibling', id)).toBeNull();
    expect((await person('finance').post('PriceNotice/send', { id })).body.success).toBe(false);
  });

  it('is not sent once its version was taken back', async () => {
    const id = await publish('surcharge-rule', 'Surcharge', 'res-2', {
      ...{ code: 'TST-RES-SALE', name: 'Residential delivery', category: '$charge-category/residential' },
      ...{ carrier: '$carrier/tst', side: 'sale', currency: 'USD', trigger: 'residential', amountKind: 'flat' },
      ...{ amount: 5.5, unitType: '0', fuelBearing: true, from: '2027-04-01', versionNo: 2 },
    });
    const [found] = await rows('finance', 'PriceNotice', { kind: 'surcharge', customer: list.id('customer/acme') });
    expect((await detail('finance', found?.id ?? ''))['changes']).toMatchObject([
      { place: 'Residential delivery', before: '5.00', after: '5.50', percent: 10 },
    ]);
    await person('admin').post('Surcharge/retire', { id });
    expect(reasons(await person('finance').post('PriceNotice/send', { id: found?.id }))).toEqual([
      ' rating.noticeOutdated',
    ]);
  });
});
