import type { EntityDocument, Issue } from '../../engine/core/index.ts';
import { wordAt } from '../../engine/core/index.ts';
import type { Culture } from '../texts.ts';

/** The section of the document in which a parameter's label stands. */
const places: Readonly<Record<string, string>> = { field: 'fields', state: 'states', document: 'documents' };

/**
 * An issue whose parameters are labels instead of names, for its message only; the first document with a label counts.
 * Programs get the original code and parameters.
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
