import { describe, expect, it } from 'vitest';
import { ownOf } from '../../../engine/core/text/own.ts';
import { entityLabels } from '../../../engine/kit/data/entity-labels.ts';
import type { EntityAnswer } from '../../../engine/kit/data/data-client.ts';
import { fieldTypes } from '../../../engine/core/fields/field-types.ts';
import { widgetOf } from '../../../engine/kit/fields/controls/widget.ts';
import type { Field } from '../../../engine/core/index.ts';

const inherited = Object.getOwnPropertyNames(Object.prototype);

describe('a look-up by a stored name', () => {
  it.each(inherited)('finds nothing under %s, which every object inherits', (name) => {
    expect(ownOf({ a: 'b' }, name)).toBeUndefined();
  });

  it('finds what is held, and nothing in nothing', () => {
    expect(ownOf({ a: 'b' }, 'a')).toBe('b');
    expect(ownOf(null, 'a')).toBeUndefined();
    expect(ownOf({ a: 'b' }, null)).toBeUndefined();
  });

  it.each(inherited)('shows %s as the name that it is, wherever an entity has words', (name) => {
    const texts = { name: 'Box', plural: 'Boxes', fields: {}, options: { kind: {} }, states: {}, views: {}, rules: {} };
    const words = entityLabels({
      meta: {},
      codes: [],
      refs: {},
      texts,
      rights: { readOnly: [] },
    } as unknown as EntityAnswer);
    const told = [words.field(name), words.option('kind', name), words.option(name, 'x'), words.state(name)];
    expect(told).toEqual([name, name, 'x', name]);
    expect([words.view(name), words.rule(name), words.section(name), words.line(name, name)]).toEqual(
      Array.from({ length: 4 }, () => name),
    );
    expect([words.help(name), words.confirm(name), words.options(name)]).toEqual([undefined, undefined, []]);
    expect(words.title(name, '7', name)).toBe(name);
  });

  it.each(inherited)('takes no widget from %s', (name) => {
    const field = { meta: { type: 'text', widget: name }, type: fieldTypes.text } as unknown as Field;
    expect(widgetOf({}, field)).toBeNull();
  });
});
