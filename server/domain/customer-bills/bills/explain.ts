import type { CommandCall } from '../../../modules/module.ts';

type Row = Readonly<Record<string, unknown>>;
type Words = Pick<CommandCall, 'say' | 'actor'>;

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Explains a row in the reader's language. Staff also see the terms applied, members never do. */
export function explain({ say, actor }: Words, row: Row): string {
  const params = {
    ...{ old: text(row['old']), new: text(row['new']), currency: text(row['currency']), note: text(row['note']) },
    ...{ entered: text(row['enteredWeight']), billed: text(row['billedWeight']), unit: text(row['weightUnit']) },
    ...{ enteredSize: text(row['enteredSize']), billedSize: text(row['billedSize']), zone: text(row['zone']) },
  };
  const told = say(`sale.explain.${text(row['reason'])}`, params);
  const basis = row['basis'] as { code: string; params: Record<string, string> } | null;
  if (actor.member !== null || !basis) return told;
  return `${told} ${say(`sale.basis.${basis.code}`, basis.params)}`;
}

/** A category's label; a tenant's own shows its code. */
export function categoryOf({ say }: Pick<CommandCall, 'say'>, category: unknown): string {
  const code = text(category);
  return known.has(code) ? say(`sale.category.${code}`) : code;
}

export const categories = [
  ...[
    'transport',
    'fuel',
    'residential',
    'area',
    'additionalHandling',
    'largePackage',
    'overMaximum',
    'signature',
    'declaredValue',
  ],
  ...[
    'addressCorrection',
    'demand',
    'thirdParty',
    'saturday',
    'pickup',
    'intercept',
    'returns',
    'duty',
    'tax',
    'brokerage',
    'correction',
  ],
  ...['serviceFailure', 'freight', 'consolidation', 'fba', 'warehouse', 'distribution', 'unknown'],
] as const;
const known = new Set<string>(categories);
