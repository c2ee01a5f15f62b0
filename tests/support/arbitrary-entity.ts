import fc from 'fast-check';
import type { EntityMeta } from '../../engine/core/meta/entity.ts';
import { languageSchema, resolveSchema, type LanguageSchema } from '../../engine/core/meta/language-schema.ts';

/** Any JSON value, of the kinds that a mistaken hand writes. */
export const arbitraryJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, '', 'x', 'Weight', 'weight', 'text', [], {}),
  fc.constantFrom<unknown>([''], ['a', 'b', 'c', 'd'], [['a']], { a: 1 }, { type: 'text' }, [{ codes: ['read'] }]),
  fc.string({ maxLength: 5 }),
);

const word = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,12}$/);
const sentence = fc.oneof(word, fc.string({ minLength: 1, maxLength: 40 }), fc.constant('a > 1 && b == "x"'));
// Minus zero prints as zero; JSON has no way to say it.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

/** Any entity that the language allows, names and all, whether or not it means something. */
export const arbitraryEntity: fc.Arbitrary<EntityMeta> = arbitraryOf(languageSchema, 0) as fc.Arbitrary<EntityMeta>;

function arbitraryOf(schema: LanguageSchema, depth: number): fc.Arbitrary<unknown> {
  const rule = resolveSchema(schema);
  if (rule.anyOf) return fc.oneof(...rule.anyOf.map((option) => arbitraryOf(option, depth)));
  if (rule.enum) return fc.constantFrom(...rule.enum);
  const types = typeof rule.type === 'string' ? [rule.type] : (rule.type ?? ['null']);
  return fc.oneof(...types.map((type) => arbitraryOfType(type, rule, depth)));
}

function arbitraryOfType(type: string, rule: LanguageSchema, depth: number): fc.Arbitrary<unknown> {
  if (type === 'object') return arbitraryObject(rule, depth);
  if (type === 'array') {
    const { minItems = 0, maxItems = 8 } = rule;
    return fc.array(arbitraryOf(rule.items ?? {}, depth + 1), {
      minLength: minItems,
      maxLength: Math.max(minItems, maxItems),
    });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.nat({ max: 100_000 });
  if (type === 'number') return number;
  if (type === 'null')
    return fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  return rule.pattern === undefined ? sentence : fc.stringMatching(new RegExp(rule.pattern));
}

function arbitraryObject(rule: LanguageSchema, depth: number): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties, propertyNames } = rule;
  if (properties) {
    const shallow = Object.entries(properties).filter(([key]) => depth < 4 || key !== 'fields');
    const model = Object.fromEntries(shallow.map(([key, value]) => [key, arbitraryOf(value, depth + 1)]));
    return fc.record(model, { requiredKeys: required.filter((key) => key in model), noNullPrototype: true });
  }
  const key = propertyNames ? word : fc.oneof(word, fc.constantFrom('0', '1', 'zh-CN'));
  const values = arbitraryOf(additionalProperties || {}, depth + 1);
  return fc.dictionary(key, values, { maxKeys: 4, noNullPrototype: true });
}
