import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../../server/catalog.ts';
import { projectRoot } from '../support/entity-files.ts';

const loaded = loadCatalog(`${projectRoot}schemas`);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.issues));
const flowing = loaded.value.entities.filter(({ start }) => start !== null);

describe('a list', () => {
  it('shows what names its records, which is the way to each of them', () => {
    const without = loaded.value.entities.filter(({ meta, title }) => !meta.list.columns.includes(title.name));
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

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

describe('a total of money', () => {
  const summing = loaded.value.entities.filter(({ meta }) => meta.list.totals || meta.list.counted);

  it.each(summing.map((entity) => ({ name: entity.name, entity })))(
    '$name: adds only what counts where records may be drafts, refused or taken back, and never across kinds of account',
    ({ entity }) => {
      const sums = (entity.meta.list.totals ?? []).filter((name) => entity.byName.get(name)?.meta.type === 'money');
      expect(entity.start !== null || entity.name === 'ledger-account' ? sums : []).toEqual([]);
      for (const { name, when } of entity.counted) expect([name, when.reads.length > 0]).toEqual([name, true]);
    },
  );
});
