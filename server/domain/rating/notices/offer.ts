import { defineJob, type ActingServices } from '../../../modules/module.ts';
import { categoryName } from '../explain.ts';
import { decimal } from '../kernel/exact.ts';
import { NoPrice } from '../kernel/parcel.ts';
import { payerOf, salePrices } from '../price-service.ts';
import { listOf, type ServiceList } from '../price-tables.ts';
import { unitOf } from '../snapshot/compile.ts';
import type { ServiceRow } from '../snapshot/load-sql.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { snapshotsOf } from '../snapshot/snapshots.ts';
import { changesBetween, type Change, type Kind } from './compare.ts';
import { toldCustomers, type ToldCustomer } from './notices-sql.ts';

const kinds: Readonly<Record<string, Kind>> = {
  'rate-table': 'rateTable',
  'fixed-rate': 'fixedRate',
  'surcharge-rule': 'surcharge',
};

/** Most changes that a notice names; its price list has all of them. */
const maxNamed = 300;
/** Records that are added at once. */
const together = 100;

/** The version that became active. */
interface Version {
  readonly kind: Kind;
  readonly id: string;
  readonly code: string;
  readonly from: string;
  /** Whether the prices of a service may differ by it. */
  concerns(service: ServiceRow): boolean;
}

/** A change of a service's prices. */
export interface Told extends Change {
  readonly service: ServiceRow;
}

/**
 * A version that became active is offered to those customers whose prices it changes, as a notice that a person sends or does
 * not: what they paid the day before, and what they pay from its first day on.
 */
export const offerNotices = defineJob('rating.offer-notices', async ({ entity, tenant, record, services }) => {
  const kind = kinds[entity];
  if (record['status'] !== 'active' || !kind) return;
  const call = await services.asSystem(tenant);
  const [home] = await services.query('SELECT "defaultLocale" AS language FROM tenant WHERE id = $1', [tenant]);
  const { state, customers } = await toldCustomers(call, null, home?.['language']);
  const snapshot = await snapshotsOf(call.services).of(call, state);
  const version: Version = {
    ...{ kind, id: String(record['id']), code: String(record['code']), from: String(record['from']) },
    concerns: ({ id, carrier }) => (kind === 'surcharge' ? carrier === record['carrier'] : id === record['service']),
  };
  const listed = listsOf(snapshot);
  const rows = customers.flatMap((customer) => {
    const changes = changesFor(customer, version, snapshot, listed);
    if (changes.length === 0) return [];
    const values = noticeOf(customer, version, changes, wordsFor(services, snapshot, customer.language));
    return [
      {
        key: `price-notice-${customer.id}-${version.id}`,
        values: { ...values, versionNo: Number(record['versionNo'] ?? 1) },
      },
    ];
  });
  for (let at = 0; at < rows.length; at += together)
    for (const outcome of await call.save('price-notice', rows.slice(at, at + together)))
      if (!outcome.ok) services.report(tenant, `price-notice ${outcome.key}`, JSON.stringify(outcome.issues));
});

type Listed = (customer: ToldCustomer, service: ServiceRow, day: string) => ServiceList | null;

/** Price lists of customers, each built once for all customers with the same prices. */
export function listsOf(snapshot: Snapshot): Listed {
  const known = new Map<string, ServiceList | null>();
  return (customer, service, day) => {
    const level = customer.channels.find(({ channel }) => channel === service.channel)?.level;
    if (level === undefined || service.status !== 'enabled' || service.channelStatus !== 'enabled') return null;
    const key = [service.id, level, day, customer.discountPercent, customer.distributionPercent].join(' ');
    let list = known.get(key);
    if (list === undefined) known.set(key, (list = listFor(snapshot, service, payerOf(customer, level), day)));
    return list;
  };
}

function listFor(
  snapshot: Snapshot,
  service: ServiceRow,
  payer: ReturnType<typeof payerOf>,
  day: string,
): ServiceList | null {
  try {
    return listOf(salePrices(snapshot, service, payer, day), day, unitOf(service.unitType) === 'kgCm' ? 'kg' : 'lb');
  } catch (error) {
    if (!(error instanceof NoPrice)) throw error;
    return null;
  }
}

/** What differs for a customer between the day before a version and its first. */
export function changesFor(
  customer: ToldCustomer,
  { kind, from, concerns }: Pick<Version, 'kind' | 'from' | 'concerns'>,
  snapshot: Snapshot,
  listed: Listed,
): Told[] {
  const before = new Date(Date.parse(`${from}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return [...snapshot.services.values()].filter(concerns).flatMap((service) =>
    changesBetween(listed(customer, service, before), listed(customer, service, from), kind).map((change) => ({
      ...change,
      service,
    })),
  );
}

/** How a change is said in a language. */
export interface NoticeWords {
  place(change: Told): string;
  service(service: ServiceRow): string;
  say(key: string, params?: Readonly<Record<string, unknown>>): string;
}

export function wordsFor(
  services: Pick<ActingServices, 'say'>,
  snapshot: Pick<Snapshot, 'nameOf'>,
  language: string,
): NoticeWords {
  const say: NoticeWords['say'] = (key, params) => services.say(language, 'rating', key, params);
  return {
    say,
    service: ({ name, channelName }) => `${name} · ${channelName}`,
    place({ where, service }) {
      if ('zone' in where) {
        const unit = say(`rating.unit.${unitOf(service.unitType)}`);
        const key = `rating.notice.${where.kind}${where.above ? 'Above' : ''}`;
        return say(key, { zone: where.zone, to: where.to, unit });
      }
      const name = snapshot.nameOf(where.rule);
      if (where.kind === 'fixed') return `${name ?? service.name}, ${where.weight ?? ''}`;
      return name ?? categoryName(where.category ?? '', { say, explain: ({ code }) => code });
    },
  };
}

const percent = (hundredths: number | null): number | null =>
  hundredths === null ? null : Number(decimal(hundredths, 100));

/** The record of a notice. Readers without price details see how much prices change, but not which components. */
function noticeOf(customer: ToldCustomer, version: Version, changes: readonly Told[], words: NoticeWords) {
  const percents = changes.flatMap((change) => change.percent ?? []);
  const greatest = changes.toSorted((one, other) => Math.abs(other.percent ?? 0) - Math.abs(one.percent ?? 0));
  return {
    ...{
      customer: customer.id,
      kind: version.kind,
      versionCode: version.code,
      versionId: version.id,
      from: version.from,
    },
    ...{ language: customer.language, changed: changes.length },
    leastPercent: percent(percents.length > 0 ? percents.reduce((one, other) => Math.min(one, other)) : null),
    mostPercent: percent(percents.length > 0 ? percents.reduce((one, other) => Math.max(one, other)) : null),
    changes: customer.detailed
      ? greatest.slice(0, maxNamed).map((change) => ({
          ...{ service: words.service(change.service).slice(0, 120), place: words.place(change).slice(0, 120) },
          ...{ before: change.before?.slice(0, 120) ?? null, after: change.after?.slice(0, 120) ?? null },
          percent: percent(change.percent),
        }))
      : [],
  };
}
