import { compileEntity, type EntityMeta, type Field } from '../../engine/core/index.ts';

/**
 * TypeScript interfaces of these entities' records: lines as arrays, choices and states as unions, null for optional
 * values; and `Records`, which maps entity names to them. Entities must compile.
 */
export function recordTypes(metas: EntityMeta[]): string {
  const parts = metas.map((meta) => {
    const compiled = compileEntity(meta);
    if (!compiled.ok)
      throw new Error(`${meta.entity}: ${compiled.issues.map(({ code, path }) => `${path} ${code}`).join(', ')}`);
    const { fields } = compiled.value;
    return `export interface ${interfaceName(meta.entity)} {\n${fields.map((field) => member(field, '  ')).join('\n')}\n}\n`;
  });
  const index = metas.map(({ entity }) => `  ${JSON.stringify(entity)}: ${interfaceName(entity)};`);
  return [head, ...parts, `export interface Records {\n${index.join('\n')}\n}\n`].join('\n');
}

const head = '/** Wire records by entity. Written by `npm run generate`; never edited. */\n';

const interfaceName = (entity: string): string =>
  `${entity.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())}Record`;

function member(field: Field, indent: string): string {
  const always = field.required === true || field.system || field.lines !== null;
  const type = field.lines ? linesType(field.lines, indent) : typeOf(field.type.jsonSchema(field.meta));
  return `${indent}${field.name}: ${type}${always ? '' : ' | null'};`;
}

const linesType = (lines: readonly Field[], indent: string): string =>
  `{\n${lines.map((line) => member(line, `${indent}  `)).join('\n')}\n${indent}}[]`;

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

function typeOf(schema: Schema): string {
  const { type, items, properties, required = [] } = schema;
  if (schema.enum) return union(schema.enum.map((value) => literal(value)));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.anyOf) return union(schema.anyOf.map(typeOf));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })));
  if (type === 'array') return items ? `${grouped(typeOf(items))}[]` : 'unknown[]';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'object' && properties) {
    const members = Object.entries(properties).map(
      ([name, inner]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(inner)}`,
    );
    return `{ ${members.join('; ')} }`;
  }
  if (type === 'object') return 'Record<string, unknown>';
  return type ?? 'unknown';
}

const union = (types: string[]): string => [...new Set(types)].join(' | ');
const grouped = (type: string): string => (type.includes(' | ') ? `(${type})` : type);
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
