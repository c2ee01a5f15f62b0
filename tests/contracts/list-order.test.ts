import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../../server/catalog.ts';
import { projectRoot } from '../support/entity-files.ts';

const loaded = loadCatalog(`${projectRoot}schemas`);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.issues));
const flowing = loaded.value.entities.filter(({ start }) => start !== null);

describe('where there is a flow', () => {
  it.each(flowing.map((entity) => ({ name: entity.name, entity })))(
    '$name: the state stands right behind what names the record, where no width cuts it off',
    ({ entity }) => {
      const { columns } = entity.meta.list;
      expect(columns.slice(0, 3)).toContain(entity.title.name);
      expect(columns.indexOf('status')).toBe(columns.indexOf(entity.title.name) + 1);
    },
  );
});
