import { Schema } from '@formily/json-schema';
import { describe, expect, it } from 'vitest';
import { joinPath, rootOf } from '../../../engine/kit/controllers/form-check.ts';
import { isAmbiguous, stateSteps, pathTaken } from '../../../engine/kit/controllers/state-steps.ts';
import { offeredActions } from '../../../engine/kit/controllers/detail-actions.ts';
import { detailSections } from '../../../engine/kit/controllers/detail-sections.ts';
import { neighbours } from '../../../engine/kit/controllers/detail-neighbours.ts';
import type { EntityAnswer } from '../../../engine/kit/data/data-client.ts';
import '../../../engine/kit/fields/form/formily-compiler.ts';
import { compileForm } from '../../../engine/kit/fields/form/compile-form.ts';
import { fileFault } from '../../../engine/kit/fields/files/file-rules.ts';
import {
  numberText,
  readNumberText,
  shownCount,
  shownNumber,
} from '../../../engine/kit/fields/controls/number-text.ts';
import {
  docOfMarkup,
  markupOf,
  pictureMark,
  survivesMarkup,
  withBlock,
  withoutPicture,
} from '../../../engine/kit/fields/files/rich-markup.ts';
import { tooMany } from '../../../engine/kit/fields/files/use-pictures.ts';
import { fieldTypes } from '../../../engine/core/index.ts';
import { visitEntity } from './parts.ts';

const entity = visitEntity();

describe('a typed number', () => {
  it.each([
    ['12.50', 12.5],
    ['1,234.5', 1234.5],
    [' １２．５ ', 12.5],
    ['-3', -3],
    ['123456789012345', 123456789012345],
    ['1234567890123456', '1234567890123456'],
    ['', null],
    ['12,5', '12,5'],
    ['abc', 'abc'],
  ])('%j becomes %j', (text, value) => {
    expect(readNumberText(text)).toBe(value);
  });

  it('shows its groups and at least its places, and loses no digit', () => {
    expect(shownNumber(1234567.5, 2, 'en-US')).toBe('1,234,567.50');
    expect(shownNumber(0.0000001, 0, 'en-US')).toBe('0.0000001');
    expect(shownNumber('1234567890123456', 2, 'en-US')).toBe('1,234,567,890,123,456.00');
    expect(numberText(1e-7)).toBe('0.0000001');
  });

  it.each(['en-US', 'zh-CN', 'hi-IN', 'de-DE'])('is grouped as %s has it', (culture) => {
    for (const count of [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, 1_000_000_000_000])
      expect(shownCount(count, culture)).toBe(count.toLocaleString(culture));
    expect(shownNumber('0001234.5', 2, culture)).toBe(`${(1234).toLocaleString(culture)}.50`);
  });
});

describe('formatted text', () => {
  const text =
    '## Head\n\nPlain **bold** and *italic*, [here](https://example.com)\nnext line\n\n- one\n- two\n\n3. three\n\n> quoted';

  it('survives the way to light marks and back', () => {
    const doc = docOfMarkup(text);
    expect(markupOf(doc)).toBe(text);
    expect(fieldTypes.richText.parse(doc, { type: 'richText' })).toEqual({ ok: true, value: doc });
  });

  it('keeps every sample of the field type whole', () => {
    for (const doc of fieldTypes.richText.samples({ type: 'richText' }).valid) expect(survivesMarkup(doc)).toBe(true);
  });

  it('is no other for the order in which a database gives back its keys', () => {
    const stored = { content: [{ content: [{ text: 'Plain words.', type: 'text' }], type: 'paragraph' }], type: 'doc' };
    expect(survivesMarkup(stored)).toBe(true);
    expect(survivesMarkup({ type: 'doc', content: [{ type: 'horizontalRule' }] })).toBe(false);
  });

  it('holds pictures that are kept here by their number, each a block of its own', () => {
    const one = withBlock('Before\nAfter', 6, pictureMark('7', 'The [new] ramp'));
    const both = withBlock(one.text, one.end, pictureMark('8', ''));
    expect(both.text).toBe('Before\n\n![The  new  ramp](picture:7)\n\n![](picture:8)\n\nAfter');
    const doc = docOfMarkup(both.text);
    const src = '/api/sysFileInfo/preview?id=7';
    expect(doc?.content?.[1]).toEqual({ type: 'image', attrs: { src, alt: 'The  new  ramp' } });
    expect([markupOf(doc), survivesMarkup(doc)]).toEqual([both.text, true]);
    expect(survivesMarkup(docOfMarkup('Here ![a](picture:9) and **there**'))).toBe(true);
    expect(withoutPicture(both.text, '7')).toBe('Before\n\n![](picture:8)\n\nAfter');
  });

  it('takes five pictures at once and five in all', () => {
    expect([tooMany(5, 0), tooMany(2, 3)]).toEqual([null, null]);
    expect(tooMany(6, 0)).toMatchObject({ code: 'field.rich.tooMany', params: { max: 5, chosen: 6 } });
    expect(tooMany(3, 3)).toMatchObject({ code: 'field.rich.full', params: { left: 2 } });
  });

  it('makes no link of an address that could run', () => {
    expect(JSON.stringify(docOfMarkup('[x](javascript:alert)'))).not.toContain('link');
  });
});

