import type { Cast, Customer } from './company.ts';
import { inventAddress, inventPhone, mailOf } from './addresses.ts';
import { later } from './calendar.ts';
import type { Lane } from './network.ts';
import { recordsAtOnce, type Seeder, type SeededRecord } from './seeder.ts';
import type { Random } from './random.ts';
import { inventTracking, type Shipper } from './tracking-numbers.ts';
import type { Place } from './words.ts';

/** A year, so that bills of carriers and customers have one behind them. */
const daysBack = 364;
/** Most orders are of the last days; fewer are told of older ones. */
const recent = { days: 90, share: 0.7 };

type State = 'draft' | 'ordered' | 'shipped' | 'refunding' | 'refunded' | 'refundRejected';

/**
 * States of the last orders, the newest last, so that each occurs. None is being placed, because no carrier was asked
 * that could end it.
 */
const latest: readonly State[] = [
  'refunded',
  'refundRejected',
  'shipped',
  'refunding',
  'ordered',
  'draft',
  'ordered',
  'ordered',
  'draft',
  'ordered',
];

/** Orders of the last year, oldest first, written in batches to bound the memory. */
export async function tellOrders(pen: Seeder, cast: Cast, lanes: readonly Lane[], count: number): Promise<void> {
  const invent = createInventor(pen, cast, lanes);
  let batch: SeededRecord[] = [];
  let open = '';
  let told = 0;
  const write = async () => {
    if (batch.length > 0) await pen.add('order', batch, open);
    batch = [];
  };
  for (const [at, today] of shares(pen, count).entries()) {
    const daysAgo = daysBack - at;
    const day = pen.calendar.day(daysAgo);
    // Numbers restart each month, so a batch never spans two.
    if (day.slice(0, 7) !== open.slice(0, 7)) await write();
    open = day;
    const random = pen.random(`hours of ${daysAgo}`);
    const moments = Array.from({ length: today }, () => random.int(7 * 3600, 19 * 3600)).toSorted((a, b) => a - b);
    for (const seconds of moments) {
      // A random generator per order, so that results do not depend on today's weekday.
      const state = latest.at(told - count) ?? null;
      batch.push(invent(pen.random(`order ${told++}`), daysAgo, pen.calendar.moment(daysAgo, seconds), state));
      if (batch.length >= recordsAtOnce) await write();
    }
  }
  await write();
}

/** Orders per day: slight growth, fewer at weekends. */
function shares(pen: Seeder, count: number): number[] {
  const of = (from: number, days: number): number[] =>
    Array.from({ length: days }, (_, at) => {
      const weekday = pen.calendar.weekday(from - at);
      return (1 + at / days) * (weekday === 0 ? 0.15 : weekday === 6 ? 0.35 : 1);
    });
  const part = (weights: readonly number[], share: number): number[] => {
    const sum = weights.reduce((whole, weight) => whole + weight, 0);
    return weights.map((weight) => (weight / sum) * share);
  };
  const weights = [
    ...part(of(daysBack, daysBack - recent.days), 1 - recent.share),
    ...part(of(recent.days, recent.days), recent.share),
  ];
  let passed = 0;
  let given = 0;
  return weights.map((weight) => {
    passed += weight;
    const share = Math.round(passed * count) - given;
    given += share;
    return share;
  });
}

/** The company began with one account on each coast. */
const first = ({ carrier, home }: Lane): boolean => home === (carrier === 'UPS' ? 'west' : 'east');

