import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../engine/core/fields/field-types.ts';
import { secretMask } from '../../../engine/core/fields/types/secret.ts';
import type { FieldMeta } from '../../../engine/core/meta/entity.ts';

const english = { culture: 'en-US', timeZone: 'UTC' };
const chinese = { culture: 'zh-CN', timeZone: 'Asia/Shanghai' };

/** The canonical value, or the refusals as `path: code`. */
const read = (input: unknown, field: FieldMeta): unknown => {
  const outcome = fieldTypes[field.type].parse(input, field);
  return outcome.ok ? outcome.value : outcome.issues.map(({ path, code }) => `${path}: ${code}`);
};
const cell = (text: string, field: FieldMeta, context = english): unknown => {
  const outcome = fieldTypes[field.type].fromText(text, field, context);
  return outcome.ok ? outcome.value : outcome.issues.map(({ path, code }) => `${path}: ${code}`);
};

describe('text', () => {
  it.each<[unknown, FieldMeta, unknown]>([
    ['  Ann  ', { type: 'text' }, 'Ann'],
    ['Cafe\u0301', { type: 'text' }, 'Café'],
    [90210, { type: 'text' }, '90210'],
    ['😀😀', { type: 'text', maxLength: 2 }, '😀😀'],
    ['😀😀😀', { type: 'text', maxLength: 2 }, [': text.tooLong']],
    ['e\u0301', { type: 'text', maxLength: 1 }, 'é'],
    ['ab', { type: 'text', minLength: 3 }, [': text.tooShort']],
    ['a\nb', { type: 'text' }, [': text.control']],
    ['a\r\nb', { type: 'longText' }, 'a\nb'],
    ['a\u007fb', { type: 'longText' }, [': text.control']],
    ['AB12', { type: 'text', pattern: '[A-Z]{2}\\d{2}' }, 'AB12'],
    ['xAB12', { type: 'text', pattern: '[A-Z]{2}\\d{2}' }, [': text.pattern']],
    ['AB123', { type: 'text', pattern: '[A-Z]{2}\\d{2}' }, [': text.pattern']],
    ['b', { type: 'text', pattern: 'a|b' }, 'b'],
    ['x', { type: 'text', pattern: '(' }, [': text.pattern']],
  ])('%j in %j is %j', (input, field, expected) => {
    expect(read(input, field)).toEqual(expected);
  });

  it('matches a pattern made to be slow without delay', () => {
    const started = performance.now();
    expect(read(`${'a'.repeat(400)}!`, { type: 'text', pattern: '(a+)+' })).toEqual([': text.pattern']);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('is bounded in its column only where the field says so', () => {
    expect(fieldTypes.text.column({ type: 'text' })).toEqual({ type: 'text' });
    expect(fieldTypes.text.column({ type: 'text', maxLength: 35 })).toEqual({
      type: 'text',
      check: 'char_length({col}) <= 35',
    });
  });
});

describe('dates and times', () => {
  it.each<[unknown, FieldMeta, unknown]>([
    ['2024-02-29', { type: 'date' }, '2024-02-29'],
    ['1900-02-29', { type: 'date' }, [': date.invalid']],
    ['2000-02-29', { type: 'date' }, '2000-02-29'],
    ['2026-04-31', { type: 'date' }, [': date.invalid']],
    ['2026-01-31 00:00:00', { type: 'date' }, '2026-01-31'],
    ['2026-01-31 10:00:00', { type: 'date' }, [': date.invalid']],
    ['2026-01-01', { type: 'date', min: '2026-01-02' }, [': date.min']],
    ['2026-01-03', { type: 'date', max: '2026-01-02' }, [': date.max']],
    ['2026-01-31', { type: 'datetime' }, '2026-01-31 00:00:00'],
    ['2026-01-31T10:05', { type: 'datetime' }, '2026-01-31 10:05:00'],
    ['2026-01-31 10:05:06', { type: 'datetime' }, '2026-01-31 10:05:06'],
    ['2026-01-31T10:05:06.123Z', { type: 'datetime' }, '2026-01-31T10:05:06.123Z'],
    ['2026-01-31T10:05Z', { type: 'datetime' }, '2026-01-31T10:05:00Z'],
    ['2026-01-31T10:05:06+14:00', { type: 'datetime' }, '2026-01-31T10:05:06+14:00'],
    ['2026-01-31T10:05:06+14:30', { type: 'datetime' }, [': datetime.invalid']],
    ['2026-01-31 10:00:00', { type: 'datetime', max: '2026-01-31' }, '2026-01-31 10:00:00'],
    ['2026-02-01 00:00:00', { type: 'datetime', max: '2026-01-31' }, [': datetime.max']],
    ['2026-01-31 10:00:00', { type: 'datetime', min: '2026-02-01' }, [': datetime.min']],
    ['09:30', { type: 'time' }, '09:30:00'],
    ['23:60', { type: 'time' }, [': time.invalid']],
  ])('%j in %j is %j', (input, field, expected) => {
    expect(read(input, field)).toEqual(expected);
  });

  it.each<[string, FieldMeta, typeof english, unknown]>([
    ['2026/1/5', { type: 'date' }, english, '2026-01-05'],
    ['2026.01.05', { type: 'date' }, english, '2026-01-05'],
    ['1/5/2026', { type: 'date' }, english, '2026-01-05'],
    ['1/5/2026', { type: 'date' }, chinese, [': date.invalid']],
    ['31/1/2026', { type: 'date' }, english, [': date.invalid']],
    ['2026/1/5 9:05', { type: 'datetime' }, english, '2026-01-05 09:05:00'],
    ['1/5/2026', { type: 'datetime' }, english, '2026-01-05 00:00:00'],
    ['2026-01-05T09:05:00Z', { type: 'datetime' }, english, '2026-01-05T09:05:00Z'],
    ['9:05', { type: 'time' }, english, '09:05:00'],
  ])('the cell %s in %j is read', (text, field, context, expected) => {
    expect(cell(text, field, context)).toEqual(expected);
  });
});

describe('codes, booleans and references', () => {
  const options = ['1', 'wire'];
  it.each<[unknown, FieldMeta, unknown]>([
    ['Y', { type: 'boolean' }, true],
    ['false', { type: 'boolean' }, false],
    [0, { type: 'boolean' }, false],
    ['1', { type: 'boolean' }, true],
    [1, { type: 'choice', options }, '1'],
    ['Wire', { type: 'choice', options }, [': choice.unknown']],
    ['anything', { type: 'choice', dictionary: 'sex' }, 'anything'],
    [[1, 'wire', '1'], { type: 'choices', options }, ['1', 'wire']],
    ['wire', { type: 'choices', options }, ['wire']],
    [[], { type: 'choices', options }, null],
    [['wire', 'x'], { type: 'choices', options }, ['[1]: choice.unknown']],
    [['wire'], { type: 'choices', options, min: 2 }, [': list.tooFew']],
    [['1', 'wire'], { type: 'choices', options, max: 1 }, [': list.tooMany']],
    [7, { type: 'reference' }, '7'],
    [{ id: '7', name: 'Ann' }, { type: 'reference' }, '7'],
    ['007', { type: 'reference' }, '7'],
    [2 ** 60, { type: 'reference' }, [': reference.invalid']],
    ['9223372036854775808', { type: 'reference' }, [': reference.invalid']],
    [[{ id: 3 }, '3', 4], { type: 'references' }, ['3', '4']],
    [0, { type: 'parent' }, null],
    [12, { type: 'file' }, '12'],
    ['12', { type: 'file', many: true }, ['12']],
  ])('%j in %j is %j', (input, field, expected) => {
    expect(read(input, field)).toEqual(expected);
  });

  it('reads lists in file cells with any of the usual separators', () => {
    expect(cell('wire; 1', { type: 'choices', options })).toEqual(['wire', '1']);
    expect(cell('3,4\n5', { type: 'references' })).toEqual(['3', '4', '5']);
    expect(cell('Yes', { type: 'boolean' })).toBe(true);
  });
});

describe('text with a form of its own', () => {
  it.each<[string, FieldMeta['type'], unknown]>([
    ['m5v 3l9', 'postalCode', 'M5V 3L9'],
    ['SW1A 1AA', 'postalCode', 'SW1A 1AA'],
    ['ABCDE', 'postalCode', [': postalCode.invalid']],
    ['12', 'postalCode', [': postalCode.invalid']],
    ['#ABCDEF', 'color', '#abcdef'],
    ['us', 'country', [': country.invalid']],
    ['ZZ', 'country', [': country.unknown']],
    ['0  3 * *  1', 'cron', '0 3 * * 1'],
    ['5/10 * * * *', 'cron', [': cron.invalid']],
    ['0 0 31 2,4 *', 'cron', [': cron.invalid']],
    ['0 0 31 2 1', 'cron', '0 0 31 2 1'],
    [`${'a'.repeat(65)}@example.com`, 'email', [': email.invalid']],
    ['ann@example.com.', 'email', [': email.invalid']],
    ['HTTPS://Example.com/A', 'url', 'HTTPS://Example.com/A'],
    ['(?<=a)b', 'pattern', [': pattern.invalid']],
  ])('%s as %s is %j', (input, type, expected) => {
    expect(read(input, { type })).toEqual(expected);
  });

  it('takes a country in small letters from a file', () => {
    expect(cell('us', { type: 'country' })).toBe('US');
  });
});

describe('an address', () => {
  const field: FieldMeta = { type: 'address' };
  const good = { line1: '350 5th Ave', city: 'New York', state: 'NY', postalCode: '10118', country: 'US' };

  it('names every part that is wrong or missing', () => {
    expect(read({ line1: 'x'.repeat(36), postalCode: '1', country: 'US' }, field)).toEqual([
      'line1: text.tooLong',
      'postalCode: postalCode.invalid',
      'city: address.required',
      'state: address.required',
    ]);
  });

  it('asks for the form of the postal code that the country has', () => {
    expect(read({ ...good, postalCode: 'M5V 3L9' }, field)).toEqual(['postalCode: postalCode.invalid']);
    expect(read({ ...good, postalCode: 'm5v3l9', country: 'CA', state: 'ON' }, field)).toMatchObject({
      postalCode: 'M5V3L9',
    });
  });

  it('needs a state only where addresses have one', () => {
    const { state: _, ...stateless } = good;
    expect(read({ ...stateless, country: 'PR' }, field)).toEqual(['state: address.required']);
    expect(read({ ...stateless, country: 'DE' }, field)).toEqual({ ...stateless, country: 'DE' });
  });

  it('drops empty and unknown parts, and is no value when all are empty', () => {
    expect(read({ ...good, company: ' ', planet: 'Earth', residential: 'Y' }, field)).toEqual({
      ...good,
      residential: true,
    });
    expect(read({ line1: '', city: null }, field)).toBeNull();
  });

  it('reads as one line', () => {
    expect(fieldTypes.address.format(good, field, english)).toBe('350 5th Ave, New York, NY 10118, US');
  });
});

describe('a secret', () => {
  const field: FieldMeta = { type: 'secret' };

  it('is never shown, not even its length', () => {
    expect(fieldTypes.secret.format('x', field, english)).toBe(secretMask);
    expect(fieldTypes.secret.format('a much longer secret', field, english)).toBe(secretMask);
  });

  it('stays as it is when its mask comes back', () => {
    expect(fieldTypes.secret.parse(secretMask, field)).toEqual({ ok: true, value: undefined });
    expect(fieldTypes.secret.parse(null, field)).toEqual({ ok: true, value: null });
  });
});

describe('formatted text', () => {
  const field: FieldMeta = { type: 'richText' };
  const paragraph = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });

  it('makes paragraphs of plain text and gives the words back', () => {
    const doc = read('First\n\nThird', field);
    expect(doc).toMatchObject({ type: 'doc', content: [{}, { type: 'paragraph' }, {}] });
    expect(fieldTypes.richText.format(doc, field, english)).toBe('First\n\nThird');
    expect(cell('<b>x</b>', field)).toEqual(paragraph({ type: 'text', text: '<b>x</b>' }));
  });

  it('is no value when there are neither words nor pictures', () => {
    expect(read({ type: 'doc', content: [{ type: 'paragraph' }] }, field)).toBeNull();
  });

  it('keeps known attributes alone', () => {
    const text = {
      type: 'text',
      text: 'x',
      marks: [{ type: 'link', attrs: { href: 'https://a.example', onclick: 'x' } }],
    };
    expect(read(paragraph(text), field)).toEqual(
      paragraph({ ...text, marks: [{ type: 'link', attrs: { href: 'https://a.example' } }] }),
    );
  });

  it.each([
    ...['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.example/x.png', '/\\evil.example'],
    ...['https://evil.example/track.gif', '/api/logout?0=x', '/api/sysFileInfo/preview?id=x'],
  ])('refuses a picture from %s', (src) => {
    expect(read({ type: 'doc', content: [{ type: 'image', attrs: { src } }] }, field)).toEqual([': richText.picture']);
  });

  it.each(['x', 0, -1, 1.5, {}])('refuses a list that begins with %j', (start) => {
    const list = { type: 'orderedList', attrs: { start }, content: [] };
    expect(read({ type: 'doc', content: [list] }, field)).toEqual([': richText.invalid']);
  });

  it('keeps no invisible mark of direction in one line', () => {
    expect(read('\u202Etxt.exe\u202D \u2066x\u2069', { type: 'text' })).toBe('txt.exe x');
    expect(read('a\n\u202Eb', { type: 'longText' })).toBe('a\n\u202Eb');
  });

  it('counts its words against the limit', () => {
    expect(read(paragraph({ type: 'text', text: 'abcdef' }), { type: 'richText', maxLength: 5 })).toEqual([
      ': text.tooLong',
    ]);
  });
});

