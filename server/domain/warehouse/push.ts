import { defineEffect, issue, type EffectCall, type EffectTransaction, type Issue } from '../../modules/module.ts';
import { chargeServices, dropServices, type ServiceLine } from '../customer-bills/service-lines.ts';
import { factsOf, type BilledPeriod } from './billed.ts';
import { count } from './count.ts';
import { cents, centsText, units } from './exact.ts';
import { factsSql, lockRecordsSql, lockSql, pairKey, type Facts, type Period, type RecordRow } from './facts.ts';
import { cultures } from './words.ts';

type Row = Readonly<Record<string, unknown>>;
const entity = 'warehouse-bill';

const noteBilledSql = `UPDATE warehouse_record r SET version = r.version + 1, "billedTo" = greatest(r."billedTo", x."to"),
    billing = jsonb_build_object('facts', x.facts, 'bills', coalesce(r.billing -> 'bills', '[]') || x.bills)
  FROM json_to_recordset($2::json) AS x(id bigint, facts jsonb, bills jsonb, "to" date) WHERE r.tenant_id = $1 AND r.id = x.id`;

/** Counts a bill of records again as it is pushed, and notes in each record that it is charged. Refused if it was counted from something else. */
async function noteBilled({ tenant, record, transaction }: EffectCall): Promise<Issue[]> {
  const { customer, warehouse } = record;
  const period: Period = { from: String(record['periodFrom']), to: String(record['periodTo']) };
  await transaction.query(lockSql, [pairKey(tenant, customer, warehouse)]);
  await transaction.query(lockRecordsSql, [customer, warehouse, period.from, period.to]);
  const of = [tenant, period.from, period.to, [customer], [warehouse]];
  const [facts] = await transaction.query<Facts>(factsSql, of);
  const proof = record['proof'] as { readonly late?: unknown } | null;
  if (!facts || !proof?.late) return [issue('warehouse.stale', '')];
  const counted = count(facts, period);
  if (linesText(counted.lines) !== linesText(record['lines'] as readonly Row[])) return [issue('warehouse.stale', '')];
  const [by, no] = [String(record['id']), String(record['billNo'])];
  const charged = new Map<string, { row: RecordRow; bills: BilledPeriod[] }>();
  const note = (row: RecordRow, bill: Pick<BilledPeriod, 'of' | 'to' | 'volume'>): void => {
    const known = charged.get(row.id) ?? { row, bills: [] };
    charged.set(row.id, { row, bills: [...known.bills, { ...bill, by, no }] });
  };
  for (const row of facts.records) note(row, { of: by, to: period.to });
  const late = new Set(counted.proof.late.map((each) => `${each.record} ${each.bill}`));
  for (const { record: row, bill: of, to, volume } of facts.late)
    if (late.has(`${row.id} ${of}`)) note(row, { of, to, ...(volume ? { volume } : {}) });
  const rows = [...charged.values()].map(({ row, bills }) => ({
    ...{ id: row.id, facts: { ...factsOf(row), warehouse: String(warehouse) }, bills },
    to: bills
      .map(({ to }) => to)
      .toSorted()
      .at(-1),
  }));
  await transaction.query(noteBilledSql, [tenant, JSON.stringify(rows)]);
  return [];
}

/** Lines as text, whichever way their figures are written. */
const linesText = (lines: readonly (Row | object)[]): string =>
  lines
    .map((line) => {
      const { fee, basis, fromDay, lateOf, price, amount, ...rest } = line as Row;
      const figures = [rest['units'] ?? rest['quantity'], price, amount].map(units);
      return [fee, basis, fromDay ?? '', lateOf ?? '', ...figures].join(' ');
    })
    .toSorted()
    .join('\n');

const codeSql = `SELECT code FROM warehouse WHERE id = $1`;

/** Each fee kind becomes a row of the customer's next bill, and what came late rows of its own. */
const push = defineEffect('warehouse.push', async (call) => {
  const { record, transaction } = call;
  const stale = record['source'] === 'records' ? await noteBilled(call) : [];
  if (stale.length > 0) return { issues: stale };
  const [warehouse] = await transaction.query(codeSql, [record['warehouse']]);
  const issues = await chargeServices(transaction, serviceLines(call, String(warehouse?.['code'])));
  return issues.length > 0 ? { issues } : {};
});