function createInventor(pen: Seeder, cast: Cast, lanes: readonly Lane[]) {
  const early = lanes.filter(first);
  const customers = cast.customers.filter(({ enabled }) => enabled);
  const american = pen.places.filter(({ country }) => country === 'US');
  const canadian = pen.places.filter(({ country }) => country === 'CA');
  const end = pen.calendar.moment(0, 0);

  return (random: Random, daysAgo: number, at: string, state: State | null): SeededRecord => {
    const shares = customers.flatMap(({ weight, since }, index) => (since > daysAgo ? [[index, weight] as const] : []));
    const customer = customers[Number(random.weighted(Object.fromEntries(shares)))] as Customer;
    const place = random.pick(random.chance(0.05) ? canadian : american);
    const drawn = stateAfter(random, daysAgo);
    const status = state ?? drawn;
    const by = customer.member && random.chance(0.7) ? customer.member : cast.clerks[customer.branch];
    const sketchy = status === 'draft' && random.chance(0.35);
    const to = inventAddress(random, pen.shared, place, random.chance(0.65) ? 'residential' : 'commercial');
    const abroad = place.country !== 'US';
    const known = daysAgo > recent.days ? early : lanes;
    const way = sketchy ? null : chooseWay(random, known, customer, to.type, abroad);
    const signature = random.weighted({ none: 85, indirect: 5, direct: 7, adult: 3 });
    return {
      given: { status, at, by, locked: progress(pen, random, { status, at, end }, shipperOf(pen, way)) },
      input: {
        customer: customer.id,
        ...source(random),
        channel: way?.lane.id ?? null,
        service: way?.service ?? null,
        shipDate: status === 'draft' ? null : at.slice(0, 10),
        signatureOption: signature,
        ...sender(random, way?.lane ?? null, customer),
        ...shipTo(random, to),
        boxes: sketchy && random.chance(0.5) ? [] : boxes(random),
        taxPayer: abroad && way?.lane.carrier === 'FEDEX' && signature !== 'indirect' ? 'recipient' : 'sender',
        items: abroad ? items(pen, random) : [],
        remarks: random.chance(0.12) ? random.pick(pen.words.orderRemarks) : null,
        internalNote: random.chance(0.06) ? random.pick(pen.words.internalNotes) : null,
      },
    };
  };
}

/** The state of an order by age: nearly all are shipped, new ones are in progress. */
function stateAfter(random: Random, daysAgo: number): State {
  if (daysAgo <= 2) return random.weighted({ draft: 20, ordered: 68, shipped: 10, refunding: 2 });
  if (daysAgo <= 10) {
    return random.weighted({
      draft: 6,
      ordered: 21,
      shipped: 67,
      refunding: 4,
      refunded: 1,
      refundRejected: 1,
    });
  }
  return random.weighted({ draft: 1.5, ordered: 1.5, shipped: 91, refunding: 0.5, refunded: 4, refundRejected: 1.5 });
}

/** Columns that the transitions up to this state would have set. */
function progress(
  pen: Seeder,
  random: Random,
  { status, at, end }: { readonly status: State; readonly at: string; readonly end: string },
  shipper: Shipper,
) {
  if (status === 'draft') return {};
  const { words } = pen;
  const submittedAt = later(at, random.next() / 2, end);
  const orderedAt = later(submittedAt, random.next() * 2, end);
  const placed = { submittedAt, orderedAt, leadTracking: inventTracking(random, shipper) };
  if (status === 'ordered') return placed;
  if (status === 'shipped') return { ...placed, shippedAt: later(orderedAt, 6 + random.next() * 16, end) };
  const asked = { ...placed, refundReason: random.pick(words.refundReasons) };
  if (status === 'refunding') return asked;
  if (status === 'refundRejected') return { ...asked, refundRemarks: random.pick(words.refundRefused) };
  const refundedAt = later(orderedAt, 24 + random.next() * 96, end);
  return { ...asked, refundRemarks: random.pick(words.refundDone), refundedAt };
}

/** The channel's first account, and the carrier's service code. */
function shipperOf(pen: Seeder, way: ReturnType<typeof chooseWay> | null): Shipper {
  const { channels, accounts, services } = pen.network;
  const [first] = channels.find(({ code }) => code === way?.lane.code)?.accounts ?? [];
  const service = way?.lane.services.find(({ id }) => id === way.service)?.code ?? '';
  return {
    carrier: way?.lane.carrier ?? '',
    account: accounts.find(({ code }) => code === first)?.number ?? '',
    service: services[service]?.[1] ?? '',
  };
}

