import type { SystemServices } from '../../modules/module.ts';
import type { CountedLine } from './count.ts';

/** The languages of the product. */
export const cultures = ['zh-CN', 'en-US'] as const;

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** The text of a line on the bill, by culture. */
export const explanationsOf = (
  say: SystemServices['say'],
  line: CountedLine,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    cultures.map((culture) => [
      culture,
      explainLine((key, params) => say(culture, 'warehouse', key, params), line).slice(0, 200),
    ]),
  );

function explainLine(say: Say, line: CountedLine): string {
  const { fee, lateOf: bill, lateFrom: from, lateTo: to, amount } = line;
  if (bill === null) return explainFee(say, line);
  const isPaid = fee === 'minimum';
  const why = isPaid ? say('warehouse.explain.filled', { amount: amount.replace('-', '') }) : explainFee(say, line);
  return say('warehouse.explain.late', { bill, from, to, why });
}

function explainFee(say: Say, { fee, basis, fromDay, quantity, price }: CountedLine): string {
  const params = { fee: say(`warehouse.fee.${fee}`), basis: say(`warehouse.basis.${basis}`), fromDay, quantity, price };
  if (fee === 'minimum') return say('warehouse.explain.minimum', params);
  if (fee !== 'storage') return say('warehouse.explain.work', params);
  return say(fromDay === 1 ? 'warehouse.explain.storage' : 'warehouse.explain.tier', params);
}