function serviceLines({ record, actor }: EffectCall, warehouse: string): ServiceLine[] {
  const byPart = new Map<string, Row[]>();
  for (const line of record['lines'] as readonly Row[]) {
    const part = `${line['lateOf'] ? 'late ' : ''}${String(line['fee'])}`;
    byPart.set(part, [...(byPart.get(part) ?? []), line]);
  }
  const { billNo, periodFrom, periodTo } = record;
  const head = `${String(billNo)}, ${warehouse}, ${String(periodFrom)} – ${String(periodTo)}`;
  return [...byPart].map(([part, lines]): ServiceLine => {
    const noteIn = (culture: string | null): string => {
      const why = lines.map((line) => {
        const texts = line['explanations'] as Readonly<Record<string, string | undefined>> | null | undefined;
        return (culture === null ? undefined : texts?.[culture]) ?? line['explained'];
      });
      return [head, why.filter(Boolean).join('; ')].filter(Boolean).join(': ');
    };
    return {
      ...{ entity, id: String(record['id']), part, customer: String(record['customer']), category: 'warehouse' },
      ...{ amount: centsText(lines.reduce((sum, { amount }) => sum + cents(amount), 0n)), cost: null },
      ...{ currency: String(record['currency']), day: String(periodTo), trackingNo: null, note: noteIn(null) },
      notes: Object.fromEntries(cultures.map((culture) => [culture, noteIn(culture)])),
      person: actor.type === 'system' ? null : actor.id,
    };
  });
}

const chargedLateSql = `SELECT e.value ->> 'no' AS number FROM warehouse_record r, jsonb_array_elements(r.billing -> 'bills') e
  WHERE r.customer = $1 AND r.warehouse = $2 AND r.billing -> 'bills' @> jsonb_build_array(jsonb_build_object('of', $3::text))
    AND e.value ->> 'of' = $3 AND e.value ->> 'by' <> $3 LIMIT 1`;

/** A volume that only this bill has charged may be put right again. */
const dropBilledSql = `UPDATE warehouse_record r SET version = r.version + 1, "billedTo" = x."to",
    billing = CASE WHEN x.bills IS NULL THEN NULL
                   WHEN x.measured THEN jsonb_set(r.billing, '{bills}', x.bills)
                   ELSE jsonb_set(jsonb_set(r.billing, '{bills}', x.bills), '{facts,cbm}', 'null') END
  FROM (SELECT o.id, jsonb_agg(e.value) FILTER (WHERE e.value ->> 'by' <> $3) AS bills, max((e.value ->> 'to')::date) FILTER (WHERE e.value ->> 'by' <> $3) AS "to",
               bool_or(NOT coalesce(b.proof -> 'unmeasured' ? o."recordNo", false)) FILTER (WHERE e.value ->> 'by' <> $3) AS measured
          FROM warehouse_record o CROSS JOIN jsonb_array_elements(o.billing -> 'bills') e
          LEFT JOIN warehouse_bill b ON b.tenant_id = o.tenant_id AND b.id = (e.value ->> 'by')::bigint
         WHERE o.customer = $1 AND o.warehouse = $2 AND o.billing -> 'bills' @> jsonb_build_array(jsonb_build_object('by', $3::text)) GROUP BY o.id) x
 WHERE r.tenant_id = $4 AND r.id = x.id`;

/** Its records may be changed again, unless another bill has charged what this one lacked: that one goes first. */
async function dropBilled(tenant: string, record: Row, transaction: EffectTransaction): Promise<Issue[]> {
  const { customer, warehouse } = record;
  const id = String(record['id']);
  await transaction.query(lockSql, [pairKey(tenant, customer, warehouse)]);
  const [other] = await transaction.query(chargedLateSql, [customer, warehouse, id]);
  if (other) return [issue('warehouse.chargedLate', '', { bill: other['number'] })];
  await transaction.query(dropBilledSql, [customer, warehouse, id, tenant]);
  return [];
}

const recall = defineEffect('warehouse.recall', async ({ tenant, record, transaction }) => {
  const dropped = await dropServices(transaction, entity, String(record['id']));
  const issues = dropped.length > 0 ? dropped : await dropBilled(tenant, record, transaction);
  return issues.length > 0 ? { issues } : {};
});

export const pushEffects = [push, recall];
