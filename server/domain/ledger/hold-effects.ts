import { defineEffect, type EffectCall } from '../../modules/module.ts';
import { capture, hold, release } from './holds.ts';
import { posting, type Leg } from './posting.ts';

/**
 * Effects for records paid from the customer's balance, with the fields `customer`, `predictedSale`, `predictedCost`,
 * `currency` (the tenant's own by default) and `holdKey`, which stores the hold's key. Each step is keyed by its
 * operation, so a record that is placed again gets a new hold. Does nothing without an amount or hold.
 */
export const holdEffects = [
  /** Placing: moves the predicted sale from available to frozen. */
  defineEffect('ledger.hold', async ({ record, operationKey, transaction, entity, ...call }) => {
    const amount = record['predictedSale'];
    if (!isAbove(amount)) return { patch: { holdKey: null } };
    const currency = String(record['currency'] ?? call.currency);
    const held = { key: operationKey, customer: String(record['customer']), amount: String(amount), currency };
    const issues = await hold(transaction, { ...held, ref: { entity, id: String(record['id']) } });
    return issues.length > 0 ? { issues } : { patch: { holdKey: operationKey } };
  }),

  /** A label was issued: the frozen amount becomes revenue, and the predicted cost is accrued. */
  defineEffect('ledger.capture', async (call) => (isReserved(call) ? undefined : captureHeld(call))),

  /** The first scan of a return label: charges the reserved amount. */
  defineEffect('ledger.capture-reserved', async (call) => (isReserved(call) ? captureHeld(call) : undefined)),

  /** Placing failed or was withdrawn: the frozen amount becomes available again. */
  defineEffect('ledger.release', async (call) => {
    const settling = settlingOf(call);
    if (!settling) return;
    const issues = await release(call.transaction, settling);
    return issues.length > 0 ? { issues } : { patch: { holdKey: null } };
  }),

  /** A sale without a hold: available to revenueShipping, with the predicted cost accrued. */
  defineEffect('ledger.charge', async (call) => {
    const [sale, cost] = [call.record['predictedSale'], call.record['predictedCost']];
    if (!isAbove(sale)) return;
    const currency = String(call.record['currency'] ?? call.currency);
    const ref = { entity: call.entity, id: String(call.record['id']) };
    const about = { key: call.operationKey, currency, ref };
    const sold: Leg = {
      ...{ ...about, kind: 'charge', amount: String(sale) },
      ...{
        debit: { kind: 'available', customer: String(call.record['customer']) },
        credit: { kind: 'revenueShipping' },
      },
    };
    const accrued: Leg = {
      ...{ ...about, kind: 'cost', amount: String(cost) },
      ...{ debit: { kind: 'costShipping' }, credit: { kind: 'costAccrual' } },
    };
    return { booking: isAbove(cost) ? posting(sold, accrued) : posting(sold) };
  }),
];

/** Return labels are reserved and only charged on their first scan. */
const isReserved = ({ record }: EffectCall): boolean => typeof record['returnOf'] === 'string';

async function captureHeld(call: EffectCall) {
  const settling = settlingOf(call);
  if (!settling) return undefined;
  const cost = call.record['predictedCost'];
  const issues = await capture(call.transaction, {
    ...settling,
    to: 'revenueShipping',
    cost: isAbove(cost) ? String(cost) : null,
  });
  return { issues };
}

const isAbove = (amount: unknown): boolean => Number(amount ?? 0) > 0;

function settlingOf({ record, operationKey, entity }: EffectCall) {
  const key = record['holdKey'];
  if (typeof key !== 'string') return null;
  return { hold: key, key: operationKey, ref: { entity, id: String(record['id']) } };
}
