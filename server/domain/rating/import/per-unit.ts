import type { FileSheet, Issue } from '../../../modules/module.ts';
import type { Entry } from './read-rows.ts';
import { cellIssue, hiddenCells } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/**
 * Prices by the unit where a line above the table says so (`Unit: USD/kg`), or where nothing else is possible: those that fall, or go
 * on without an end. The line may as well name nothing but the currency and the unit of weights of prices that rise.
 */
export function byUnit(entries: readonly Entry[], texts: readonly string[]): readonly Entry[] {
  const isSaid = texts.some(
    (text) => pattern('perUnitStated', 'i').test(text) && !pattern('perUnitOther', 'i').test(text),
  );
  const flat = entries.filter(isFlat);
  if (entries.some((entry) => entry.mode !== 'none' && !entry.packaging && !isFlat(entry))) return entries;
  const zones = [...byZone(flat).values()];
  const isEndless = (own: readonly Entry[]) => own.some(({ band }) => band.to === null);
  const falls = zones.every((own) => sinks(own) && (own.length > 1 || isEndless(own)));
  // The price of a whole parcel never falls with its weight and then holds for any weight.
  const isOnly = zones.every((own) => own.length > 1 && isEndless(own));
  const isOther = texts.some((text) => pattern('perOtherStated', 'i').test(text));
  if (!falls || isOther || !(isSaid || isOnly)) return entries;
  return entries.map((entry) => (isFlat(entry) ? { ...entry, mode: 'perUnit' as const } : entry));
}

const isFlat = ({ mode, packaging }: Entry): boolean => mode === 'flat' && packaging === undefined;
const endOf = ({ band }: Entry): number => band.to ?? Infinity;

/** The entries of each zone by ascending weight. */
function byZone<T extends Entry>(entries: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const entry of entries.toSorted((one, other) => endOf(one) - endOf(other)))
    found.set(entry.zone, [...(found.get(entry.zone) ?? []), entry]);
  return found;
}

const sinks = (own: readonly Entry[]): boolean =>
  own.every(({ price }, at) => at === 0 || Number(price) <= Number(own[at - 1]?.price));

/**
 * Prices of which nothing says whether they are for each unit or for the whole parcel: those that hold for any weight, and those
 * of a range of weights that fall to less than half of what is lighter.
 */
export function unsaid(entries: readonly (Entry & { readonly sheet: FileSheet })[]): Issue[] {
  return [...byZone(entries.filter(isFlat)).values()].flatMap((own) => {
    const found = own.find(({ price, band: { from, over = from, to } }, at) => {
      const isRange = over !== undefined && over > 0;
      return to === null || (isRange && Number(price) * 2 < Number(own[at - 1]?.price ?? 0));
    });
    if (!found) return [];
    return [cellIssue('rating.import.unitUnsaid', found.sheet, found.cell, { value: String(found.price) })];
  });
}

/** Prices in rows or columns that a person does not see when the workbook is opened. */
export const hidden = (entries: readonly (Entry & { readonly sheet: FileSheet })[]): Issue[] =>
  entries.flatMap(({ sheet, cell: [row, column] }) => hiddenCells(sheet, row, [column]));
