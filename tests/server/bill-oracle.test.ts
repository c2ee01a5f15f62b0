import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SaleMode } from '../../server/domain/customer-bills/sale/facts.ts';
import { zipOf } from '../../server/files/zip.ts';
import { fedexHead, fedexRow, textOf, upsRow, type UpsCharge } from '../domain/billing/support/make-bills.ts';
import { BillDesk } from '../support/bill-desk.ts';
import { linesOf, owedBy, placeOf, type KnownOrder, type ListedPackage } from '../support/bill-oracle.ts';
import { addPriceList, parcel, type PriceList } from '../support/pricing.ts';
import { openDesk, type Charge, type Desk } from '../support/sold-bills.ts';

/* From files of bills to what each customer owes, beside an oracle that reads the same files by itself. */

const sets = process.env['NIGHT'] === '1' ? 300 : 6;

let desk: Desk;
let bills: BillDesk;
let list: PriceList;
const quotes = new Map<string, Record<string, number>>();
const customers: string[] = [];
beforeAll(async () => {
  desk = await openDesk();
  bills = new BillDesk(desk.world, desk.finance);
  list = await addPriceList(desk.world);
  customers.push(desk.sample('customer/acme'), desk.sample('customer/harbor'));
  for (const customer of customers)
    for (const weight of [4, 9])
      for (const type of ['commercial', 'residential']) {
        const asked = {
          ...{ ...parcel, customer, channels: [list.id('channel/a')], to: { ...parcel.to, type } },
          boxes: [{ ...parcel.boxes[0], weight }],
        };
        const { data } = (await desk.finance.post('Rate/quote', asked)).body as { data: Quotes };
        const lines = data.quotes[0]?.sale.lines ?? [];
        quotes.set(
          [customer, weight, type].join(' '),
          Object.fromEntries(lines.map(({ category, amount }) => [category, Math.round(amount * 100)])),
        );
      }
}, 180_000);
afterAll(() => desk?.close());

interface Quotes {
  readonly quotes: readonly { readonly sale: { readonly lines: readonly { category: string; amount: number }[] } }[];
}

/** The same numbers for the same set. */
const dice = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0;
    return (state >>> 1) % below;
  };
};
type Roll = ReturnType<typeof dice>;
const money = (cents: number): string => (cents / 100).toFixed(2);
const digits = (number: number, length: number): string => String(number).padStart(length, '0');

interface Made extends KnownOrder {
  readonly carrier: 'UPS' | 'FEDEX';
}

/** How this customer is charged from now on. */
async function termsOf(customer: string, roll: Roll): Promise<KnownOrder['terms']> {
  const billProcessing = ['reprice', 'factor', 'atCost', 'reportOnly'][roll(4)] ?? 'reprice';
  const [factor, ignoreBelow] = [9000 + roll(6000), roll(2) === 0 ? roll(250) : 0];
  const values = { billProcessing, billFactor: (factor / 10_000).toFixed(4), ignoreBelow: money(ignoreBelow) };
  await desk.settings(customer, values);
  const [config] = await desk.query('SELECT id FROM customer_config WHERE tenant_id = $1 AND customer = $2', [
    desk.tenant,
    customer,
  ]);
  await desk.query('DELETE FROM "customer_config__saleModes" WHERE tenant_id = $1 AND parent_id = $2', [
    desk.tenant,
    config?.['id'],
  ]);
  const own: Record<string, { mode: SaleMode; factor: number | null; ignoreBelow: number | null }> = {};
  if (roll(3) === 0) {
    const mode = (['cost', 'report', 'factor'] as const)[roll(3)] ?? 'cost';
    own['fuel'] = { mode, factor: mode === 'factor' ? 12_345 : null, ignoreBelow: null };
    await desk.query(
      `INSERT INTO "customer_config__saleModes" (tenant_id, parent_id, id, seq, owner_id, category, mode, factor)
         VALUES ($1, $2, lading.new_id(), 1, $3, 'fuel', $4, $5)`,
      [desk.tenant, config?.['id'], customer, mode, mode === 'factor' ? '1.2345' : null],
    );
  }
  const rerated = { mode: 'rerate' as const, factor: 10_000 };
  return {
    ...{ billProcessing, factor, ignoreBelow, own },
    basics: { transport: rerated, fuel: rerated, residential: rerated },
  } as unknown as KnownOrder['terms'];
}

