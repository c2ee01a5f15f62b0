import type { EntityDocument, Issue } from '../../engine/core/index.ts';
import { wordAt } from '../../engine/core/index.ts';
import type { Culture } from '../texts.ts';

/** Where the words of a parameter stand. */
const places: Readonly<Record<string, string>> = { field: 'fields', state: 'states' };

/**
 * An issue for its words alone: fields and states are called as people call them, in the first document that has a word.
 * What programs read, code and parameters, is not this one.
 */
export function called(found: Issue, documents: readonly EntityDocument[], culture: Culture): Issue {
  if (!found.params || found.entity) return found;
  const said = (key: string) => documents.map(({ texts }) => wordAt(texts[culture], key)).find((word) => word !== '');
  const params = Object.entries(found.params).map(([name, value]) => {
    const place = found.code === 'schema.statesStay' && name !== 'count' ? 'states' : places[name];
    if (place === undefined || typeof value !== 'string') return [name, value] as const;
    const [head = '', inner] = value.split('.');
    return [name, said(inner === undefined ? `${place}.${head}` : `lines.${head}.${inner}`) ?? value] as const;
  });
  return { ...found, params: Object.fromEntries(params) };
}