/** A channel available to the customer, with a service that fits the address. */
function chooseWay(random: Random, lanes: readonly Lane[], customer: Customer, type: string, abroad: boolean) {
  const fits = lanes.flatMap((lane) => {
    const near = lane.home === customer.branch || abroad;
    const services = lane.services.filter(
      ({ code, shipToType }) =>
        (shipToType === 'auto' || shipToType === type) && (code === 'STD' || code === 'INTL') === abroad,
    );
    return services.length > 0 && (near || (lane.home === 'any' && random.chance(0.15))) ? [{ lane, services }] : [];
  });
  const { lane, services } = random.pick(fits);
  // The cheapest service is first and most frequent.
  const service = random.chance(0.75) ? services[0] : random.pick(services);
  return { lane, service: service?.id ?? null };
}

function source(random: Random): Record<string, unknown> {
  const from = random.weighted({ manual: 3, file: 3, ecommerce: 3, api: 1 });
  const refNo = random.chance(0.6) ? `PO-${random.int(10_000, 99_999)}` : null;
  if (from !== 'ecommerce') return { source: from, refNo };
  const platform = random.weighted({ amazon: 5, shopify: 3, walmart: 2, ebay: 2 });
  const amazon = `${random.int(111, 114)}-${random.digits(7)}-${random.digits(7)}`;
  return { source: from, refNo, platform, ecommerceOrderNo: platform === 'amazon' ? amazon : `#${random.digits(8)}` };
}

function sender(random: Random, lane: Lane | null, customer: Customer): Record<string, unknown> {
  const own = lane?.shipFromMode === 'customer' || (lane?.shipFromMode === 'either' && random.chance(0.25));
  if (!own) return { senderMode: 'channel', shipFrom: lane?.dock ?? null };
  const { address1, city, state, postalCode, country } = customer.address;
  return {
    senderMode: 'own',
    shipFromName: customer.contact.length >= 3 ? customer.contact : customer.name,
    shipFromCompany: customer.name,
    shipFromAddress1: address1,
    shipFromCity: city,
    shipFromState: state,
    shipFromPostalCode: postalCode,
    shipFromCountry: country,
    shipFromPhone: customer.phone,
  };
}

function shipTo(random: Random, to: ReturnType<typeof inventAddress>): Record<string, unknown> {
  const { city, state, postalCode, country }: Place = to.place;
  return {
    shipToName: to.name,
    shipToCompany: to.company,
    shipToAddress1: to.address1,
    shipToAddress2: to.address2,
    shipToCity: city,
    shipToState: state,
    shipToPostalCode: postalCode,
    shipToCountry: country,
    shipToPhone: random.chance(0.8) ? inventPhone(random) : null,
    shipToEmail: random.chance(0.3) ? mailOf(to.name, 'mail') : null,
    shipToType: to.type,
  };
}

/** Mostly one box, at most four. */
function boxes(random: Random): Record<string, unknown>[] {
  const count = Number(random.weighted({ '1': 70, '2': 17, '3': 8, '4': 5 }));
  return Array.from({ length: count }, () => {
    const length = random.int(8, 28);
    const width = random.int(6, length);
    const declaredValue = random.chance(0.4) ? random.int(1_000, 60_000) / 100 : null;
    return {
      weight: random.int(40, 4_200) / 100,
      length,
      width,
      height: random.int(2, width),
      quantity: random.chance(0.9) ? 1 : random.int(2, 5),
      declaredValue,
      insuredAmount: declaredValue !== null && random.chance(0.3) ? declaredValue : null,
    };
  });
}

function items(pen: Seeder, random: Random): Record<string, unknown>[] {
  return Array.from({ length: random.int(1, 3) }, () => {
    const [description, hsCode, unitPrice, unitWeight] = random.pick(pen.shared.goods);
    const quantity = random.int(1, 12);
    return { description, hsCode, originCountry: random.pick(pen.shared.countries), unitPrice, unitWeight, quantity };
  });
}