async function makeOrder(roll: Roll, at: number, terms: ReadonlyMap<string, KnownOrder['terms']>): Promise<Made> {
  const customer = customers[roll(2)] ?? '';
  const carrier = roll(3) === 0 ? 'FEDEX' : 'UPS';
  const packages = Array.from({ length: 1 + roll(2) }, (_, seq) =>
    carrier === 'UPS' ? `1ZA1B23403${digits(at * 10 + seq, 8)}` : `7948${digits(at * 10 + seq, 8)}`,
  );
  const ordered = quotes.get(`${customer} 4 commercial`) ?? {};
  const charges = packages.flatMap((_, box) => [
    ...Object.entries(ordered).map(([category, amount]) => ({ side: 'sale' as const, category, amount, box: box + 1 })),
    { side: 'cost' as const, category: 'transport', amount: 900 + roll(600), box: box + 1 },
    { side: 'cost' as const, category: 'fuel', amount: 100 + roll(200), box: box + 1 },
  ]);
  const { order } = await desk.order({
    ...{ customer, tracking: packages, shipDate: parcel.shipDate },
    charges: charges.map((each) => ({ ...each, amount: money(each.amount) }) satisfies Charge),
    values: {
      ...{ channel: list.id('channel/a'), service: list.id('channel-service/a'), senderMode: 'own', unitType: '0' },
      ...{ shipFromPostalCode: '91761', shipFromCountry: 'US', shipToPostalCode: '10001', shipToCountry: 'US' },
      shipToType: 'commercial',
    },
  });
  if (carrier === 'FEDEX')
    for (const table of ['package', 'shipment'])
      await desk.query(
        `UPDATE ${table} SET "carrierCode" = 'FEDEX', account = $3 WHERE tenant_id = $1 AND "order" = $2`,
        [...[desk.tenant, order], desk.sample('express-account/fedex-main')],
      );
  return {
    ...{ order, customer, packages, carrier },
    charges: charges.map((each) => ({ ...each, quantity: 1 })),
    terms: terms.get(customer) as KnownOrder['terms'],
    price: (billed, home) =>
      quotes.get(`${customer} ${billed === '9' ? '9' : '4'} ${home ? 'residential' : 'commercial'}`) ?? {},
  };
}

