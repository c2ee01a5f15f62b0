import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../designer/panels/option-schema.ts';
import { languageCode, optionSchema, optionValidator } from '../../designer/panels/option-validator.ts';
import { fieldTypeNames, languageSchema, optionFormSchema } from '../../engine/core/index.ts';
import { checkLanguage } from '../../engine/core/meta/check-language.ts';
import wordsInChinese from '../../locales/zh-CN/designer.json' with { type: 'json' };
import words from '../../locales/en-US/designer.json' with { type: 'json' };
import errors from '../../locales/en-US/errors.json' with { type: 'json' };

const ajv = new Ajv2020({ allErrors: true, strict: false }).compile(optionFormSchema);
const keys = Object.keys(optionFormSchema.properties ?? {});
const value = fc.oneof(
  fc.constantFrom('', 'a', 'order', 'clear', 'text', 'Not A Name', true, false, null, [], ['image/*'], [''], {}),
  fc.integer({ min: -3, max: 40 }),
  fc.double({ min: -2, max: 2, noNaN: true }),
);

describe('the form of options', () => {
  it('knows every option that the panel of some type offers', () => {
    const offered = fieldTypeNames.flatMap((type) =>
      optionsOf([type]).filter(({ kind }) => kind !== 'choices' && kind !== 'lines'),
    );
    expect(keys).toEqual(expect.arrayContaining(offered.map(({ key }) => key)));
  });

  it('refuses in the browser exactly what ajv on the server and the language refuse', () => {
    const rules = languageSchema.$defs?.['field']?.properties ?? {};
    fc.assert(
      fc.property(fc.constantFrom(...keys), value, (key, said) => {
        const data = { [key]: said };
        const here = optionValidator.validateFormData(data, optionSchema).errors.length === 0;
        expect(here).toBe(ajv(data));
        expect(here).toBe(checkLanguage(said, rules[key] ?? {}).length === 0);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['en-US', words],
    ['zh-CN', wordsInChinese],
  ])('has a name and an explanation for every option in %s', (_, known: Readonly<Record<string, string>>) => {
    const needed = keys.flatMap((key) => [`designer.option.${key}`, `designer.help.${key}`]);
    expect(needed.filter((key) => !(key in known))).toEqual([]);
  });

  it('has words for each way in which a value can be wrong', () => {
    const known: Readonly<Record<string, string>> = { ...words, ...errors };
    const wrong = { minLength: -1, scale: 1.5, accept: [], to: 'Not A Name', onDelete: 'x', pattern: '', many: 'yes' };
    const found = optionValidator.validateFormData(wrong, optionSchema).errors.map((error) => languageCode(error).code);
    expect(new Set(found)).toEqual(
      new Set(['schema.tooSmall', 'schema.type', 'schema.tooFew', 'schema.name', 'schema.option', 'schema.empty']),
    );
    expect(found.filter((code) => !(code in known))).toEqual([]);
  });
});