describe('the path of an issue', () => {
  it('joins field and part, and knows its field again', () => {
    expect(joinPath('guests', '[0].name')).toBe('guests[0].name');
    expect(joinPath('home', 'city')).toBe('home.city');
    expect(['guests[0].name', 'home.city', 'fee'].map(rootOf)).toEqual(['guests', 'home', 'fee']);
  });
});

describe('text in double braces', () => {
  it('is never run as code by the form engine', () => {
    expect(() => new Schema({ type: 'string', title: '{{ 1 + 1 }}' }).compile()).toThrow('no expressions');
  });
});

describe('the way of a record', () => {
  it('runs from the start through the current state to the usual end', () => {
    const way = (state: string) => stateSteps({ entity, current: state }).map((step) => `${step.state} ${step.phase}`);
    expect(way('open')).toEqual(['draft past', 'open current', 'done future']);
    expect(way('refused')).toEqual(['draft past', 'open past', 'refused current']);
    expect(way('elsewhere')).toEqual([]);
  });

  it('is the one that was gone, where several lead there', () => {
    const flow = [
      ['draft', 'open'],
      ['open', 'draft'],
      ['open', 'done'],
      ['open', 'refused'],
      ['done', 'refused'],
    ].map(([from = '', to = '']) => ({ from: [from], to, tone: 'neutral' as const }));
    expect(['open', 'done', 'refused'].map((state) => isAmbiguous(entity, state, flow))).toEqual([false, false, true]);
    const gone = (...states: string[]) =>
      states
        .slice(1)
        .map((after, at) => ({ changes: [{ field: 'status', before: states[at], after }] }))
        .toReversed();
    const way = (current: string, ...states: string[]) => pathTaken(entity, current, gone(...states));
    expect(way('refused', 'draft', 'open', 'done', 'refused')).toEqual(['draft', 'open', 'done']);
    expect(way('done', 'draft', 'open', 'draft', 'open', 'done')).toEqual(['draft', 'open']);
    expect(way('draft', 'draft', 'open', 'draft')).toEqual([]);
    // A history that begins or ends elsewhere tells nothing.
    expect(way('refused', 'open', 'done', 'refused')).toBeNull();
    expect(way('done', 'draft', 'open')).toBeNull();
    const steps = stateSteps({
      entity,
      current: 'refused',
      moves: flow,
      came: way('refused', 'draft', 'open', 'done', 'refused'),
    });
    expect(steps.map(({ state }) => state)).toEqual(['draft', 'open', 'done', 'refused']);
  });
});

describe('the page of a record', () => {
  const answer = { codes: ['read', 'submit', 'finish'] } as EntityAnswer;

  it('offers what is possible, names why not, and leaves out what belongs to another state', () => {
    const why = { submit: { path: '', code: 'noFee', message: 'There is no fee' } };
    const record = { id: '1', status: 'draft', _can: [], _why: why };
    expect(offeredActions(entity, answer, record)).toMatchObject([
      { name: 'submit', enabled: false, reason: 'There is no fee' },
    ]);
    expect(offeredActions(entity, answer, { id: '1', status: 'open', _can: ['finish'] })).toMatchObject([
      { name: 'finish', enabled: true },
    ]);
  });

  it('shows every field, those of no section at the end, and none whose condition hides it', () => {
    const facts = { actor: { id: 'me', type: 'staff', member: null, org: null, roles: [] }, now: '', today: '' };
    const sections = detailSections(entity, { record: { kind: 'short' }, ...facts });
    expect(sections.map(({ name, rows }) => [name, ...rows.flat().map((field) => field.name)])).toEqual([
      ['basic', 'host', 'kind', 'fee', 'remark', 'guests'],
      ['more', 'pin'],
    ]);
  });

  it('knows its neighbours in the list that it was opened from', () => {
    expect(neighbours({ ids: ['1', '2', '3'] }, '2')).toEqual({ before: '1', after: '3', at: 1, count: 3 });
    expect(neighbours(null, '2').count).toBe(0);
  });
});

describe('a compiled form', () => {
  it('holds names alone, so that no words ever reach the engine’s templates', () => {
    const schema = compileForm({ basic: [['host', 'gone'], ['gone']] }, entity.byName);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"$section-basic":{"type":"void","x-component":"FormSection","x-component-props":{"name":"basic","names":["host"]},' +
        '"properties":{"$row-basic-0":{"type":"void","x-component":"FormRow","x-component-props":{"columns":1},' +
        '"properties":{"host":{"type":"any","x-decorator":"A11yFormItem","x-component":"FieldControl"}}}}}}}',
    );
  });
});

describe('a file', () => {
  it('is refused before it is sent when its kind or its size does not fit', () => {
    const file = { name: 'a.pdf', type: 'application/pdf', size: 2048 };
    expect(fileFault(file, { type: 'file', accept: ['image/*', 'application/pdf'] })).toBeNull();
    expect(fileFault(file, { type: 'image' })?.code).toBe('field.file.wrongKind');
    expect(fileFault(file, { type: 'file', maxSize: 1024 })).toMatchObject({
      code: 'field.file.tooLarge',
      params: { limit: '1 KB' },
    });
  });
});
