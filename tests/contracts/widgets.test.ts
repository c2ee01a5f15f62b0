import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../../server/catalog.ts';
import { widgets } from '../../engine/widgets/index.ts';
import { root } from '../support/test-app.ts';

describe('widgets that schemas ask for', () => {
  const catalog = loadCatalog(`${root}schemas`);
  const asked = (catalog.ok ? catalog.value.entities : []).flatMap((entity) =>
    entity.fields
      .flatMap((field) => [field, ...(field.lines ?? [])])
      .flatMap(({ name, meta }) =>
        meta.widget ? [{ at: `${entity.name}.${name}`, ...meta, widget: meta.widget }] : [],
      ),
  );

  it('are there, each by its name', () => {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ widget }) => !(widget in widgets))).toEqual([]);
  });

  it('edit a type of value that they know', () => {
    const strange = asked.filter(({ widget, type }) => !widgets[widget]?.types.includes(type));
    expect(strange).toEqual([]);
  });
});
