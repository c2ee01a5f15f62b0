import { describe, expect, it } from 'vitest';
import { redTests, runRuleTests } from '../../engine/core/index.ts';
import { loadCatalog } from '../../server/catalog.ts';
import { projectRoot } from '../support/entity-files.ts';

const loaded = loadCatalog(`${projectRoot}/schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const tested = loaded.value.entities.filter(({ meta }) => meta.tests);

describe('the tests kept with the delivered schemas', () => {
  it('are there', () => {
    expect(tested.map(({ name }) => name)).toEqual(expect.arrayContaining(['order', 'recharge']));
    expect(tested.flatMap(runRuleTests).length).toBeGreaterThanOrEqual(8);
  });

  it.each(tested)('all hold: $name', (entity) => {
    expect(redTests(entity)).toEqual([]);
  });
});
