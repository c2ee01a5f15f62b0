import { can } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import type { Query } from './list-records.ts';

/** Translation coverage of a culture. */
export interface Coverage {
  code: string;
  name: string;
  delivered: boolean;
  pseudo: boolean;
  total: number;
  /** Texts of the culture itself, delivered or edited; the others fall back to the base culture. */
  own: number;
  edited: number;
}

/** A text in two cultures. `state`: whether the second is delivered, edited or missing. */
export interface ComparedText {
  space: string;
  key: string;
  base: string;
  text: string;
  state: 'delivered' | 'edited' | 'missing';
  /** The edit that may be changed or reverted; null if there is none. */
  id: string | null;
  version: number | null;
}

interface Edit {
  id: string;
  version: number;
  culture: string;
  space: string;
  key: string;
}

const maxRows = 200;
const baseCulture = 'en-US';

/** Texts belong to the platform: comparing them needs the right to read edited texts. Throws `forbidden`. */
export function mayCompare(context: Context, actor: Actor): void {
  const entity = actor.catalog.byName.get('translation');
  if (!entity || !can(actor.rightsOn(entity), 'read')) {
    throw new AppError('forbidden', { params: { code: 'sysLocalizer:page' } });
  }
}

export function readCoverage({ words }: Texts): { cultures: Coverage[]; spaces: string[] } {
  const places = words.places();
  return {
    spaces: [...new Set(places.map(({ space }) => space))].toSorted(),
    cultures: words.cultures().map(({ code, name, delivered, pseudo }) => {
      const edits = places.filter(({ space, key }) => words.edited(code, space, key) !== undefined);
      const own = places.filter(
        ({ texts, space, key }) => texts.has(code) || words.edited(code, space, key) !== undefined,
      );
      return { code, name, delivered, pseudo, total: places.length, own: own.length, edited: edits.length };
    }),
  };
}

/** A page of texts in the base culture and another one, filtered by `space`, `state` and `searchValue`. */
export function compareTexts({ words }: Texts, edits: readonly Edit[], query: Query) {
  const one = (key: string) => String([query[key] ?? ''].flat()[0] ?? '').trim();
  const culture: Culture = words.has(one('target')) ? one('target') : baseCulture;
  const base: Culture = words.has(one('base')) ? one('base') : baseCulture;
  const found = new Map(
    edits.filter((each) => each.culture === culture).map((each) => [`${each.space}\n${each.key}`, each]),
  );
  const wanted = one('searchValue').toLowerCase().slice(0, 100);
  const rows = words.places().flatMap(({ space, key, texts }): ComparedText[] => {
    if (one('space') && space !== one('space')) return [];
    const edit = found.get(`${space}\n${key}`);
    const state = edit ? 'edited' : texts.has(culture) ? 'delivered' : 'missing';
    if (one('state') && state !== one('state')) return [];
    const own = words.edited(culture, space, key) ?? texts.get(culture) ?? '';
    const original = words.edited(base, space, key) ?? texts.get(base) ?? texts.get(baseCulture) ?? '';
    const hit = [space, key, own, original].some((text) => text.toLowerCase().includes(wanted));
    if (wanted && !hit) return [];
    return [{ space, key, base: original, text: own, state, id: edit?.id ?? null, version: edit?.version ?? null }];
  });
  const pageSize = Math.min(Math.max(Number.parseInt(one('pageSize'), 10) || 50, 1), maxRows);
  const pageNo = Math.max(Number.parseInt(one('pageNo'), 10) || 1, 1);
  return { pageNo, pageSize, totalRows: rows.length, rows: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize) };
}
