import type { ActingServices, CommandCall, Issue } from '../../../modules/module.ts';
import { tryOrders } from '../../rating/public.ts';
import { deskOf, note, orderOf, type Desk, type Note, type OpenOrder, type Parcel } from './desk.ts';
import { boxFactsSql, toleranceSql } from './order-sql.ts';
import { measuredSql, releaseSql, usedSql, weightSql } from './scale-sql.ts';
import { agrees, gramsOf, shown, unitOf } from './weights.ts';

export type Step = 'box' | 'weight' | 'placing';
const drafts = new Set(['draft', 'failed']);
const waiting = new Set(['waitingForFunds', 'held']);
const labelled = new Set(['ordered', 'shipped', 'delivered', 'refundRejected']);

/** A station's state after all possible steps were taken. */
export interface Stand {
  readonly desk: Desk;
  readonly order: OpenOrder | null;
  readonly step: Step | null;
  readonly parcel: Parcel | null;
}

/**
 * Advances the order that is open at a station: box, weight, carrier, printer. Idempotent and safe for two pages at
 * once: an order is placed once and a label is printed once.
 */
export async function advance(call: CommandCall, station: string): Promise<Stand | null> {
  const desk = await deskOf(call, station);
  if (!desk) return null;
  const order = desk.order === null ? null : await orderOf(call, desk.order);
  const idle: Stand = { desk, order: null, step: null, parcel: null };
  if (!order) return idle;
  const on: On = { call, station, desk, order };
  if (drafts.has(order.status)) return (await advanceDraft(on)) ?? closed(on);
  if (order.status === 'placing') return { desk, order, step: 'placing', parcel: null };
  if (waiting.has(order.status)) return fault(on, { step: 'printed', fault: 'placingFailed', detail: order.status });
  if (!labelled.has(order.status)) return fault(on, { step: 'order', fault: 'notPlaceable', detail: order.status });
  return advanceParcel(on);
}

interface On {
  readonly call: CommandCall;
  readonly station: string;
  readonly desk: Desk;
  readonly order: OpenOrder;
}

async function closed({ call, station, desk }: On): Promise<Stand> {
  await call.services.query(releaseSql, [call.tenant, station, call.actor.id]);
  return { desk: { ...desk, order: null }, order: null, step: null, parcel: null };
}

async function fault(on: On, of: Omit<Note, 'text' | 'order'>): Promise<Stand> {
  await note(on.call, on.station, { text: on.order.orderNo, order: on.order.id, unitType: on.order.unitType, ...of });
  return closed(on);
}

/** Null: nothing more can be done here. */
async function advanceDraft(on: On): Promise<Stand | null> {
  const { call, station, desk, order } = on;
  // Placing failed after it was started here: report it once and leave it to the error orders page.
  if (order.status === 'failed' && desk.grams !== null)
    return fault(on, { step: 'printed', fault: 'placingFailed', detail: order.errorText });
  const [box] = order.boxes;
  if (!box || order.boxes.reduce((sum, { quantity }) => sum + quantity, 0) !== 1)
    return fault(on, { step: 'order', fault: 'severalBoxes' });
  if (desk.box === null && !desk.asOrdered) return { desk, order, step: 'box', parcel: null };
  const weighed = await weigh(on, box.weight);
  if (weighed === null) return { desk, order, step: 'weight', parcel: null };
  if (!call.can('order', 'submit')) return fault(on, { step: 'printed', fault: 'refused' });
  const { id } = order;
  await call.services.query(weightSql, [call.tenant, id, weighed, null, false]);
  if (desk.box !== null) {
    const refusal = await chooseBox(on, desk.box);
    if (refusal !== null) return fault(on, { step: 'box', fault: 'refused', detail: refusal });
  }
  const issues = await placeTried(on);
  // Another page of this station took the step concurrently.
  const [first] = issues.filter(({ code }) => code !== 'state.wrong');
  if (first) return fault(on, { step: 'printed', fault: 'refused', detail: call.explain(first) });
  if (desk.scale) await call.services.query(usedSql, [call.tenant, station]);
  return { desk, order: { ...order, status: 'placing' }, step: 'placing', parcel: null };
}

/** Places the order; a box that was just chosen, or some days, make another price, which is tried first. */
async function placeTried({ call, order }: On): Promise<readonly Issue[]> {
  const { tenant } = call;
  const services = call.services as ActingServices;
  const action = order.status === 'draft' ? 'submit' : 'retry';
  const place = () => services.act({ tenant, entity: 'order', id: order.id }, action);
  const issues = await place();
  if (!issues.some(({ code }) => code === 'order.untriedCost')) return issues;
  await tryOrders(services, tenant, [order.id]);
  return place();
}

