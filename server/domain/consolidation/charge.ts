import { defineEffect, issue, type EffectCall, type Issue } from '../../modules/module.ts';
import { chargeServices, dropServices, type ServiceLine } from '../customer-bills/service-lines.ts';
import { loadedOf, rowsOf, salesOf } from './boxes.ts';
import { chargesOf, decimalOf, spreadCosts, type Charge, type CostLine } from './charges.ts';

type Plain = Readonly<Record<string, unknown>>;

/** The cost lines of a main bill, stored or being entered. */
export const costsOf = (record: Plain): readonly CostLine[] =>
  ((record['costs'] ?? []) as readonly Plain[]).map((line) => ({
    kind: String(line['kind']),
    amount: String(line['amount']),
    currency: String(line['currency']),
    basis: (line['basis'] ?? null) as CostLine['basis'],
  }));

const knownSql = `SELECT l."sourcePart" AS part, l.status FROM member_bill_line l
  WHERE l.tenant_id = $1 AND l."sourceEntity" = 'main-bill' AND l."sourceId" = $2`;

/** What of a charge the customer reads on the bill; figures and numbers read alike in every language. */
const noteOf = (number: string, { box }: Charge): string =>
  `${number} · ${box.boxNo} · ${decimalOf(box.chargeableGrams / 10n)} kg`;

/** Charges every box of a main bill to its customer; once more where costs or prices have changed. */
async function chargeBoxes(call: EffectCall): Promise<Issue[]> {
  const { transaction, record, tenant, currency, actor } = call;
  const id = String(record['id']);
  const query = transaction.query.bind(transaction);
  const boxes = (await rowsOf(query, tenant, id)).map(loadedOf);
  const { shares, noBasis } = spreadCosts(boxes, costsOf(record), record['basis'] as 'weight');
  if (noBasis.length > 0)
    return noBasis.map(({ amount, basis, mixed }) =>
      issue(mixed ? 'consolidation.mixedValues' : `consolidation.noBasis.${basis}`, 'costs', { amount }),
    );
  const customers = [...new Set(boxes.map(({ customer }) => customer))];
  const saleOf = await salesOf(query, tenant, { currency, bill: record, customers });
  const charges = chargesOf(boxes, shares, saleOf).filter(({ sale }) => sale !== 0n);
  if (charges.length === 0) return [issue('consolidation.nothingToCharge', 'costs')];
  const lines = charges.map((charge): ServiceLine => ({
    ...{ entity: 'main-bill', id, part: `${charge.box.id} ${charge.currency}`, customer: charge.box.customer },
    ...{ category: 'consolidation', amount: decimalOf(charge.sale), currency: charge.currency },
    cost: charge.cost === null ? null : decimalOf(charge.cost),
    day: String(record['settledOn']),
    trackingNo: charge.box.boxNo,
    note: noteOf(String(record['number']), charge),
    person: actor.type === 'system' ? null : actor.id,
  }));
  // While no bill has one of them, all are rebuilt, so that removed lines disappear and costs are current.
  const held = await dropServices(transaction, 'main-bill', id);
  if (held.length > 0) {
    const parts = new Set(lines.map(({ part }) => part));
    const known = await query(knownSql, [tenant, id]);
    if (known.some(({ part }) => !parts.has(String(part)))) return held;
  }
  return chargeServices(transaction, lines);
}

/** Settles a consolidation: spreads its costs over the boxes and charges them. */
export const charge = defineEffect('consolidation.charge', async (call) => ({ issues: await chargeBoxes(call) }));

/** Costs or prices of a main bill change; those of a settled one change its customers' charges too. */
export const chargeAgain = defineEffect('consolidation.charge-again', async (call) =>
  call.record['status'] === 'settled' ? { issues: await chargeBoxes(call) } : undefined,
);
