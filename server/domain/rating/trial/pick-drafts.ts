import { issue, type CommandCall, type Issue } from '../../../modules/module.ts';
import { isOpenTo, pickQuote, type NamedRule, type QuoteOffer } from '../rate-rules.ts';
import type { Picked } from '../pick.ts';
import type { Quote } from '../quote.ts';
import { dockOf, type OrderRow, type OrderRows } from './orders.ts';

/** The pick of a draft's rate rule, or issues if the rule does not apply. */
export type DraftPick = { readonly found: Picked<QuoteOffer> } | { readonly issues: readonly Issue[] };

export function pickDraft(
  order: OrderRow,
  quotes: readonly Quote[],
  rules: ReadonlyMap<string, NamedRule>,
  currency: string,
): DraftPick | null {
  if (!order.rateRule) return null;
  const named = rules.get(order.rateRule);
  if (!named || !isOpenTo(named, order.customer)) return { issues: [issue('reference.missing', 'rateRule')] };
  return { found: pickQuote(quotes, named, currency) };
}

/** Whether a draft differs from its pick. */
export const differs = (order: OrderRow, { picked }: Picked<QuoteOffer>): boolean =>
  picked !== null && (picked.service !== order.service || picked.channel !== order.channel);

/** Writes the picks into the drafts, with the person's rights and all validations; answers issues by order. */
export async function takePicks(
  call: Pick<CommandCall, 'save' | 'services'>,
  rows: OrderRows,
  picks: ReadonlyMap<string, Picked<QuoteOffer>>,
): Promise<ReadonlyMap<string, readonly Issue[]>> {
  const changes = rows.orders.flatMap((order) => {
    const { picked } = picks.get(order.id) ?? {};
    if (!picked) return [];
    const { channel, service } = picked;
    const dock = order.senderMode === 'channel' ? dockOf(order, channel, rows.shipFroms) : null;
    const values = { channel, service, ...(dock ? { shipFrom: dock.id } : {}) };
    return [{ key: `pick-${call.services.newId()}`, id: order.id, values }];
  });
  const byKey = new Map(changes.map(({ key, id }) => [key, id]));
  const outcomes = changes.length === 0 ? [] : await call.save('order', changes);
  return new Map(
    outcomes.flatMap((outcome) => (outcome.ok ? [] : [[byKey.get(outcome.key) ?? '', outcome.issues] as const])),
  );
}

/** What an order keeps of its pick. */
export const pickRow = (order: OrderRow, { picked, next, reason }: Picked<QuoteOffer>): object => ({
  order: order.id,
  reason: reason ?? 'none',
  price: picked?.quote.sale?.total ?? null,
  next: next?.service ?? null,
  nextPrice: next?.quote.sale?.total ?? null,
});
