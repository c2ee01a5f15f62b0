import { describe, expect, it } from 'vitest';
import { printDocument, flatten, unflatten } from '../../../engine/core/revise/flat.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { projectRoot } from '../../support/entity-files.ts';

const catalog = loadCatalog(`${projectRoot}/schemas`);
if (!catalog.ok) throw new Error('the catalog has issues');

describe('a document as leaves', () => {
  it.each(catalog.value.entities.map(({ meta }) => [meta.entity, meta] as const))('%s comes back whole', (_, meta) => {
    const document = { meta, texts: { 'en-US': { name: 'Thing', fields: { code: 'Code' } } } };
    expect(printDocument(unflatten(flatten(document)))).toBe(printDocument(document));
  });
});
