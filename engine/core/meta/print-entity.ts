import type { EntityMeta } from './entity.ts';
import { languageSchema, resolveSchema, type LanguageSchema } from './language-schema.ts';

/**
 * The one canonical text of an entity: sections and keys in the order of the language, two spaces, one field, rule,
 * state, transition or grant on a line where it fits in 120 columns. `parseEntity` gives back the same meta, and what
 * it parsed prints to the same bytes.
 */
export function printEntity(meta: EntityMeta): string {
  return `${printBroken(meta, languageSchema, { indent: '', key: '' })}\n`;
}

const width = 120;

/** What is written one item a line, however short: the places where a diff should show one thing per line. */
const alwaysBroken = new Set([
  'fields',
  'validations',
  'indexes',
  'workflow',
  'states',
  'transitions',
  'actions',
  'access',
  'tests',
]);

/** Where a value stands: the columns of its line that are taken before it and, by a comma, after it; under which name. */
interface Standing {
  readonly indent: string;
  readonly used: number;
  readonly key: string;
}

function print(value: unknown, schema: LanguageSchema, { indent, used, key }: Standing): string {
  const inline = printInline(value, schema);
  const holdsItems = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const fits = indent.length + used + inline.length <= width;
  // Sections of the entity and of its workflow; the lines of a field stay on the field's line if they can.
  const breaks = alwaysBroken.has(key) && indent.length <= 4;
  return holdsItems && (breaks || !fits) ? printBroken(value, schema, { indent, key }) : inline;
}

function printBroken(value: object, schema: LanguageSchema, { indent, key }: Omit<Standing, 'used'>): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value as unknown[];
    if (items.every((item) => typeof item !== 'object')) return printFilled(items, indent);
    const lines = items.map((item) => inner + print(item, itemOf(schema), { indent: inner, used: 1, key: '' }));
    return `[\n${lines.join(',\n')}\n${indent}]`;
  }
  const lines = entriesInOrder(value, schema).map(([name, item, itemSchema]) => {
    const start = `${JSON.stringify(name)}: `;
    // Below `fields` and its like stand names, which break only when they must.
    const word = alwaysBroken.has(key) && key !== 'workflow' ? '' : name;
    return inner + start + print(item, itemSchema, { indent: inner, used: start.length + 1, key: word });
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** A long list of words: as many on a line as fit. */
function printFilled(items: unknown[], indent: string): string {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const word = JSON.stringify(item) + (index < items.length - 1 ? ',' : '');
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${indent}  ${word}`);
  }
  return `[\n${lines.join('\n')}\n${indent}]`;
}

function printInline(value: unknown, schema: LanguageSchema): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${(value as unknown[]).map((item) => printInline(item, itemOf(schema))).join(', ')}]`;
  }
  const entries = entriesInOrder(value, schema).map(
    ([name, item, itemSchema]) => `${JSON.stringify(name)}: ${printInline(item, itemSchema)}`,
  );
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
}

/** The keys that the language knows in its order, then the others in their own. Names that people chose keep theirs. */
function entriesInOrder(value: object, schema: LanguageSchema): [string, unknown, LanguageSchema][] {
  const { properties = {}, additionalProperties } = branchOf(schema, value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const rank = new Map(Object.keys(properties).map((name, index) => [name, index]));
  const place = (name: string): number => rank.get(name) ?? rank.size;
  return entries
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([name, item]) => [name, item, (rank.has(name) ? properties[name] : additionalProperties) || {}]);
}

const itemOf = (schema: LanguageSchema): LanguageSchema => branchOf(schema, []).items ?? {};

function branchOf(schema: LanguageSchema, value: object): LanguageSchema {
  const rule = resolveSchema(schema);
  const type = Array.isArray(value) ? 'array' : 'object';
  return rule.anyOf?.map(resolveSchema).find((option) => option.type === type) ?? rule;
}
