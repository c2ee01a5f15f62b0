import type { RowQuery } from '../../modules/module.ts';
import { activityOf } from '../carriers/simulator/ups/track.ts';
import { resultOf } from '../carriers/simulator/fedex/track.ts';
import { priceOf } from '../carriers/simulator/prices.ts';
import { daysOf, viewOf, type View } from '../carriers/simulator/tracking/view.ts';
import type { Asked, Brand, Party, Piece, Shipment } from '../carriers/simulator/model.ts';
import { trackedIn as fedexTracked } from '../carriers/fedex/tracking.ts';
import { trackedIn as upsTracked } from '../carriers/ups/tracking.ts';
import { deliveredCodes } from '../tracking/codes/deliver-sql.ts';
import { codeTable } from '../tracking/codes/meaning.ts';
import { keepable, type KeptEvent } from '../tracking/events/read-event.ts';
import { stateOf, type PackageState } from '../tracking/events/state.ts';
import { closeSql, eventsSql, restSql, sentSql, writeSql } from './past-sql.ts';
import { tellConsolidations } from './consolidations.ts';
import { tellParcels } from './parcels.ts';
import { tellPrinters } from './printers.ts';
import { addByMonth, type Seeder } from './seeder.ts';
import { createRandom, type Random } from './random.ts';
import { inventTracking } from './tracking-numbers.ts';
import { tellWarehouse } from './warehouse.ts';

/** Maximum orders per tenant with seeded shipments, the newest first; benchmarks create more than anybody views. */
const most = 3_000;
const together = 500;
const hour = 3_600_000;
/** Age up to which all events are stored; of older ones only the first scan and the end. */
const inFull = 14 * 24 * hour;

interface Sent {
  readonly id: string;
  readonly org: string;
  readonly by: string;
  readonly customer: string;
  readonly status: string;
  readonly lead: string;
  readonly carrier: string;
  readonly service: string;
  readonly serviceName: string;
  readonly shipDate: string;
  readonly unit: string;
  readonly ordered: number;
  readonly shipped: number | null;
  readonly refunded: number | null;
  readonly account: string;
  readonly number: string;
  readonly place: string;
  readonly to: Party;
  readonly from: Party;
  readonly boxes: readonly (Pick<Piece, 'sides' | 'signature'> & {
    weight: number;
    declared: number;
    quantity: number;
  })[];
}

/**
 * Seeds the shipments of placed orders: packages, daily handovers and tracking events as a carrier would report them,
 * parsed by the product's own code so that later events continue them.
 */
export async function tellPast(
  pen: Seeder,
  query: RowQuery,
  { tenant, now, admin }: { tenant: string; now: number; admin: string },
): Promise<void> {
  const sent = await query<Sent>(sentSql, [tenant, most]);
  const table = codeTable(deliveredCodes);
  const lives = sent.map((order) => liveOf(order, now));
  const manifests = await handOver(pen, lives, admin);
  for (let at = 0; at < lives.length; at += together) {
    const some = lives.slice(at, at + together);
    const told = some.flatMap((life) => packagesOf(life, now, table));
    const rows = told.map(({ events: _events, life, ...row }) => ({
      ...row,
      manifest: manifests.get(life)?.id ?? null,
    }));
    const ids = await query(writeSql, [
      tenant,
      JSON.stringify(some.map((life) => shipmentOf(life, told))),
      JSON.stringify(rows),
    ]);
    const idOf = new Map(ids.map(({ id, trackingNo }) => [trackingNo, id]));
    const events = told.flatMap(({ trackingNo, events: own }) =>
      own.map((event) => ({ ...event, package: idOf.get(trackingNo) })),
    );
    await query(eventsSql, [tenant, JSON.stringify(events)]);
  }
  const closed = [...new Set(manifests.values())];
  await query(closeSql, [tenant, closed.map(({ id }) => id), closed.map(({ count }) => count)]);
  await query(restSql, [tenant, pen.adopt !== undefined]);
  await tellPrinters(pen, query, { tenant, now });
  await tellParcels(pen, query, tenant);
  await tellConsolidations(pen, query, tenant);
  await tellWarehouse(pen, query, tenant);
  pen.adopt?.(lives.flatMap((life) => (life.isOpen ? [life.shipment] : [])));
}

