import { issue, type Issue } from './issue.ts';
import { resolveSchema, type JsonType, type LanguageSchema } from './language-schema.ts';
import { joinPath } from './read-json.ts';

/** Every place where a JSON value is not what the schema of the language says. Paths are dotted: `fields.weight.scale`. */
export function checkLanguage(value: unknown, schema: LanguageSchema, path = ''): Issue[] {
  const rule = resolveSchema(schema);
  if (rule.anyOf) {
    const branch = rule.anyOf.find((option) => hasType(value, typesOf(option)));
    if (branch) return checkLanguage(value, branch, path);
    return [issue('schema.type', path, { expected: rule.anyOf.flatMap(typesOf).join(', ') })];
  }
  const types = typesOf(rule);
  if (types.length > 0 && !hasType(value, types)) return [issue('schema.type', path, { expected: types.join(', ') })];
  if (typeof value === 'string') return checkText(value, rule, path);
  if (typeof value === 'number') return checkNumber(value, rule, path);
  if (typeof value !== 'object' || value === null) return [];
  if (clean.get(value) === rule && Object.isFrozen(value)) return [];
  const issues = Array.isArray(value) ? checkList(value, rule, path) : checkObject(value as PlainObject, rule, path);
  if (issues.length === 0) clean.set(value, rule);
  return issues;
}

type PlainObject = Record<string, unknown>;

/** What was found to be in order and cannot have changed since: a draft shares all but the changed part with the one before. */
const clean = new WeakMap<object, LanguageSchema>();

function checkText(value: string, rule: LanguageSchema, path: string): Issue[] {
  if (rule.enum && !rule.enum.includes(value)) {
    return [issue('schema.option', path, { value, options: rule.enum.join(', ') })];
  }
  if (rule.pattern !== undefined && !matches(rule.pattern, value)) return [issue('schema.name', path, { name: value })];
  if (value.length < (rule.minLength ?? 0)) return [issue('schema.empty', path)];
  return [];
}

function checkNumber(value: number, rule: LanguageSchema, path: string): Issue[] {
  const { minimum } = rule;
  return minimum !== undefined && value < minimum ? [issue('schema.tooSmall', path, { min: minimum })] : [];
}

function checkList(value: unknown[], rule: LanguageSchema, path: string): Issue[] {
  const { items, minItems = 0, maxItems = Infinity } = rule;
  const found = items ? value.flatMap((item, index) => checkLanguage(item, items, joinPath(path, index))) : [];
  if (value.length < minItems) return [issue('schema.tooFew', path, { min: minItems }), ...found];
  return value.length > maxItems ? [issue('schema.tooMany', path, { max: maxItems }), ...found] : found;
}

function checkObject(value: Record<string, unknown>, rule: LanguageSchema, path: string): Issue[] {
  const missing = (rule.required ?? [])
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => issue('schema.missing', joinPath(path, key), { key }));
  const found = Object.entries(value).flatMap(([key, item]) => {
    const at = joinPath(path, key);
    const known = ownRule(rule.properties, key) ?? rule.additionalProperties;
    if (known === false)
      return [issue('schema.unknownKey', at, { key, known: Object.keys(rule.properties ?? {}).join(', ') })];
    const named = rule.propertyNames && !matches(rule.propertyNames.pattern, key);
    return [
      ...(named ? [issue('schema.name', at, { name: key })] : []),
      ...(known ? checkLanguage(item, known, at) : []),
    ];
  });
  return [...missing, ...found];
}

const ownRule = (rules: Record<string, LanguageSchema> = {}, key: string): LanguageSchema | undefined =>
  Object.hasOwn(rules, key) ? rules[key] : undefined;

/** The language's own patterns, all of them linear. */
function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(text);
}
const patterns = new Map<string, RegExp>();

function typesOf(schema: LanguageSchema): JsonType[] {
  const { type, enum: options } = resolveSchema(schema);
  if (type === undefined) return options ? ['string'] : [];
  return typeof type === 'string' ? [type] : type;
}

function hasType(value: unknown, types: JsonType[]): boolean {
  return types.some((type) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return isObject(value);
    if (type === 'integer') return Number.isInteger(value);
    return typeof value === type;
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
