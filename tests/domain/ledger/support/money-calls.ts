import {
  capture,
  hold,
  release,
  type Capture,
  type Hold,
  type Settling,
} from '../../../../server/domain/ledger/holds.ts';
import { postAll, postEach, reverse, type Leg, type Ref } from '../../../../server/domain/ledger/posting.ts';
import type { EffectTransaction, Issue } from '../../../../server/modules/module.ts';

/** Something asked of the ledger, as it travels to another process. */
export type MoneyCall =
  | { readonly ask: 'post'; readonly legs: readonly Leg[] }
  | { readonly ask: 'each'; readonly operations: readonly (readonly Leg[])[] }
  | { readonly ask: 'reverse'; readonly of: string; readonly key: string; readonly ref: Ref }
  | ({ readonly ask: 'hold' } & Hold)
  | ({ readonly ask: 'capture' } & Capture)
  | ({ readonly ask: 'release' } & Settling)
  | { readonly ask: 'rollUp' };

/** A call of a tenant; `gate` is an advisory lock that is waited for inside of the transaction, before anything is asked. */
export interface Sent {
  readonly tenant: string;
  readonly call: MoneyCall;
  readonly gate?: number;
}

/** Asks the ledger, in one statement. Of several operations, the path of an issue says of which it is. */
export async function carryOut(on: EffectTransaction, call: Exclude<MoneyCall, { ask: 'rollUp' }>): Promise<Issue[]> {
  switch (call.ask) {
    case 'post':
      return postAll(on, call.legs);
    case 'each':
      return (await postEach(on, call.operations)).flatMap((issues, at) =>
        issues.map((found) => ({ ...found, path: String(at) })),
      );
    case 'reverse':
      return reverse(on, call.of, call.key, call.ref);
    case 'hold':
      return hold(on, call);
    case 'capture':
      return capture(on, call);
    case 'release':
      return release(on, call);
  }
}
