import { defineEffect, issue, type EffectCall, type Issue } from '../../modules/module.ts';
import { release } from '../ledger/holds.ts';
import { posting, refusals, type Leg } from '../ledger/posting.ts';
import { ask } from './ask.ts';
import { attachUpload, byHandEffects } from './by-hand.ts';
import { replaceLabel } from './replace-label.ts';

/** The key of a placing, in the 35 characters that carriers print: order id and version. */
const keyOf = ({ record }: EffectCall): string => `${String(record['id'])}-${String(record['version'])}`;

interface Submission {
  readonly code?: string;
  readonly path?: string;
  readonly state: string;
  readonly shipDate: string;
  readonly sale: number | null;
  readonly cost: number | null;
  readonly currency: string | null;
  readonly missing: string | null;
  readonly overdue: number | null;
  readonly held: boolean;
  readonly reference1: string | null;
  readonly reference2: string | null;
}

const underway: Issue = issue('shipping.underway', '');

/**
 * Submitting: ship date, current price and hold. If the balance does not suffice, the order waits according to its
 * customer's settings.
 */
const submit = defineEffect('shipping.submit', async (call) => {
  const submission = (await ask(call, 'begin($1, $2, $3)', call.operationKey, keyOf(call))) as Submission;
  if (submission.code) {
    const { code, path = '', ...params } = submission;
    return { issues: [issue(code, path, params)] };
  }
  const isPlacing = submission.state === 'placing';
  const priced =
    submission.sale === null ? {} : { predictedSale: Number(submission.sale), currency: submission.currency };
  return {
    patch: {
      ...{ status: submission.state, shipDate: submission.shipDate, ...priced },
      ...(submission.cost === null ? {} : { predictedCost: Number(submission.cost) }),
      missingSum: submission.missing === null ? null : Number(submission.missing),
      overdueDays: submission.overdue,
      ...{ reference1: submission.reference1, reference2: submission.reference2 },
      holdKey: submission.held ? call.operationKey : null,
      placeKey: isPlacing ? keyOf(call) : null,
      placingSince: isPlacing ? nowOf(call) : null,
    },
  };
});

/** The time of the step, already set by its schema. */
const nowOf = ({ record }: EffectCall): unknown => record['submittedAt'];

interface GoneOn {
  readonly code?: string;
  readonly refusal?: object;
  readonly shipDate: string;
}

const goOn = (name: string, past: boolean) =>
  defineEffect(name, async (call) => {
    const gone = (await ask(call, 'go_on($1, $2, $3, $4)', call.operationKey, keyOf(call), past)) as GoneOn;
    if (gone.code) return { issues: [issue(gone.code, 'service')] };
    if (gone.refusal) return { issues: refusals(gone.refusal) };
    const isPriced = Number(call.record['predictedSale'] ?? 0) > 0;
    return { patch: { holdKey: isPriced ? call.operationKey : null, placeKey: keyOf(call), shipDate: gone.shipDate } };
  });

const withdraw = defineEffect('shipping.withdraw', async (call) =>
  (await ask(call, 'withdraw($1)')) === true ? undefined : { issues: [underway] },
);

/** The tracking number exists: from the carrier, or typed by staff for carriers without an API. */
const place = defineEffect('shipping.place', async (call) => {
  const bySystem = call.actor.type === 'system';
  const typed = String(call.record['leadTracking']);
  const taken = (await ask(call, 'take_labels($1, $2, $3, $4)', typed, call.operationKey, bySystem)) as {
    readonly code?: string;
    readonly account: string | null;
  };
  if (taken.code) return { issues: [issue(taken.code, '')] };
  const issues = await attachUpload(call);
  return issues.length > 0 ? { issues } : { patch: { account: taken.account, labelUpload: null } };
});

const fail = defineEffect('shipping.fail', async (call) =>
  (await ask(call, 'end_unmade($1)')) === true ? undefined : { issues: [underway] },
);

const scanned: Issue = issue('shipping.scanned', '');

/**
 * Requests voiding of labels that were never scanned. The carrier answers later; without labels no carrier is called.
 */
