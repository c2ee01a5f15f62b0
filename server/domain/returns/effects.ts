import { defineEffect, issue, type EffectCall } from '../../modules/module.ts';
import { numbersIn } from '../tracking/numbers/scanned.ts';
import { ownersSql, sureOwner, type Owner } from './owners.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The facts of a parcel that `ownersSql` matches. */
export const signsOf = (record: Readonly<Record<string, unknown>>): unknown[] => [
  numbersIn(text(record['trackingNo'])),
  text(record['reference']),
  text(record['senderName']),
];

const findOwners = async ({ transaction, record, tenant }: EffectCall): Promise<readonly Owner[]> =>
  await transaction.query<Owner>(ownersSql('$1'), [tenant, ...signsOf(record)]);

async function datesFrom({ transaction }: EffectCall): Promise<{ now: string; until: string }> {
  const [row] = await transaction.query('SELECT * FROM returns.dates()', []);
  return { now: String(row?.['now']), until: String(row?.['until']) };
}

const turnSql = `SELECT pg_advisory_xact_lock(hashtextextended('returns.arrive ' || $2, $1::bigint))`;
const presentSql = `SELECT "parcelNo" FROM returned_parcel
  WHERE tenant_id = $1 AND "trackingNo" = $2 AND status NOT IN ('processed', 'disposed') LIMIT 1`;

/** The parcel of this number that has not left yet. Two scans of one number wait for each other: each stay is charged once. */
async function alreadyHere({ transaction, tenant }: EffectCall, number: string): Promise<string | null> {
  await transaction.query(turnSql, [tenant, number]);
  const [present] = await transaction.query(presentSql, [tenant, number]);
  return present ? String(present['parcelNo']) : null;
}

/** A parcel arrives: determines its certain owner and the claim deadline. A customer entered by staff is accepted. */
const arrive = defineEffect('returns.arrive', async (call) => {
  const { record } = call;
  const trackingNo = numbersIn(text(record['trackingNo'])).at(-1) ?? null;
  const present = trackingNo === null ? null : await alreadyHere(call, trackingNo);
  if (present !== null) return { issues: [issue('returns.alreadyHere', 'trackingNo', { parcel: present })] };
  const { now, until } = await datesFrom(call);
  const found = await findOwners(call);
  const named = typeof record['customer'] === 'string' ? record['customer'] : null;
  const owner = sureOwner(named === null ? found : found.filter(({ customer }) => customer === named));
  const customer = named ?? owner?.customer ?? null;
  const arrived = { arrivedAt: now, trackingNo };
  if (customer === null) return { patch: arrived };
  return { patch: { ...arrived, customer, order: owner?.order ?? null, claimUntil: until, status: 'toClaim' } };
});

const orderSql = `SELECT customer::text AS customer FROM "order" WHERE tenant_id = $1 AND id = $2`;

/** Staff say whose an unidentified parcel is; it can be claimed from now on. */
const assign = defineEffect('returns.assign', async (call) => {
  const { transaction, tenant, record } = call;
  const customer = String(record['customer']);
  const { until } = await datesFrom(call);
  const named = record['order'];
  if (typeof named === 'string') {
    const [order] = await transaction.query(orderSql, [tenant, named]);
    if (order?.['customer'] !== customer) return { issues: [issue('returns.otherCustomer', 'order')] };
    return { patch: { claimUntil: until, suggested: null } };
  }
  const own = (await findOwners(call)).find((each) => each.customer === customer && each.why !== 'name');
  return { patch: { claimUntil: until, suggested: null, order: own?.order ?? null } };
});

const resendSql = `SELECT o.status FROM returned_parcel r JOIN "order" o ON o.tenant_id = r.tenant_id AND o.id = r."resendOrder"
  WHERE r.tenant_id = $1 AND r.id = $2`;
/** States of an order in which nothing of it is on its way. */
const still = ['draft', 'failed', 'refunded', 'cancelled'];

/** A claim is taken back, unless its order is on its way out already. */
const revoke = defineEffect('returns.revoke', async ({ transaction, tenant, record }) => {
  const [order] = await transaction.query(resendSql, [tenant, record['id']]);
  if (order && !still.includes(String(order['status']))) return { issues: [issue('returns.resendPlaced', '')] };
  return undefined;
});

const labelled = ['ordered', 'shipped', 'delivered'];

/** A parcel leaves: sent again, put to stock or destroyed. What is charged for its stay is said with it. */
const settle = defineEffect('returns.settle', async ({ transaction, tenant, record, action }) => {
  if (action === 'process' && record['choice'] === 'resend') {
    const [order] = await transaction.query(resendSql, [tenant, record['id']]);
    if (!labelled.includes(String(order?.['status'])))
      return { issues: [issue('returns.resendNotPlaced', 'resendOrder')] };
  }
  const [row] = await transaction.query('SELECT * FROM returns.fee($1, $2)', [record['id'], action === 'dispose']);
  const storageDays = Number(row?.['days'] ?? 0);
  const isCharged = typeof record['customer'] === 'string';
  return { patch: { storageDays, fee: isCharged ? Number(row?.['fee'] ?? 0) : null } };
});

export const returnEffects = [arrive, assign, revoke, settle];