const kinds = {
  transport: { chargeClass: 'FRT', code: '003', text: 'Ground Commercial' },
  fuel: { chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
  residential: { chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge' },
  addressCorrection: { chargeClass: 'ACC', code: 'ADC', text: 'Address Correction' },
  unknown: { chargeClass: 'ACC', code: 'ZZQ', text: 'Something that nobody has heard of' },
};
type Kind = keyof typeof kinds;

/** Charges of one bill on one package: the first week, an adjustment in two legs, a credit, or nothing. */
function chargesOf(roll: Roll, first: boolean): readonly (readonly [Kind, number, string])[] {
  const weight = roll(3) === 0 ? '9' : '4';
  if (first) {
    const found: [Kind, number, string][] = [['transport', 700 + roll(1800), weight]];
    if (roll(5) > 0) found.push(['fuel', 100 + roll(400), weight]);
    if (roll(3) === 0) found.push(['residential', 300 + roll(300), weight]);
    if (roll(8) === 0) found.push(['addressCorrection', 2200, weight], ['unknown', 1 + roll(500), weight]);
    return found;
  }
  const kind = (['transport', 'fuel', 'residential', 'addressCorrection'] as const)[roll(4)] ?? 'transport';
  if (roll(3) === 0) return [[kind, -(1 + roll(900)), '']];
  return roll(2) === 0
    ? [
        [kind, -(200 + roll(500)), ''],
        [kind, 300 + roll(900), '9'],
      ]
    : [];
}

function upsFile(roll: Roll, { at, week, orders }: { at: number; week: number; orders: readonly Made[] }): string {
  const date = `2026-0${2 + Math.floor(week / 3)}-${digits(7 + 7 * (week % 3), 2)}`;
  const charges = orders
    .filter(({ carrier }) => carrier === 'UPS')
    .flatMap(({ packages }) =>
      packages.flatMap((tracking) =>
        chargesOf(roll, week === 0).map(([kind, cents, billed]): UpsCharge => {
          const weighed = billed && kind === 'transport' ? { entered: '4', billed } : {};
          return { tracking, ...kinds[kind], ...weighed, net: money(cents), kind: week === 0 ? 'SHP' : 'ADJ' };
        }),
      ),
    );
  const fee = { ...{ chargeClass: 'MSC', code: '', text: 'Weekly Service Charge', kind: 'MIS' }, lead: '' };
  charges.push({ ...fee, net: money(500 + roll(900)), shipDate: '' });
  if (roll(2) === 0) charges.push({ tracking: `1ZNOBODY00${digits(at, 8)}`, ...kinds.transport, net: '12.34' });
  const amount = money(charges.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0));
  const rows = charges.map((charge) =>
    upsRow({ shipDate: parcel.shipDate, ...charge, number: `0000U${digits(at, 5)}${week}`, date, amount }),
  );
  const writing = [{}, { separator: ';' }, { cut: true }, { quoted: true, ending: '\n' }][roll(4)] ?? {};
  return `${roll(3) === 0 ? '\ufeff' : ''}${textOf(rows, writing)}`;
}

function fedexFile(roll: Roll, { at, week, orders }: { at: number; week: number; orders: readonly Made[] }): string {
  const head = fedexHead(6);
  const words: Record<Kind, string> = {
    ...{ transport: 'Ground adjustment', fuel: 'Fuel Surcharge', residential: 'Residential' },
    ...{ addressCorrection: 'Address Correction', unknown: 'Something else' },
  };
  const rows = orders
    .filter(({ carrier }) => carrier === 'FEDEX')
    .flatMap(({ packages }) =>
      packages.flatMap((tracking) => {
        const charges = chargesOf(roll, week === 0).filter(([kind]) => kind !== 'transport' || week === 0);
        if (charges.length === 0) return [];
        const transport = charges.reduce((sum, [kind, cents]) => (kind === 'transport' ? sum + cents : sum), 0);
        const others = charges.filter(([kind]) => kind !== 'transport');
        const net = charges.reduce((sum, [, cents]) => sum + cents, 0);
        return [
          {
            ...{ tracking, net: money(net), transport: transport === 0 ? '' : money(transport) },
            weight: transport > 0 ? (charges[0]?.[2] ?? '') : '',
            charges: others.map(([kind, cents]) => [words[kind], money(cents)] as const),
          },
        ];
      }),
    );
  const late = { net: '7.50', transport: '', service: '', charges: [['Late Fee', '7.50']] as const };
  const all = [...rows, late];
  const amount = money(all.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0));
  const date = `2026${digits(2 + Math.floor(week / 3), 2)}${digits(8 + 7 * (week % 3), 2)}`;
  const shared = { number: `9${digits(at, 6)}${week}0`, amount, date, shipDate: parcel.shipDate.replaceAll('-', '') };
  return textOf([head, ...all.map((row) => fedexRow({ ...row, ...shared }, head))]);
}

const shareSql = `SELECT coalesce(l.category, 'unknown') AS category, CASE l."matchState" WHEN 'matched' THEN l.customer::text ELSE l."matchState" END AS of,
    (sum(l.net) * 100)::integer AS cents FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
  WHERE l.tenant_id = $1 AND b.number = ANY ($2::text[]) AND l.net <> 0 GROUP BY 1, 2`;
const owesSql = `SELECT customer::text, (sum(difference) * 100)::integer AS cents FROM member_bill_line
  WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) GROUP BY 1`;