/** An order with its shipment at the carrier. */
interface Life {
  readonly order: Sent;
  readonly shipment: Shipment;
  /** The order's box of each package. */
  readonly boxes: readonly number[];
  readonly isHandedOver: boolean;
  /** The carrier may report more, or can still be called about it. */
  readonly isOpen: boolean;
  readonly random: Random;
}

const endings = { onTime: 74, late: 9, attempted: 6, address: 3, astray: 2, disordered: 4, undone: 1, returned: 1 };

function storyOf(random: Random, { to, ordered }: Sent, now: number): string {
  if (to.country !== 'US') return random.pick(['onTime', 'customs']);
  const isRecent = now - ordered < 14 * 24 * hour;
  return isRecent && random.chance(0.04) ? random.pick(['stuck', 'held']) : random.weighted(endings);
}

function liveOf(order: Sent, now: number): Life {
  const random = createRandom(order.lead);
  const brand: Brand = order.carrier === 'UPS' ? 'ups' : 'fedex';
  const { status, ordered, shipped } = order;
  const isHandedOver = shipped !== null || status === 'refundRejected';
  // Fresh packages await their first scan; older unscanned ones were never handed over.
  const isFresh = now - ordered < 36 * hour;
  const story = isHandedOver ? storyOf(random, order, now) : isFresh ? 'onTime' : 'neverScanned';
  const waits = isFresh && !isHandedOver ? Math.max(ordered, now - random.next() * 5 * hour) : ordered;
  const isVoid = status === 'refunding' || status === 'refunded';
  const boxes = order.boxes.flatMap(({ quantity }, at) => Array.from({ length: quantity }, () => at + 1));
  const pieces = boxes.map((at): Piece => {
    const { weight = 1, sides = null, declared = 0, signature = 'none' } = order.boxes[at - 1] ?? {};
    return {
      weight,
      sides,
      declared,
      signature,
      unit: order.unit === '1' ? 'KG' : 'LB',
      references: [`${order.id}-1`],
    };
  });
  const asked: Asked = {
    ...{
      brand,
      account: order.number,
      service: order.service,
      serviceName: order.serviceName,
      shipDate: order.shipDate,
    },
    ...{ currency: 'USD', from: order.from, to: order.to, pieces, references: [`${order.id}-1`] },
    label: { image: 'pdf', stock: '4x6', dpi: 203 },
  };
  const shipment: Shipment = {
    ...{ ...asked, id: 0, lead: order.lead, price: priceOf(asked), closed: null, story },
    // The first scan comes six hours after the label.
    madeAt: shipped === null ? waits : shipped - 6 * hour,
    packages: pieces.map((piece, at) => ({
      ...{ seq: at + 1, piece },
      number: at === 0 ? order.lead : inventTracking(random, { ...order, account: order.number }),
    })),
    voidedAt: isVoid ? Math.min(order.refunded ?? now, ordered + (1 + random.next() * 20) * hour, now) : null,
  };
  const isOver = now - shipment.madeAt > (2 * daysOf(shipment) + 4) * 24 * hour;
  const isOpen = !isVoid && !(isOver && story !== 'stuck' && story !== 'held' && story !== 'neverScanned');
  return { order, shipment, boxes, isHandedOver, isOpen, random };
}

/** A closed manifest per account, origin and day with handovers. */
async function handOver(
  pen: Seeder,
  lives: readonly Life[],
  by: string,
): Promise<ReadonlyMap<Life, { id: string; count: number }>> {
  const groups = new Map<string, Life[]>();
  for (const life of lives.toReversed()) {
    if (!life.isHandedOver) continue;
    const { shipDate, account, place } = life.order;
    const key = JSON.stringify([shipDate, account, place]);
    groups.set(key, [...(groups.get(key) ?? []), life]);
  }
  const days = [...groups.keys()].toSorted();
  const ids = await addByMonth(
    pen,
    'manifest',
    days.map((key) => {
      const [shipDate, account, shipFrom] = JSON.parse(key) as [string, string, string];
      return { given: { status: 'open', at: `${shipDate} 17:30:00`, by }, input: { shipDate, account, shipFrom } };
    }),
  );
  return new Map(
    days.flatMap((key, at) => {
      const own = groups.get(key) ?? [];
      const manifest = { id: ids[at] ?? '', count: own.reduce((sum, { boxes }) => sum + boxes.length, 0) };
      return own.map((life) => [life, manifest] as const);
    }),
  );
}

