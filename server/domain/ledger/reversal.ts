import { defineEffect, type Effect } from '../../modules/module.ts';
import { refuseSpent, reverse } from './posting.ts';
import { moneyOf } from './record.ts';

/** Reverses what a record has posted under `keyOf(id)`, with the reason given by staff. */
export const reversalOf = (name: string, keyOf: (id: string) => string): Effect =>
  defineEffect(name, async (call) => {
    const { id, ref } = moneyOf(call);
    const [key, reason] = [`${keyOf(id)}:reverse`, String(call.record['reverseReason'])];
    const spent = await refuseSpent(call.transaction, key);
    return { issues: spent.length > 0 ? spent : await reverse(call.transaction, keyOf(id), key, ref, reason) };
  });
