import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityFiles } from '../support/entity-files.ts';
import { openWorld, sampleFiles, type World } from '../support/world.ts';

describe('the samples of every entity', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  it.each(entityFiles)('keep every rule of $name and stand at each of its states', async ({ name }) => {
    const entity = world.test.node.catalog.byName.get(name);
    const samples = sampleFiles.get(name) ?? [];
    expect(samples.length).toBeGreaterThanOrEqual(2);
    const states = new Set(samples.map((sample) => sample['status'] ?? entity?.start));
    if (entity?.start) expect([...states].toSorted()).toEqual(Object.keys(entity.states).toSorted());
    const ids = samples.map((sample) => sample['$id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
