import type { CountedLine } from './count.ts';

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** The text of a line on the bill. */
export function explainLine(say: Say, { fee, basis, fromDay, quantity, price }: CountedLine): string {
  const params = { fee: say(`warehouse.fee.${fee}`), basis: say(`warehouse.basis.${basis}`), fromDay, quantity, price };
  if (fee === 'minimum') return say('warehouse.explain.minimum', params);
  if (fee !== 'storage') return say('warehouse.explain.work', params);
  return say(fromDay === 1 ? 'warehouse.explain.storage' : 'warehouse.explain.tier', params);
}