describe('lines', () => {
  const field: FieldMeta = {
    type: 'lines',
    max: 3,
    fields: {
      weight: { type: 'weight', above: 0 },
      to: { type: 'address' },
      codes: { type: 'choices', options: ['a'] },
    },
  };

  it('read every row by its fields, keep the id and drop the rest', () => {
    expect(read([{ id: 7, weight: '1.5', $title: 'x' }, { weight: null }], field)).toEqual([
      { id: '7', weight: 1.5 },
      { weight: null },
    ]);
  });

  it('say which row and field is wrong', () => {
    const rows = [{ weight: 1 }, { weight: 0, to: { line1: 'a', city: 'b', country: 'US' }, codes: ['b'] }, 5];
    expect(read(rows, field)).toEqual([
      '[1].weight: number.above',
      '[1].to.state: address.required',
      '[1].codes[0]: choice.unknown',
      '[2]: lines.invalid',
    ]);
  });

  it('may be empty, and at most as long as the field allows', () => {
    expect(read([], field)).toEqual([]);
    expect(read([{}, {}, {}, {}], field)).toEqual([': lines.tooMany']);
    expect(read([], { ...field, min: 1 })).toEqual([': lines.tooFew']);
  });
});

describe('computed fields and roll-ups', () => {
  it('are stored in the column of their value type', () => {
    expect(fieldTypes.computed.column({ type: 'computed', as: 'money', scale: 3 })).toEqual({ type: 'numeric(15,3)' });
    expect(fieldTypes.computed.cel({ type: 'computed', as: 'boolean' })).toBe('bool');
    expect(fieldTypes.rollup.column({ type: 'rollup', count: true })?.type).toBe('bigint');
    expect(fieldTypes.rollup.cel({ type: 'rollup', sum: 'weight' })).toBe('decimal');
    expect(fieldTypes.rollup.column({ type: 'rollup', sum: 'weight', scale: 3 })).toEqual({ type: 'numeric(15,3)' });
  });
});
