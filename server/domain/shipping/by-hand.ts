import { defineEffect, issue, type EffectCall, type Issue } from '../../modules/module.ts';
import { ask } from './ask.ts';

/** Attaches an uploaded label to the first package of an order that has just got its number. */
export async function attachUpload(call: EffectCall): Promise<Issue[]> {
  const upload = call.record['labelUpload'];
  if (typeof upload !== 'string') return [];
  const format = await ask(call, 'attach_upload($1, $2)', upload);
  return typeof format === 'string' ? [] : [issue('shipping.labelKind', 'labelUpload')];
}

/**
 * Staff know that the carrier made the label, although it cannot be queried: the order takes the typed number and its
 * money is captured. Refused while the call may still be running.
 */
const confirmMade = defineEffect('shipping.confirm-made', async (call) => {
  const typed = String(call.record['leadTracking']);
  const refused = await refusal(call, typed);
  if (refused) return { issues: [refused] };
  const taken = (await ask(call, 'take_labels($1, $2, $3, $4)', typed, call.operationKey, false)) as {
    readonly code?: string;
    readonly account: string | null;
  };
  if (taken.code) return { issues: [issue(taken.code, '')] };
  const issues = await attachUpload(call);
  return issues.length > 0 ? { issues } : { patch: { account: taken.account, labelUpload: null } };
});

/**
 * Staff know that the carrier made nothing. If it did after all, the label is voided as soon as the carrier can be
 * queried again.
 */
const confirmNotMade = defineEffect('shipping.confirm-not-made', async (call) => {
  const refused = await refusal(call, null);
  return refused ? { issues: [refused] } : undefined;
});

async function refusal(call: EffectCall, typed: string | null): Promise<Issue | null> {
  const refused = (await ask(call, 'end_doubt($1, $2)', typed)) as { code: string; minutes?: number } | null;
  if (!refused) return null;
  const { code, ...params } = refused;
  return issue(code, code === 'shipping.numberTaken' ? 'leadTracking' : '', params);
}

/** A label of a carrier without an API is handed out, counted and printed as all others from here on. */
const attachLabel = defineEffect('shipping.attach-label', async ({ record, transaction }) => {
  const upload = record['labelUpload'];
  const [row] = await transaction.query('SELECT shipping.label_format($1) AS format', [upload]);
  const labelFormat = row?.['format'];
  if (typeof labelFormat !== 'string') return { issues: [issue('shipping.labelKind', 'labelUpload')] };
  return { patch: { labelFile: upload, labelFormat, labelUpload: null } };
});

export const byHandEffects = [confirmMade, confirmNotMade, attachLabel];
