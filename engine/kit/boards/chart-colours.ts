import type { Field } from '../../core/index.ts';

/** Eight colours, others in colour-weak mode; further values repeat them. */
const numbered = (at: number): string => `var(--chart-${(at % 8) + 1})`;

/** How much of its tone the first, second, third ... value of the same tone has; the rest is the ground. */
const shares = [100, 62, 42, 80, 52];

/** The colour of all values that are drawn together; no single value has it. */
export const othersColour = 'color-mix(in oklab, var(--chart-7) 45%, var(--c-surface))';

/**
 * The colour of a value. A choice has a fixed colour, from its tone if it has one; other values are coloured by
 * position.
 */
export function valueColour(field: Field | null, value: unknown, place: number): string {
  const { options = [], tones } = field?.meta ?? {};
  const at = options.indexOf(String(value));
  if (at < 0) return numbered(place);
  if (!tones) return numbered(at);
  const toneOf = (option: string) => tones[option] ?? 'neutral';
  const tone = toneOf(String(value));
  const nth = options.slice(0, at).filter((option) => toneOf(option) === tone).length;
  const share = shares[nth % shares.length] ?? 100;
  return share === 100 ? `var(--tone-${tone})` : `color-mix(in oklab, var(--tone-${tone}) ${share}%, var(--c-surface))`;
}
