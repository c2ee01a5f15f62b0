import type { Issue } from '../../../core/index.ts';
import type { WidgetOptions } from '../../../kit/index.ts';

export type Unit = 'cm' | 'in';

/** As typed: sides may still be missing. */
export interface Dimensions {
  sides: readonly [string, string, string];
  unit: Unit;
}

const number = String.raw`\d{0,6}(?:[.,]\d{0,3})?`;
const between = String.raw`\s*[x×*]\s*`;
const written = new RegExp(`^\\s*(${number})${between}(${number})${between}(${number})\\s*(cm|in|"|'')?\\s*$`, 'i');

/** Whether a text may stand for a side, complete or still being typed. */
export const isSide = (text: string): boolean => new RegExp(`^${number}$`).test(text);

/** What a text says, in any of the ways in which people write it (`12 x 8 x 4 in`, `30*20*10`); null where it says no sides. */
export function readDimensions(text: string, unit: Unit): Dimensions | null {
  const [whole, length = '', width = '', height = '', mark] = written.exec(text) ?? [];
  if (whole === undefined) return null;
  const plain = (side: string) => side.replace(',', '.').replace(/^0+(?=\d)/, '');
  const said = mark === undefined ? unit : mark.toLowerCase() === 'cm' ? 'cm' : 'in';
  return { sides: [plain(length), plain(width), plain(height)], unit: said };
}

/** The one way in which they are kept; null for no sides at all. */
export function writeDimensions({ sides, unit }: Dimensions): string | null {
  return sides.every((side) => side === '') ? null : `${sides.join('x')} ${unit}`;
}

/** Volume in the unit's own cube and the weight that carriers charge for it, or null while a side is missing. */
export function volumeOf(
  { sides }: Dimensions,
  divisor: number | null,
): { volume: number; charged: number | null } | null {
  if (sides.some((side) => !(Number(side) > 0))) return null;
  const volume = sides.reduce((product, side) => product * Number(side), 1);
  return { volume, charged: divisor === null ? null : Math.ceil(volume / divisor) };
}

/** The manifest's `check`. */
export function faultOf(value: unknown, { unit, longest }: WidgetOptions): Issue | null {
  const read = readDimensions(String(value), unit === 'in' ? 'in' : 'cm');
  if (!read || read.sides.some((side) => side === '')) return { code: 'widget.dimensions.incomplete', path: '' };
  if (read.sides.some((side) => !(Number(side) > 0))) return { code: 'widget.dimensions.positive', path: '' };
  const most = longest === null || longest === undefined ? Infinity : Number(longest) * factor(unit, read.unit);
  const long = Math.max(...read.sides.map(Number));
  if (long <= most) return null;
  return { code: 'widget.dimensions.tooLong', path: '', params: { longest: Number(longest), unit: String(unit) } };
}

/** What to multiply a length in one unit by, to have it in another. */
const factor = (from: unknown, to: Unit): number => (from === to ? 1 : to === 'cm' ? 2.54 : 1 / 2.54);