describe('files of bills', () => {
  it(`charge customers what the oracle reads from them, on ${sets} sets, in any order of import`, async () => {
    const total = new Map<string, bigint>();
    for (let set = 1; set <= sets; set += 1) {
      const roll = dice(set);
      const terms = new Map<string, KnownOrder['terms']>();
      for (const customer of customers) terms.set(customer, await termsOf(customer, roll));
      const orders: Made[] = [];
      for (let at = 0; at < 5; at += 1) orders.push(await makeOrder(roll, set * 10 + at, terms));
      const listed: ListedPackage[] = orders.flatMap(({ order, customer, packages }) =>
        packages.map((tracking) => ({ tracking, shipDate: parcel.shipDate, order, customer })),
      );
      // A number that was someone else's ten years ago.
      const [reused] = listed;
      if (reused) {
        const other = customers.find((each) => each !== reused.customer) ?? '';
        const old = { customer: other, tracking: [reused.tracking], shipDate: '2016-01-12', charges: [] };
        listed.push({ ...reused, customer: other, shipDate: old.shipDate, order: (await desk.order(old)).order });
      }
      const files = [0, 1, 2].flatMap((week) => [
        ['ups', upsFile(roll, { at: set, week, orders })] as const,
        ...(week < 2 ? [['fedex', fedexFile(roll, { at: set, week, orders })] as const] : []),
      ]);
      const turned = files
        .map((file) => [roll(1000), file] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, file]) => file);
      const read = turned.flatMap(([, text]) => linesOf(text)).map((line) => [line, placeOf(line, listed)] as const);
      const seen = new Set<string>();
      // Some come alone, some together, some packed; lines that come after a sale are late ones.
      while (turned.length > 0) {
        const hand = turned.splice(0, 1 + roll(3));
        const named = hand.map(([name, text], at) => [`${name}-${at}.csv`, text] as const);
        const packed = roll(2) === 0;
        const { invoices, refused } = (await bills.upload(
          packed
            ? { 'all.zip': zipOf(named.map(([name, text]) => ({ name: `bills/${name}`, text }))) }
            : Object.fromEntries(named),
        )) as { invoices: readonly { number: string; sum: number; amount: number }[]; refused: readonly object[] };
        expect([set, refused]).toEqual([set, []]);
        for (const { number, sum, amount } of invoices) {
          expect([number, sum]).toEqual([number, amount]);
          seen.add(number);
        }
        const shares = new Map<string, number>();
        for (const [line, place] of read) {
          if (!seen.has(line.bill.split(' ')[1] ?? '')) continue;
          const key = `${line.category} ${typeof place === 'object' ? place.customer : place}`;
          shares.set(key, (shares.get(key) ?? 0) + line.cents);
        }
        const stands = (await desk.query(shareSql, [desk.tenant, [...seen]])).map(
          (row) => [`${String(row['category'])} ${String(row['of'])}`, Number(row['cents'])] as const,
        );
        expect([set, new Map(stands.toSorted())]).toEqual([set, new Map([...shares].toSorted())]);
        for (const { number } of invoices) {
          const { body } = await desk.finance.post('CarrierBill/lock', { id: (await bills.bill(number))['id'] });
          expect(body).toMatchObject({ success: true });
        }
        if (roll(2) === 0 || turned.length === 0) await desk.run('2020-01-01');
      }
      const right = new Map(customers.map((customer) => [customer, 0n]));
      for (const order of orders) right.set(order.customer, (right.get(order.customer) ?? 0n) + owedBy(order, read));
      const owes = await desk.query(owesSql, [desk.tenant, orders.map(({ order }) => order)]);
      const found = new Map(customers.map((customer) => [customer, 0n]));
      for (const row of owes) found.set(String(row['customer']), BigInt(Number(row['cents'])));
      expect([set, found]).toEqual([set, right]);
      for (const [customer, cents] of right) total.set(customer, (total.get(customer) ?? 0n) + cents);
    }
    expect([...total.values()]).not.toContain(0n);
    await desk.proven();
    // All of it on customers' bills: what they come to is what the oracle has added up.
    await desk.run();
    const sums = await desk.query(
      `SELECT customer::text, (sum(difference) * 100)::integer AS cents FROM member_bill
        WHERE tenant_id = $1 AND customer = ANY ($2::bigint[]) AND status = 'generated' AND number NOT LIKE 'SAMPLE%' GROUP BY 1`,
      [desk.tenant, customers],
    );
    expect(new Map(sums.map((row) => [String(row['customer']), BigInt(Number(row['cents']))]))).toEqual(total);
    await desk.proven();
  }, 3_600_000);
});
