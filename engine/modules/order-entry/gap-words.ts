import { gapsToPlace, gapsToSave, type Entry } from './entry.ts';

/** What an entry lacks to be saved or placed, once that was tried. */
export const gapsFor = (what: 'no' | 'save' | 'place', entry: Entry, from: string): string[] =>
  what === 'no' ? [] : what === 'save' ? gapsToSave(entry) : gapsToPlace(entry, from);

export function wordOfGap(t: (key: string) => string, gap: string): string {
  if (gap === 'choice') return t('gap.choice');
  if (gap === 'items') return t('gap.items');
  if (gap === 'customer') return t('gap.customer');
  if (gap.endsWith('.declaredValue') || gap.startsWith('items.')) return t('gap.amount');
  return gap.startsWith('boxes.') ? t('gap.figure') : t('gap.required');
}
