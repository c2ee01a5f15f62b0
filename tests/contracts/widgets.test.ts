import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../engine/core/index.ts';
import { widgetOptions } from '../../engine/kit/fields/controls/widget.ts';
import { iconNames } from '../../engine/kit/ui/icon.tsx';
import { loadCatalog } from '../../server/catalog.ts';
import { widgets } from '../../engine/modules/widgets.ts';
import { root } from '../support/test-app.ts';

const catalog = loadCatalog(`${root}schemas`);
const asked = (catalog.ok ? catalog.value.entities : []).flatMap((entity) =>
  entity.fields
    .flatMap((field) => [field, ...(field.lines ?? [])])
    .flatMap(({ name, meta }) => (meta.widget ? [{ at: `${entity.name}.${name}`, ...meta, widget: meta.widget }] : [])),
);

describe('widgets that schemas ask for', () => {
  it('are there, each by its name', () => {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ widget }) => !(widget in widgets))).toEqual([]);
  });

  it('edit a type of value that they know', () => {
    const strange = asked.filter(({ widget, type }) => !widgets[widget]?.types.includes(type));
    expect(strange).toEqual([]);
  });

  it('get nothing that they did not request', () => {
    const odd = asked.filter(({ widget, widgetOptions: said = {} }) => {
      const known = widgets[widget]?.options ?? {};
      return Object.entries(said).some(([key, value]) => {
        const meta = known[key];
        return !meta || !fieldTypes[meta.type].parse(value, meta).ok;
      });
    });
    expect(odd).toEqual([]);
  });
});

const cultures = ['zh-CN', 'en-US'] as const;
const words = Object.fromEntries(
  cultures.map((culture) => [
    culture,
    JSON.parse(readFileSync(`${root}locales/${culture}/engine.json`, 'utf8')) as Record<string, string>,
  ]),
);

describe.each(Object.entries(widgets))('the manifest of %s', (name, widget) => {
  it('goes by its own name, edits types that there are and has an icon', () => {
    expect(widget.name).toBe(name);
    expect(widget.types.filter((type) => !(type in fieldTypes))).toEqual([]);
    expect(iconNames).toContain(widget.icon);
  });

  it('declares options in the field language, whose defaults they take themselves', () => {
    const wrong = Object.entries(widget.options).filter(([, meta]) => {
      if (!(meta.type in fieldTypes)) return true;
      return meta.default !== undefined && !fieldTypes[meta.type].parse(meta.default, meta).ok;
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(widgetOptions(widget))).toEqual(Object.keys(widget.options));
  });

  it('has samples that it takes, and others that it refuses where it checks', () => {
    const options = widgetOptions(widget);
    expect(widget.samples.length).toBeGreaterThan(0);
    expect(widget.samples.filter((sample) => widget.check?.(sample, options))).toEqual([]);
    expect((widget.badSamples ?? []).length > 0).toBe(widget.check !== undefined);
    const codes = (widget.badSamples ?? []).map((sample) => widget.check?.(sample, options)?.code ?? 'taken');
    for (const culture of cultures) expect(codes.filter((code) => !(code in (words[culture] ?? {})))).toEqual([]);
  });

  it('has words for itself and its options in both languages', () => {
    const needed = ['name', 'note'].concat(
      Object.entries(widget.options).flatMap(([key, { options = [] }]) => [
        `option.${key}`,
        ...options.map((value) => `option.${key}.${value}`),
      ]),
    );
    for (const culture of cultures) {
      expect(needed.filter((key) => !words[culture]?.[`widget.${name}.${key}`])).toEqual([]);
    }
  });

  it('loads views and nothing else, so that a saved file can be swapped in open pages', async () => {
    const views = await widget.load();
    expect(typeof views.Edit).toBe('function');
    expect(Object.keys(views).filter((key) => key !== 'Edit' && key !== 'Read')).toEqual([]);
  });
});