interface Packed {
  readonly life: Life;
  readonly events: readonly KeptEvent[];
  readonly order: string;
  readonly trackingNo: string;
  readonly state: string;
  readonly firstScanAt: number | null;
  readonly deliveredAt: number | null;
}

function packagesOf(life: Life, now: number, table: ReturnType<typeof codeTable>): Packed[] {
  const { order, shipment, boxes, isHandedOver, random } = life;
  const isLeft = order.status === 'refunding' && shipment.voidedAt !== null && isUnanswered(life);
  const printed = isHandedOver || random.chance(0.5) ? order.ordered + random.next() * hour : null;
  return shipment.packages.map((of, at) => {
    const view = viewOf(isLeft ? { ...shipment, voidedAt: null } : shipment, of, now);
    const all = eventsOf(view);
    const { state, logistics, last, firstScanAt, deliveredAt } = settle(all, order.carrier, table);
    const isEnd = ({ at: moment }: KeptEvent) => [firstScanAt, deliveredAt, last?.at].includes(Date.parse(moment));
    const events = now - order.ordered < inFull ? all : all.filter(isEnd);
    return {
      ...{ life, events, order: order.id, seq: of.seq, trackingNo: of.number, box: boxes[at] ?? 1, printed },
      status: shipment.voidedAt === null ? 'labelled' : isLeft ? 'voidRequested' : 'voided',
      ...{ state, logistics, lastEvent: last?.text ?? null, lastEventAt: last?.at ?? null, firstScanAt, deliveredAt },
      estimatedAt: view.promised,
    };
  });
}

/** The carrier has not answered yet whether the labels are void. */
const isUnanswered = ({ order }: Life): boolean => createRandom(`${order.lead} void`).chance(0.3);

function settle(events: readonly KeptEvent[], carrierCode: string, table: ReturnType<typeof codeTable>): PackageState {
  return stateOf(
    events.map((event) => ({ ...event, ...table.read({ ...event, carrierCode }), at: Date.parse(event.at) })),
  );
}

/** Tracking events of a package, parsed from the carrier's reply. */
function eventsOf(view: View): KeptEvent[] {
  const { number } = view.of;
  const told =
    view.shipment.brand === 'ups'
      ? upsEvents(view, number)
      : fedexTracked(
          { output: { completeTrackResults: [{ trackingNumber: number, trackResults: [resultOf(view)] }] } },
          [number],
        ).flatMap((each) => ('events' in each ? each.events : []));
  const kept = told.map(keepable).filter((event): event is KeptEvent => event !== null);
  return [...new Map(kept.map((event) => [event.key, event])).values()];
}

function upsEvents({ events }: View, trackingNumber: string) {
  const activity = events.toReversed().map(activityOf);
  const read = upsTracked(
    { trackResponse: { shipment: [{ package: [{ trackingNumber, activity }] }] } },
    trackingNumber,
  );
  return read.ok ? read.value.events : [];
}

/** The shipment, with its order's state after the packages' events. */
function shipmentOf(life: Life, told: readonly Packed[]) {
  const { order, shipment } = life;
  const own = told.filter((each) => each.life === life);
  const ends = own.map(({ state, deliveredAt }) => (state === 'delivered' ? deliveredAt : null));
  const delivered = ends.every((at) => at !== null) ? Math.max(...ends.map(Number)) : null;
  const isLeft = order.status === 'refunding' && isUnanswered(life);
  const isVoid = shipment.voidedAt !== null;
  const refused = order.status === 'refundRejected';
  return {
    ...{
      order: order.id,
      org: order.org,
      by: order.by,
      customer: order.customer,
      lead: order.lead,
      carrier: order.carrier,
    },
    ...{ account: order.account, service: order.service, boxes: own.length, shipDate: order.shipDate },
    made: order.ordered,
    status: isVoid ? (isLeft ? 'voidRequested' : 'voided') : 'active',
    voidedAt: isLeft ? null : shipment.voidedAt,
    orderStatus: order.status === 'shipped' && delivered !== null ? 'delivered' : order.status,
    shipped: own.find(({ firstScanAt }) => firstScanAt !== null)?.firstScanAt ?? order.shipped,
    delivered: order.status === 'shipped' ? delivered : null,
    voidResult: refused ? 'refused' : isVoid ? (isLeft ? 'manual' : 'confirmed') : null,
    voidText: refused ? '190102: The shipment has been scanned and cannot be voided.' : null,
  };
}
