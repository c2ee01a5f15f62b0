import { defineCommand, defineEffect, issue, type EffectCall } from '../../modules/module.ts';
import { posting } from '../ledger/posting.ts';

const kinds = ['trace', 'lost', 'damaged', 'missingContent', 'proofOfDelivery'] as const;

/** Days in which a case of a kind must be with the carrier or answered: what UPS and FedEx allow, with some to spare. */
const days: Readonly<Record<string, number>> = {
  ...{ trace: 10, lost: 55, damaged: 55, missingContent: 55, proofOfDelivery: 14 },
};

const packageSql = `SELECT p."order"::text AS "order", p."carrierCode", p."trackingNo", p.customer::text AS customer,
    coalesce($2, (now() AT TIME ZONE 'UTC' + make_interval(days => $3))::date::text) AS deadline
  FROM package p WHERE p.tenant_id = lading.tenant() AND p.id = $1`;

/** Fills a case with the facts of its package and its deadline. */
export const openCase = defineEffect('tracking.open-case', async ({ record, transaction }) => {
  const values = [String(record['package']), record['deadline'] ?? null, days[String(record['kind'])] ?? 14];
  const [row] = await transaction.query(packageSql, values);
  if (!row) return { issues: [issue('reference.missing', 'package')] };
  const { customer, ...patch } = row;
  return customer === String(record['customer']) ? { patch } : { issues: [issue('tracking.otherCustomer', 'package')] };
});

/** What one person may approve alone, where the tenant has said nothing else. */
const usualLimit = '50';

async function passesAlone({ transaction }: Pick<EffectCall, 'transaction'>, amount: string) {
  const [row] = await transaction.query(
    `SELECT s.limit, $1::numeric <= s.limit::numeric AS alone FROM (SELECT coalesce(
       (SELECT value FROM config WHERE tenant_id = lading.tenant() AND code = 'CASE_APPROVAL_LIMIT'
           AND value ~ '^\\d{1,7}(\\.\\d{1,2})?$'), $2) AS limit) s`,
    [amount, usualLimit],
  );
  return { alone: row?.['alone'] === true, limit: String(row?.['limit']) };
}

/** Posts an approved compensation once per case: the company's loss, credited to the customer's available balance. */
export const compensate = defineEffect('tracking.compensate', async ({ entity, record, actor, transaction }) => {
  const [id, amount] = [String(record['id']), String(record['proposedAmount'])];
  const { alone, limit } = await passesAlone({ transaction }, amount);
  if (!alone && String(record['proposedBy']) === actor.id)
    return { issues: [issue('tracking.secondPerson', '', { limit })] };
  const booking = posting({
    ...{ key: `track-case:${id}`, kind: 'adjustment', amount, currency: String(record['currency']) },
    debit: { kind: 'writeOff' },
    credit: { kind: 'available', customer: String(record['customer']) },
    ref: { entity, id },
    note: String(record['caseNo']),
  });
  return { booking };
});

const id = { type: 'string', pattern: '^[0-9]{1,19}$' } as const;

/** Opens a case about a package, or about the package of an alert, as the person. */
export const openCaseCommand = defineCommand({
  path: 'Tracking/openCase',
  body: {
    type: 'object',
    required: ['kind', 'description'],
    properties: {
      ...{ package: id, alert: { ...id, description: 'Whose package it is about, where no package is named.' } },
      ...{ kind: { enum: kinds }, description: { type: 'string', minLength: 1, maxLength: 500 } },
    },
    examples: [{ package: '7001', kind: 'trace', description: 'No scan for a week' }],
  },
  needs: { entity: 'track-case', code: 'add' },
  perMinute: 60,
  once: true,
  answer: {
    type: 'object',
    required: ['id'],
    properties: { id },
    examples: [{ id: '9001' }],
  },
  async run(call) {
    const { package: named, alert, kind, description } = call.body as Record<string, string | undefined>;
    const [raised] = alert ? await call.list('track-alert', { id: alert }, 1) : [];
    if (alert && !raised) return call.refuse(issue('reference.missing', 'alert'));
    const of = named ?? (raised ? String(raised['package']) : undefined);
    const [row] = of ? await call.list('package', { id: of }, 1) : [];
    if (!row) return call.refuse(issue('reference.missing', 'package'));
    const values = { package: String(row['id']), customer: String(row['customer']), kind, description };
    const [outcome] = await call.save('track-case', [
      { key: call.services.newId(), values: { ...values, ...(raised ? { alert } : {}) } },
    ]);
    if (!outcome?.ok) return call.refuse(...(outcome?.issues ?? []));
    return { id: outcome.id };
  },
});
