import { defineEffect, type Effect } from '../../sockets/socket.ts';
import { reverse } from './posting.ts';
import { moneyOf } from './record.ts';

/** Takes back what a record has posted under `keyOf(id)`: its entry the other way round, with the reason that staff gave. */
export const reversalOf = (name: string, keyOf: (id: string) => string): Effect =>
  defineEffect(name, async (call) => {
    const { id, ref } = moneyOf(call);
    const reason = String(call.record['reverseReason']);
    return { issues: await reverse(call.transaction, keyOf(id), `${keyOf(id)}:reverse`, ref, reason) };
  });
