import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { FieldType, ValueContext } from '../../../engine/core/fields/field-type.ts';
import { plainText } from '../../../engine/core/fields/read/plain-text.ts';
import { fieldTypes, operatorsOf } from '../../../engine/core/fields/field-types.ts';
import { fieldTypeNames, type FieldMeta } from '../../../engine/core/meta/entity.ts';
import enUs from '../../../locales/en-US/errors.json' with { type: 'json' };
import zhCn from '../../../locales/zh-CN/errors.json' with { type: 'json' };
import { hostile, title, variants } from './cases.ts';

const cultures: ValueContext[] = [
  { culture: 'en-US', timeZone: 'America/New_York' },
  { culture: 'zh-CN', timeZone: 'Asia/Shanghai' },
];
const [english] = cultures as [ValueContext];

const kindOf = (field: FieldMeta): string => (field.type === 'computed' ? (field.as ?? 'text') : field.type);
/** Types whose words leave something out on purpose. */
const wordy = ['richText', 'lines', 'address', 'secret'];

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });

describe('the list of field types', () => {
  it('has every type of the language under its own name, frozen', () => {
    expect(Object.keys(fieldTypes).sort()).toEqual([...fieldTypeNames].sort());
    for (const [name, type] of Object.entries(fieldTypes)) {
      expect(type.name).toBe(name);
      expect([type, type.options, type.operators].every((part) => Object.isFrozen(part))).toBe(true);
    }
  });

  it('describes the options of every type in the field language itself', () => {
    for (const option of Object.values(fieldTypes).flatMap((type) => Object.values(type.options))) {
      expect(fieldTypeNames).toContain(option.type);
    }
  });

  it('filters a computed field as the type of its answer', () => {
    expect(operatorsOf({ type: 'computed', as: 'money' })).toEqual(fieldTypes.money.operators);
    expect(operatorsOf({ type: 'computed', as: 'boolean' })).not.toContain('contains');
    expect(operatorsOf({ type: 'choice' })).toEqual(fieldTypes.choice.operators);
  });
});

describe.each(variants.map((field) => ({ words: title(field), field })))('a field of type $words', ({ field }) => {
  const type: FieldType = fieldTypes[field.type];
  const { valid, invalid } = type.samples(field);

  it('has samples of what is right and what is wrong', () => {
    expect(valid.length).toBeGreaterThan(1);
    expect(invalid.length).toBeGreaterThan(1);
  });

  it.each(valid.map((value) => [brief(value), value] as const))('keeps %s as it is', (_brief, value) => {
    expect(type.parse(value, field)).toEqual({ ok: true, value });
  });

  it.each(invalid.map((value) => [brief(value), value] as const))(
    'refuses %s with words in both cultures',
    (_brief, value) => {
      const outcome = type.parse(value, field);
      expect(outcome.ok).toBe(false);
      for (const { code, params } of outcome.ok ? [] : outcome.issues) {
        for (const words of [enUs, zhCn] as Record<string, string>[]) {
          expect(words).toHaveProperty([code]);
          for (const [, name] of words[code]!.matchAll(/\{(\w+)\}/g)) expect(params).toHaveProperty(name!);
        }
      }
    },
  );

  it('takes nothing and blank text as no value', () => {
    for (const blank of [null, undefined, '', ' \n'])
      expect(type.parse(blank, field)).toEqual({ ok: true, value: null });
    expect(type.fromText('  ', field, english)).toEqual({ ok: true, value: null });
    expect(type.format(null, field, english)).toBe('');
  });

  it('reads its own canonical value to the same value again', () => {
    const outcomes = [...valid, ...invalid, ...hostile].map((input) => type.parse(input, field));
    const accepted = outcomes.filter((outcome) => outcome.ok);
    expect(accepted.map(({ value }) => type.parse(value, field))).toEqual(accepted);
  });

  const faithful = wordy.includes(kindOf(field)) ? [] : valid;
  it('reads back the words it writes, in either culture', () => {
    expect(faithful.length > 0).toBe(!wordy.includes(kindOf(field)));
    for (const value of faithful) {
      for (const context of cultures) {
        const words = type.format(value, field, context);
        expect(words).not.toBe('');
        expect(type.fromText(words, field, context)).toEqual({ ok: true, value });
      }
    }
  });

  it('says in JSON Schema what its samples satisfy', () => {
    const check = ajv.compile(type.jsonSchema(field));
    for (const value of valid) expect([check(value), check.errors]).toEqual([true, null]);
  });

  it('never throws, whatever comes in', () => {
    for (const input of hostile) {
      const outcome = type.parse(input, field);
      expect(outcome.ok || outcome.issues.length > 0).toBe(true);
      for (const context of [...cultures, { culture: 'not a culture', timeZone: 'nowhere' }]) {
        expect(typeof type.format(input, field, context)).toBe('string');
        expect(typeof type.fromText(plainText(input), field, context).ok).toBe('boolean');
      }
    }
    expect({}).not.toHaveProperty('polluted');
  });

  it('accepts nothing that Postgres cannot store', () => {
    const accepted = hostile.map((input) => type.parse(input, field)).filter((outcome) => outcome.ok);
    const texts = accepted.map(({ value }) => JSON.stringify(value) ?? '');
    expect(texts.filter((text) => /\\u0000|\\ud800/.test(text))).toEqual([]);
  });
});

function brief(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}... (${text.length})` : text;
}