/** Sets the draft's dimensions to the chosen box, as the person under all rules. Answers why not. */
async function chooseBox({ call, order }: On, id: string): Promise<string | null> {
  const [found] = await call.services.query(boxFactsSql, [call.tenant, id, null]);
  const [box] = order.boxes;
  if (!found || !box) return '';
  const factor = found['unitType'] === order.unitType ? 1 : order.unitType === '1' ? 2.54 : 1 / 2.54;
  const side = (name: string) => Math.round(Number(found[name]) * factor * 100) / 100;
  const sides = { length: side('length'), width: side('width'), height: side('height') };
  if (sides.length === box.length && sides.width === box.width && sides.height === box.height) return null;
  const values = { boxes: [{ ...box, ...sides }] };
  const [saved] = await call.save('order', [
    { key: `station-${order.id}-${order.version}`, id: order.id, version: order.version, values },
  ]);
  return !saved || saved.ok ? null : saved.issues.map((each) => call.explain(each)).join('; ');
}

/**
 * The parcel's weight in grams. Null while waiting for the scale, or if it differs from the order, which is reported
 * once per weight with both values. Stations without a scale skip it.
 */
async function weigh({ call, station, desk, order }: On, expected: number | null): Promise<number | null> {
  if (!desk.scale) return expected === null ? 0 : gramsOf(expected, unitOf(order.unitType));
  if (!desk.connected || !desk.stable || desk.used || desk.weight === null || desk.unit === null) return null;
  const weight = gramsOf(desk.weight, desk.unit);
  if (weight === 0) return null;
  const [setting] = await call.services.query(toleranceSql, [call.tenant]);
  const due = expected === null ? weight : gramsOf(expected, unitOf(order.unitType));
  if (weight > 0 && agrees(weight, due, setting ? String(setting['value']) : null)) return weight;
  const told = `${desk.weight} ${desk.unit}`;
  if (desk.told !== told) {
    await call.services.query(weightSql, [call.tenant, order.id, null, told, false]);
    const figures = { weight: shown(weight, order.unitType), expected: shown(due, order.unitType) };
    const of = { order: order.id, unitType: order.unitType, ...figures };
    await note(call, station, { text: told, step: 'weight', fault: weight < 0 ? 'noWeight' : 'wrongWeight', ...of });
  }
  return null;
}

async function advanceParcel(on: On): Promise<Stand> {
  const { call, station, desk, order } = on;
  const meant = desk.package === null ? null : order.packages.find(({ id }) => id === desk.package);
  if (meant && meant.status !== 'labelled')
    return fault(on, { step: 'order', fault: 'voidLabel', detail: meant.trackingNo });
  const live = order.packages.filter(({ status }) => status === 'labelled');
  if (live.length === 0)
    return fault(on, { step: 'order', fault: order.packages.length > 0 ? 'voidLabel' : 'notPlaceable' });
  // Placed from this station: its label was sent to the printer automatically.
  const own = desk.grams === null ? null : live.find(({ job }) => job !== null);
  if (own) return printed(on, own, Number(desk.grams));
  const next =
    meant ??
    live.find(({ printCount, jobStatus }) => printCount === 0 && (jobStatus === null || jobStatus === 'failed'));
  if (!next || next.printCount > 0 || (next.jobStatus !== null && next.jobStatus !== 'failed'))
    return fault(on, { step: 'order', fault: 'alreadyPrinted', detail: (next ?? live[0])?.trackingNo ?? null });
  const weighed = await weigh(on, next.weight);
  if (weighed === null) return { desk, order, step: 'weight', parcel: next };
  const [made] = await call.services.query('SELECT printing.station_job($1, $2, $3, $4)::text AS job', [
    ...[call.tenant, station, next.id, call.actor.id],
  ]);
  if (desk.scale) await call.services.query(usedSql, [call.tenant, station]);
  const fresh = await orderOf(call, order.id);
  const parcel = fresh?.packages.find(({ id }) => id === next.id) ?? next;
  // Another page of this station was faster and has reported it.
  if (!made?.['job']) return { desk, order, step: 'weight', parcel };
  return printed({ ...on, order: fresh ?? order }, parcel, weighed);
}

/** A label was printed: reports it, stores the weight, and continues with the next box of the order or finishes. */
async function printed(on: On, parcel: Parcel, weight: number): Promise<Stand> {
  const { call, station, desk, order } = on;
  if (parcel.jobStatus === 'failed')
    return fault(on, { step: 'printed', fault: 'otherPrinter', detail: parcel.jobError });
  const weighed = desk.scale && weight > 0;
  if (weighed) await call.services.query(measuredSql, [call.tenant, parcel.id, weight]);
  const figures = weighed ? { weight: shown(weight, order.unitType) } : {};
  const detail = `${parcel.seq}/${order.packages.length}`;
  const of = { order: order.id, unitType: order.unitType, ...figures, detail };
  await note(call, station, { text: parcel.trackingNo ?? order.orderNo, step: 'printed', ...of });
  const more = order.packages.some(
    ({ id, status, printCount, job }) => id !== parcel.id && status === 'labelled' && printCount === 0 && job === null,
  );
  if (!more) return closed(on);
  await call.services.query(weightSql, [call.tenant, order.id, null, null, true]);
  return { desk: { ...desk, used: true, grams: null, package: null }, order, step: 'weight', parcel: null };
}
