import { describe, expect, it } from 'vitest';
import { copiedOf, planPaste, readCopied } from '../../designer/document/clipboard.ts';
import {
  layoutCommands,
  newSection,
  placeCommands,
  refusal,
  positionOf,
  stepTarget,
  takeOutCommands,
} from '../../designer/document/form-moves.ts';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import { fieldNameOf, namedOptions, newFieldCommands, startMeta } from '../../designer/document/new-field.ts';
import { optionsOf, sharedValue } from '../../designer/panels/option-schema.ts';
import { applyCommands, fieldTypeNames, type Command, type EntityDocument } from '../../engine/core/index.ts';

const started = newEntityDocument({ names: { 'en-US': 'Note' }, entity: 'note', path: 'Note' }, {}, {});
const run = (document: EntityDocument, commands: readonly Command[]): EntityDocument => {
  const outcome = applyCommands(document, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value.document;
};
const note = run(started, [
  ...['a', 'b', 'c', 'd', 'e'].map((name): Command => ({ do: 'set', at: `fields.${name}`, value: { type: 'text' } })),
  { do: 'set', at: 'form', value: { one: [['a', 'b'], ['c']], two: [['d']] } },
  { do: 'text', culture: 'en-US', key: 'fields.a', value: 'Letter A' },
]);
const formAfter = (commands: readonly Command[]) => run(note, commands).meta.form;
const put = (fields: string[], section: string, row: number, column?: number) =>
  formAfter(
    placeCommands({
      meta: note.meta,
      where: 'form',
      fields,
      target: { section, row, ...(column === undefined ? {} : { column }) },
    }),
  );

describe('the values of a choice', () => {
  it('are named after what people call them, which becomes their word', () => {
    const named = namedOptions('kind', { type: 'choice', options: ['Van', 'Box truck', '货车'] }, 'en-US');
    expect(named.meta.options).toEqual(['Van', 'boxTruck', '货车']);
    expect(named.commands).toContainEqual({
      do: 'text',
      culture: 'en-US',
      key: 'options.kind.boxTruck',
      value: 'Box truck',
    });
  });
});

describe('the layout of a section', () => {
  const tabs = run(note, layoutCommands(note.meta, 'one', 'tab'));

  it('is set, changed and taken back to a card, which leaves no trace', () => {
    expect(tabs.meta.formLayout).toEqual({ one: 'tab' });
    expect(run(tabs, layoutCommands(tabs.meta, 'two', 'step')).meta.formLayout).toEqual({ one: 'tab', two: 'step' });
    expect(layoutCommands(tabs.meta, 'one', 'tab')).toEqual([]);
    expect(run(tabs, layoutCommands(tabs.meta, 'one', null))).toEqual(note);
  });

  it('follows its section when that is renamed, and goes with it', () => {
    expect(run(tabs, [{ do: 'rename', at: 'form.one', to: 'first' }]).meta.formLayout).toEqual({ first: 'tab' });
    expect(run(tabs, takeOutCommands(tabs.meta, 'form', ['form.one'])).meta.formLayout).toBeUndefined();
  });
});

describe('fields of a form', () => {
  it('go into a row of their own, one below the other', () => {
    expect(put(['e', 'd'], 'one', 1)).toEqual({ one: [['a', 'b'], ['e'], ['d'], ['c']], two: [] });
    expect(put(['c'], 'one', 0)).toEqual({ one: [['c'], ['a', 'b']], two: [['d']] });
  });

  it('move next to others, also within their own row', () => {
    expect(put(['e'], 'one', 0, 1)).toEqual({ one: [['a', 'e', 'b'], ['c']], two: [['d']] });
    expect(put(['a'], 'one', 0, 2)).toEqual({ one: [['b', 'a'], ['c']], two: [['d']] });
    expect(put(['c'], 'one', 0, 2)).toEqual({ one: [['a', 'b', 'c']], two: [['d']] });
  });

  it('are refused where a row is full, with the reason', () => {
    expect(
      refusal({ meta: note.meta, where: 'form', fields: ['c', 'd'], target: { section: 'one', row: 0, column: 0 } }),
    ).toBe('schema.rowFull');
    expect(
      refusal({ meta: note.meta, where: 'form', fields: ['a', 'c'], target: { section: 'one', row: 0, column: 0 } }),
    ).toBeNull();
    expect(refusal({ meta: note.meta, where: 'form', fields: ['c'], target: { section: 'none', row: 0 } })).toBe(
      'schema.noPlace',
    );
  });

  it.each([
    ['b', 'up', [['b'], ['a'], ['c']]],
    ['a', 'down', [['b'], ['a'], ['c']]],
    ['c', 'up', [['c'], ['a', 'b']]],
    ['c', 'left', [['a', 'b', 'c']]],
    ['a', 'right', [['b', 'a'], ['c']]],
  ] as const)('step with the arrow keys: %s goes %s', (field, way, rows) => {
    const target = stepTarget({ meta: note.meta, where: 'form', field, direction: way });
    expect(
      target && formAfter(placeCommands({ meta: note.meta, where: 'form', fields: [field], target }))?.['one'],
    ).toEqual(rows);
  });

  it('step into the next section, and no further than the last', () => {
    expect(stepTarget({ meta: note.meta, where: 'form', field: 'c', direction: 'down' })).toEqual({
      section: 'two',
      row: 0,
    });
    expect(stepTarget({ meta: note.meta, where: 'form', field: 'd', direction: 'down' })).toBeNull();
  });

  it('are wrapped in a new section in the rows that they stood in', () => {
    const { name, commands } = newSection({
      document: note,
      where: 'form',
      fields: ['a', 'b', 'd'],
      words: { 'en-US': 'New' },
      before: 'two',
    });
    expect(formAfter(commands)).toEqual({ one: [['c']], [name]: [['a', 'b'], ['d']], two: [] });
    expect(Object.keys(formAfter(commands) ?? {})).toEqual(['one', name, 'two']);
  });

  it('are taken out, sections with all that is in them', () => {
    expect(formAfter(takeOutCommands(note.meta, 'form', ['form.one', 'fields.a', 'fields.d']))).toEqual({ two: [] });
  });

  it('are in one section until they are arranged', () => {
    const { form: _, ...plain } = note.meta;
    const commands = placeCommands({ meta: plain, where: 'form', fields: ['c'], target: { section: 'basic', row: 0 } });
    expect(run({ ...note, meta: plain }, commands).meta.form?.['basic']?.[0]).toEqual(['c']);
  });

  it('are added with their labels at the requested position', () => {
    const field = {
      name: fieldNameOf('Net weight!'),
      labels: { 'en-US': 'Net weight' },
      meta: { type: 'integer' as const },
    };
    const after = run(note, newFieldCommands(note, field, { where: 'form', target: { section: 'two', row: 0 } }));
    expect(after.meta.form?.['two']).toEqual([['netWeight'], ['d']]);
    expect(after.texts['en-US']?.['fields']).toMatchObject({ netWeight: 'Net weight' });
  });

  it('are columns, and in the other arrangement, from the start', () => {
    const two = run(note, [
      { do: 'set', at: 'detail.sections', value: { facts: [['a']] } },
      { do: 'set', at: 'list.columns', value: ['a', 'createdAt'] },
    ]);
    const add = (name: string, type: 'integer' | 'lines' | 'longText', where: 'form' | 'detail.sections' = 'form') =>
      run(two, newFieldCommands(two, { name, labels: {}, meta: startMeta(type, two.meta) }, { where })).meta;
    expect(add('weight', 'integer').list.columns).toEqual(['a', 'weight', 'createdAt']);
    expect(add('weight', 'integer').detail?.sections?.['facts']).toEqual([['a'], ['weight']]);
    expect(Object.values(add('weight', 'integer', 'detail.sections').form ?? {}).flat(2)).toContain('weight');
    // What fits into no cell, or finds no room, is none.
    expect(add('remark', 'longText').list.columns).toEqual(['a', 'createdAt']);
    expect(add('rows', 'lines').list.columns).toEqual(['a', 'createdAt']);
    const wide = Array.from({ length: 10 }, (_, at) => `w${at}`);
    const many = run(note, [
      ...wide.map((name) => ({ do: 'set', at: `fields.${name}`, value: { type: 'text' } }) as const),
      { do: 'set', at: 'list.columns', value: wide },
    ]);
    const last = newFieldCommands(many, { name: 'z', labels: {}, meta: { type: 'integer' } }, { where: 'form' });
    expect(run(many, last).meta.list.columns).toEqual(wide);
  });
});

describe('the clipboard', () => {
  const other = run(note, [
    { do: 'set', at: 'fields.b.visible', value: 'a == "b" && c == "x"' },
    { do: 'rename', at: 'fields.a', to: 'first' },
  ]);
  const copied = copiedOf(other, ['fields.first', 'fields.b']);

  it('comes back as what was copied, and is nothing of anybody else', () => {
    expect(readCopied(JSON.stringify(copied))).toEqual(copied);
    expect(copied.fields.map(({ meta }) => 'id' in meta)).toEqual([false, false]);
    expect(readCopied('{"kind":"other"}')).toBeNull();
    expect(readCopied('words')).toBeNull();
  });

  it('gives taken names new ones, also in references between fields, and leaves quoted texts', () => {
    const plan = planPaste({ document: note, copied, where: 'form', target: null, choices: {} });
    expect(plan).toMatchObject({ names: { first: 'first', b: 'b2' }, missing: [], issues: [] });
    const after = run(note, plan.commands);
    expect(after.meta.fields['b2']?.visible).toBe('first == "b" && c == "x"');
    expect(positionOf(after.meta.form ?? {}, 'b2')).toEqual({ section: 'two', row: 2, column: 0 });
    expect(after.texts['en-US']?.['fields']).toMatchObject({ first: 'Letter A' });
  });

  it('asks for what is not there, and takes another field or none for it', () => {
    const asked = planPaste({ document: started, copied, where: 'form', target: null, choices: {} });
    expect(asked.missing).toEqual([{ path: 'fields.b.visible', name: 'c' }]);
    const taken = planPaste({
      document: started,
      copied,
      where: 'form',
      target: null,
      choices: { 'fields.b.visible c': 'name' },
    });
    expect(run(started, taken.commands).meta.fields['b']?.visible).toBe('first == "b" && name == "x"');
    const without = planPaste({
      document: started,
      copied,
      where: 'form',
      target: null,
      choices: { 'fields.b.visible c': null },
    });
    expect(run(started, without.commands).meta.fields['b']).toEqual({ type: 'text' });
  });
});

describe('the options of fields', () => {
  it.each(fieldTypeNames)('of type %s are of its own language', (type) => {
    const keys = optionsOf([type]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('visible');
  });

  it('of several fields are those that all take', () => {
    const keys = optionsOf(['money', 'text']).map(({ key }) => key);
    expect(keys).toContain('required');
    expect(keys).not.toContain('currency');
    expect(keys).not.toContain('maxLength');
    expect(sharedValue([{ type: 'text', maxLength: 5 }, { type: 'text' }], 'maxLength')).toEqual({
      value: undefined,
      mixed: true,
    });
  });
});
