import {
  fedexHead,
  fedexRow,
  textOf,
  upsRow,
  type FedexRow,
  type UpsCharge,
} from '../domain/billing/support/make-bills.ts';
import type { Charge, Desk } from './sold-bills.ts';

/** A week of two customers' packages and the bills of two carriers over them, with every case that carriers' bills have. */
export interface BillWeek {
  /** Number and amount of the bills. */
  readonly ups: Bill;
  readonly fedex: Bill;
  readonly files: Readonly<Record<'ups.csv' | 'fedex.csv', string>>;
  /** Orders by the tracking numbers of their packages. */
  readonly made: ReadonlyMap<string, string>;
  /** Tracking numbers that no package has. */
  readonly strays: readonly string[];
  /** A charge that no entry knows. */
  readonly unknown: { readonly code: string; readonly text: string };
  /** What UPS bills two weeks later for the same packages: two legs each, and a credit. */
  readonly changes: readonly UpsCharge[];
  /** The number of the package at this place of the week. */
  tracking(at: number): string;
}

interface Bill {
  readonly number: string;
  readonly amount: string;
}

export const usual: readonly Charge[] = [
  { side: 'sale', category: 'transport', amount: '15.00', box: 1 },
  { side: 'sale', category: 'fuel', amount: '2.00', box: 1 },
  { side: 'cost', category: 'transport', amount: '10.00', box: 1 },
  { side: 'cost', category: 'fuel', amount: '2.00', box: 1 },
];
const fuel = { chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' };
const amountOf = (rows: readonly { net: string }[]): string =>
  (rows.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0) / 100).toFixed(2);

/** The package of this place has a second one. */
const pair = 7;
const ofFedex = (at: number): boolean => at % 3 === 2;

/** Ships `orders` orders, at least twelve, of the two customers in turn; weeks of other `round`s have other numbers. */
export async function makeBillWeek(
  desk: Desk,
  { customers, orders, round = 0 }: { customers: readonly [string, string]; orders: number; round?: number },
): Promise<BillWeek> {
  const number = (at: number) => String(round * 10_000 + at).padStart(8, '0');
  const [ups, fedex] = [(at: number) => `1ZA1B23403${number(at)}`, (at: number) => `7948${number(at)}`];
  const second = ups(9_000);
  const made = new Map<string, string>();
  for (let at = 0; at < orders; at += 1) {
    const tracking = at === pair ? [ups(at), second] : ofFedex(at) ? [fedex(at)] : [ups(at)];
    const charges = tracking.flatMap((_, box) => usual.map((each) => ({ ...each, box: box + 1 })));
    const { order } = await desk.order({ customer: customers[at % 2] ?? '', tracking, charges });
    for (const each of tracking) made.set(each, order);
    if (ofFedex(at)) await toFedex(desk, order);
  }
  // Nine years ago the number of the first package was another customer's.
  await desk.order({ customer: customers[1], tracking: [ups(0)], charges: [], shipDate: '2017-03-02' });
  // Words of its own each round: what references of a customer look like is remembered.
  const referred = 'ABCDEFGH'.charAt(round).repeat(5);
  const strays = [4, 5, 6].map((last) => `1Z999AA10${round}2345678${last}`);
  const unknown = { code: `QQ${round}`, text: `Peak balloon handling ${round}` };
  const places = Array.from({ length: orders }, (_, at) => at);
  const charges: UpsCharge[] = [
    ...places.filter((at) => !ofFedex(at)).flatMap((at) => usualOfUps(ups(at), at === 1)),
    { tracking: second, lead: ups(pair), net: '6.00' },
    { tracking: ups(3), chargeClass: 'ACC', code: 'ADC', text: 'Address Correction Ground', net: '21.00' },
    { tracking: ups(4), chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge', net: '5.65' },
    { tracking: ups(6), chargeClass: 'ACC', ...unknown, net: '1.25' },
    { ...accountFee, net: '14.00' },
    ...strays.map((tracking, at) => ({ tracking, net: '8.00', reference: `${referred}-${at}` })),
  ];
  const rows: FedexRow[] = [
    ...places.filter(ofFedex).map((at) => usualOfFedex(fedex(at))),
    { master: fedex(2), net: '3.00', transport: '3.00', shipDate: '20260302' },
    { tracking: fedex(5), net: '-4.00', shipDate: '', service: '', charges: [['Fuel Surcharge', '-4.00']] },
  ];
  const bills = {
    ups: { number: `0000WEEK${round}0001`, amount: amountOf(charges) },
    fedex: { number: `70000${round}101`, amount: amountOf(rows) },
  };
  const theirs = upsRow({ number: '0000WEEK00009', account: '0000ZZ9999', net: '1.00', amount: '1.00' });
  return {
    ...{ ...bills, made, strays, unknown, tracking: (at) => (ofFedex(at) ? fedex(at) : ups(at)) },
    changes: changesOf(ups),
    files: {
      'ups.csv': textOf([...charges.map((charge) => upsRow({ ...charge, ...bills.ups })), theirs]),
      'fedex.csv': textOf([fedexHead(), ...rows.map((row) => fedexRow({ ...row, ...bills.fedex }))]),
    },
  };
}

const accountFee = {
  ...{ kind: 'MIS', detail: 'SVCH', chargeClass: 'MSC', code: '', text: 'Weekly Service Charge', shipDate: '' },
};

const usualOfUps = (tracking: string, weighedAgain: boolean): UpsCharge[] => [
  {
    ...{ tracking, lead: tracking, entered: '4', billed: weighedAgain ? '9' : '4' },
    net: weighedAgain ? '13.50' : '10.00',
  },
  { tracking, ...fuel, net: '2.00' },
];

const usualOfFedex = (tracking: string): FedexRow => ({
  ...{ tracking, transport: '12.00', net: '12.00', shipDate: '20260302', weight: '4' },
  charges: [
    ['Fuel Surcharge', '2.00'],
    ['Earned Discount', '-2.00'],
  ],
});

function changesOf(ups: (at: number) => string): UpsCharge[] {
  const legs: UpsCharge[] = [0, 1, 3, 4].flatMap((at) => [
    { tracking: ups(at), net: '-10.00', kind: 'ADJ', detail: 'RADJ' },
    { tracking: ups(at), net: '13.00', kind: 'ADJ', detail: 'RADJ', entered: '4', billed: '12' },
  ]);
  legs.push({ tracking: ups(6), net: '-10.00', kind: 'ADJ', detail: 'CADJ' });
  return legs.map((leg) => ({ ...leg, date: '2026-03-21' }));
}

async function toFedex(desk: Desk, order: string): Promise<void> {
  for (const table of ['package', 'shipment'])
    await desk.query(
      `UPDATE ${table} SET "carrierCode" = 'FEDEX', account = $3 WHERE tenant_id = $1 AND "order" = $2`,
      [desk.tenant, order, desk.sample('express-account/fedex-main')],
    );
}

/** What the carriers are owed for bills of these numbers, from the ledger alone. */
export async function payableFor(desk: Desk, numbers: readonly string[]): Promise<unknown> {
  const [found] = await desk.query(
    `SELECT sum(CASE WHEN c.kind = 'carrierPayable' THEN t.amount WHEN d.kind = 'carrierPayable' THEN -t.amount ELSE 0 END) AS sum
       FROM ledger_transfer t JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
       JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
       JOIN carrier_bill b ON b.tenant_id = t.tenant_id AND b.id::text = t."refId" AND t."refEntity" = 'carrier-bill'
      WHERE t.tenant_id = $1 AND b.number = ANY ($2::text[])`,
    [desk.tenant, numbers],
  );
  return found?.['sum'];
}
