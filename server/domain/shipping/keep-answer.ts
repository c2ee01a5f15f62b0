import type { SystemServices } from '../../modules/module.ts';
import type { CarrierAccount, CarrierFailure, CarrierResult, Shipped } from '../carriers/carrier.ts';
import type { Carriers } from '../carriers/carriers.ts';
import {
  beginAgain,
  letGo,
  noteDoubt,
  noteFiles,
  noteMade,
  ownNumbers,
  type Made,
  type Placing,
  type Timing,
} from './placings.ts';
import type { PlacedOrder } from './ship-order.ts';

/** Dependencies of placing. */
export interface Placer {
  readonly carriers: Carriers;
  readonly timing: Timing;
}

/** An exception in our own code may come after the carrier received the call. */
export async function caught<T>(call: () => Promise<CarrierResult<T>>): Promise<CarrierResult<T>> {
  try {
    return await call();
  } catch (error) {
    return { ok: false, kind: 'lost', code: 'carriers.broken', text: (error as Error).message, retryAt: null };
  }
}

export const again = (services: SystemServices, { tenant, order, key }: Placing, at: Date) =>
  services.enqueue(
    'shipping.place',
    { tenant, entity: 'order', id: order, action: 'retry' },
    { at, key: `placing:${key}` },
  );

interface Answer {
  readonly shipped: Shipped;
  readonly order: PlacedOrder;
  readonly account: CarrierAccount;
  /** The answer to the purchase itself; else what the carrier has under our key. */
  readonly isDirect: boolean;
}

/**
 * Keeps what the carrier made and gives it to the order. False: the answer names a parcel of another order, so it says
 * nothing about this one.
 */
export async function keep(on: Placer, services: SystemServices, placing: Placing, answer: Answer): Promise<boolean> {
  const { order, account, isDirect } = answer;
  const shipped = isDirect ? await withLabels(on, answer) : answer.shipped;
  if (!isComplete(shipped, order) && (await replace(on, services, placing, { ...answer, shipped }))) return true;
  const made: Made = {
    ...{ leadTracking: shipped.leadTracking, charge: shipped.charge, reply: shipped.reply },
    packages: shipped.packages.map(({ seq, trackingNo, label }) => ({
      ...{ seq, trackingNo, labelFormat: label?.format ?? null, label: label?.bytes.toString('base64') ?? null },
    })),
  };
  const noted = await noteMade(services, placing, made, isDirect);
  if (noted === 'elsewhere') {
    const words = `${placing.key}: the carrier answered ${shipped.leadTracking}, the number of another order`;
    services.report(placing.tenant, 'placing', words);
    return false;
  }
  // Our lease expired and another worker reached another result: no one else knows this label.
  if (noted === 'gone') await giveBack(on, services, placing, { shipped, account });
  else await settle(services, placing, made, order);
  return true;
}

const isComplete = ({ packages }: Shipped, { ship }: PlacedOrder): boolean =>
  packages.length >= ship.packages.length && packages.every(({ label }) => label !== null);

/** Some carriers hand out a label again that their answer lacks. */
async function withLabels({ carriers }: Placer, { shipped, order, account }: Answer): Promise<Shipped> {
  if (isComplete(shipped, order)) return shipped;
  const found = await caught(() => carriers.of(account.carrier).find(account, order.ship));
  const labels = new Map(found.ok ? found.value?.packages.map((each) => [each.trackingNo, each.label]) : []);
  const packages = shipped.packages.map((each) => ({
    ...each,
    label: each.label ?? labels.get(each.trackingNo) ?? null,
  }));
  return { ...shipped, packages };
}

/**
 * A shipment whose labels the carrier does not hand out again is voided and bought again, under another key. False: it
 * cannot be voided, or that was tried often enough; then it is kept as it is.
 */
async function replace(
  { carriers, timing }: Placer,
  services: SystemServices,
  placing: Placing,
  { shipped, order, account }: Answer,
): Promise<boolean> {
  const { tenant, key } = placing;
  const words = `${order.orderNo}: no label came with ${shipped.leadTracking}`;
  const [, first = key, tries = '0'] = /^(.*?)(?:-b(\d))?$/.exec(key) ?? [];
  const next = Number(tries) < maxPurchases - 1 ? `${first}-b${Number(tries) + 1}` : null;
  const voided = next === null ? null : await caught(() => voidShipment(carriers, account, shipped, key));
  if (next !== null && voided?.ok) {
    services.report(tenant, 'placing', `${words}; it is void and bought again`);
    // Two in a row without a label: the carrier may need some time.
    const pause = tries === '0' ? 0 : (timing.pauses[Math.min(Number(tries), timing.pauses.length) - 1] ?? 0);
    const at = new Date(Date.now() + pause);
    if (await beginAgain(services, placing, { key: next, at })) await again(services, { ...placing, key: next }, at);
    return true;
  }
  if (voided && !voided.ok && voided.kind !== 'refused' && voided.kind !== 'unsupported') {
    const at = new Date(Math.max(Date.now() + 60_000, voided.retryAt?.getTime() ?? 0));
    await letGo(services, placing, 'asking', at.getTime() - Date.now());
    await again(services, placing, at);
    return true;
  }
  services.report(tenant, 'placing', voided?.ok === false ? `${words}; it could not be voided: ${voided.code}` : words);
  return false;
}