const askVoid = defineEffect('shipping.ask-void', async (call) => {
  const many = Number(
    await ask(call, "mark($1, '{labelled}', '{active}', 'voidRequested', 'voidRequested', $2)", true),
  );
  if (many < 0) return { issues: [scanned] };
  return { patch: { voidResult: many > 0 ? 'asked' : 'manual', voidText: null } };
});

const keep = defineEffect('shipping.keep', async (call) => {
  await ask(call, "mark($1, '{voidRequested}', '{voidRequested}', 'labelled', 'active', $2)", false);
});

const toVoid = (call: EffectCall, unscanned: boolean) =>
  ask(call, "mark($1, '{labelled,voidRequested}', '{active,voidRequested}', 'voided', 'voided', $2)", unscanned);

/** Stores the carrier's answer: labels are void from here on, whatever happens to the money. */
const noteVoid = defineEffect('shipping.note-void', async (call) => {
  const result = call.record['voidResult'];
  if (result === 'confirmed' || result === 'alreadyVoid') await toVoid(call, false);
});

/**
 * Reverses the captured amounts, once per order: the sale to the customer, the cost from the accrual as far as no carrier bill
 * has taken it.
 */
async function refundLegs(call: EffectCall): Promise<Leg[]> {
  const { record, transaction, entity } = call;
  const id = String(record['id']);
  const billed = await ask(call, 'billed_cost($1)');
  const [row] = await transaction.query(
    `SELECT h.captured::text AS sale, h.currency,
            (SELECT (sum(t.amount) - $4)::text FROM ledger_transfer t
              WHERE t.tenant_id = lading.tenant() AND t."refEntity" = $2 AND t."refId" = $3 AND t.kind = 'cost') AS cost
       FROM ledger.hold h WHERE h.tenant_id = lading.tenant() AND h.key = $1`,
    [record['holdKey'] ?? null, entity, id, billed],
  );
  if (!row || Number(row['sale']) === 0) return [];
  const about = {
    key: `${entity}-refund:${id}`,
    kind: 'refund',
    currency: String(row['currency']),
    ref: { entity, id },
  };
  const sale: Leg = {
    ...{ ...about, amount: String(row['sale']) },
    ...{ debit: { kind: 'revenueShipping' }, credit: { kind: 'available', customer: String(record['customer']) } },
  };
  if (!(Number(row['cost']) > 0)) return [sale];
  const back = { debit: { kind: 'costAccrual' }, credit: { kind: 'costShipping' } } as const;
  return [sale, { ...about, ...back, amount: String(row['cost']) }];
}

/** Whether the money of an unused return label is still reserved. */
async function isReserved({ record, transaction }: EffectCall): Promise<boolean> {
  if (typeof record['returnOf'] !== 'string' || typeof record['holdKey'] !== 'string') return false;
  const [row] = await transaction.query(
    'SELECT captured = 0 AS open FROM ledger.hold WHERE tenant_id = lading.tenant() AND key = $1',
    [record['holdKey']],
  );
  return row?.['open'] === true;
}

async function releaseReserved({ record, transaction, entity, operationKey }: EffectCall) {
  const ref = { entity, id: String(record['id']) };
  const issues = await release(transaction, { hold: String(record['holdKey']), key: operationKey, ref });
  return issues.length > 0 ? { issues } : { patch: { holdKey: null } };
}

const giveBack = (name: string, unscanned: boolean) =>
  defineEffect(name, async (call) => {
    if (Number(await toVoid(call, unscanned)) < 0) return { issues: [scanned] };
    if (await isReserved(call)) return releaseReserved(call);
    const legs = await refundLegs(call);
    return legs.length > 0 ? { booking: posting(...legs) } : undefined;
  });

export const shippingEffects = [
  ...byHandEffects,
  replaceLabel,
  submit,
  goOn('shipping.fund', false),
  goOn('shipping.let-pass', true),
  withdraw,
  place,
  fail,
  askVoid,
  keep,
  noteVoid,
  giveBack('shipping.refund', false),
  giveBack('shipping.cancel-inside', true),
];