/** Purchases in a row for one order, all but the last of them void. */
const maxPurchases = 4;

const voidShipment = (carriers: Carriers, account: CarrierAccount, { leadTracking, packages }: Shipped, key: string) =>
  carriers.of(account.carrier).void(account, {
    ...{ leadTracking, key },
    trackingNos: packages.map(({ trackingNo }) => trackingNo),
  });

/** Voids what the carrier made a second time under the same key, so that it is not charged. */
export async function voidSurplus(
  { carriers }: Pick<Placer, 'carriers'>,
  services: SystemServices,
  placing: Placing,
  { shipped, account }: Pick<Answer, 'shipped' | 'account'>,
): Promise<void> {
  const { surplus = [] } = shipped;
  if (surplus.length === 0) return;
  const { tenant, key } = placing;
  const own = await ownNumbers(services, placing);
  for (const number of surplus.filter((each) => !own.has(each))) {
    const one = { leadTracking: number, trackingNos: [number], key };
    const answer = await caught(() => carriers.of(account.carrier).void(account, one));
    services.report(tenant, 'placing', `${key}: ${number} is one too many and ${outcomeOf(answer)}`);
    if (isOpen(answer)) await noteDoubt(services, placing);
  }
}

const isOpen = (answer: { ok: true } | CarrierFailure): boolean => !answer.ok && answer.kind !== 'refused';
const outcomeOf = (answer: { ok: true } | CarrierFailure): string =>
  answer.ok ? 'is void' : `could not be voided: ${answer.code}`;

/** Voids a label that its order has no use for, because it came too late or twice. */
export async function giveBack(
  on: Pick<Placer, 'carriers'>,
  services: SystemServices,
  placing: Placing,
  { shipped, account }: Pick<Answer, 'shipped' | 'account'>,
): Promise<void> {
  const own = await ownNumbers(services, placing);
  const numbers = shipped.packages.map(({ trackingNo }) => trackingNo);
  if (numbers.some((number) => own.has(number))) {
    const surplus = [...numbers, ...(shipped.surplus ?? [])];
    return voidSurplus(on, services, placing, { shipped: { ...shipped, surplus }, account });
  }
  await voidSurplus(on, services, placing, { shipped, account });
  const answer = await caught(() => voidShipment(on.carriers, account, shipped, placing.key));
  const words = `${placing.key}: label ${shipped.leadTracking} came too late and ${outcomeOf(answer)}`;
  services.report(placing.tenant, 'placing', words);
  if (isOpen(answer)) await noteDoubt(services, placing);
}

/** The label is bought: stores its file, then sets the order's number, packages and cost in one step. */
export async function settle(
  services: SystemServices,
  placing: Placing,
  made: Made,
  order: PlacedOrder,
): Promise<void> {
  const { tenant } = placing;
  const packages = [];
  for (const { label, ...each } of made.packages) {
    if (!label) {
      packages.push(each);
      continue;
    }
    const name = `${order.orderNo}-${each.seq}.${each.labelFormat ?? 'bin'}`;
    const content = Buffer.from(label, 'base64');
    packages.push({
      ...each,
      labelFile: await services.files.keep({ tenant, customer: order.customer, name, content }),
    });
  }
  if (made.packages.some(({ label }) => label)) await noteFiles(services, placing, { ...made, packages });
  const of = { tenant, entity: 'order', id: placing.order };
  const issues = await services.act(of, 'place', { leadTracking: made.leadTracking });
  if (issues.length > 0) await stuck(services, placing, 'made', issues);
}

/** Reports an unexpected state to a person; the sweep keeps retrying. */
export async function stuck(
  services: SystemServices,
  placing: Placing,
  state: 'ready' | 'made',
  issues: readonly { code: string }[],
) {
  const [row] = await services.query(`SELECT status FROM "order" WHERE tenant_id = $1 AND id = $2`, [
    placing.tenant,
    placing.order,
  ]);
  // A concurrent request has moved it.
  if (row?.['status'] !== 'placing') return;
  const codes = issues.map(({ code }) => code).join(', ');
  services.report(placing.tenant, 'placing', `${placing.key}: order ${placing.order}: ${codes}`);
  await letGo(services, placing, state, 60_000);
}
