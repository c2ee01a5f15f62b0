import type { FieldMeta, FieldTypeName } from '../../meta/entity.ts';
import type { Issue, Outcome } from '../../meta/issue.ts';
import { defineFieldType } from '../define-field-type.ts';
import type { FieldType } from '../field-type.ts';
import { accept, refuse } from '../read/outcome.ts';
import { readId } from '../read/read-id.ts';
import { isPlainObject, jsonOfText, type PlainObject } from '../read/read-json.ts';

/** The types that a field of a row may have. */
export type RowTypeName = Exclude<FieldTypeName, 'lines'>;

/** More rows than this are another entity. */
export const maxRows = 5000;

const traits = { inLines: false, sortable: false, groupable: false, listable: false, defaultable: false };

/**
 * The rows of a sub-table, in order. A row keeps its `id` (if it has one) and the declared fields that were sent; other
 * keys fall away. Issues: `lines.*` for the table, the fields' own at `[i].field`. What is required is asked elsewhere.
 */
export const createLines = (types: Record<RowTypeName, FieldType>): FieldType => {
  const typeOf = (field: FieldMeta): FieldType => (field.type === 'lines' ? types.json : types[field.type]);
  const columns = ({ fields }: FieldMeta): [string, FieldMeta, FieldType][] =>
    Object.entries(fields ?? {}).map(([name, field]) => [name, field, typeOf(field)]);

  const readRow = (row: unknown, field: FieldMeta, at: string): Outcome<PlainObject> => {
    if (!isPlainObject(row)) return refuse('lines.invalid', undefined, at);
    const line: PlainObject = {};
    const issues: Issue[] = [];
    const take = (name: string, outcome: Outcome<unknown>): void => {
      if (outcome.ok) line[name] = outcome.value;
      else issues.push(...outcome.issues.map((one) => ({ ...one, path: `${at}.${joined(name, one.path)}` })));
    };
    if (Object.hasOwn(row, 'id') && row.id !== null && row.id !== '') take('id', readId(row.id, 'reference.invalid'));
    for (const [name, inner, type] of columns(field))
      if (Object.hasOwn(row, name)) take(name, type.parse(row[name], inner));
    return issues.length > 0 ? { ok: false, issues } : accept(line);
  };

  const read = (input: unknown, field: FieldMeta): Outcome<PlainObject[]> => {
    const rows = typeof input === 'string' ? jsonOfText(input) : input;
    if (!Array.isArray(rows)) return refuse('lines.invalid');
    const max = Math.min(Number(field.max ?? maxRows), maxRows);
    if (rows.length > max) return refuse('lines.tooMany', { max });
    if (field.min !== undefined && rows.length < Number(field.min)) return refuse('lines.tooFew', { min: field.min });
    const outcomes = Array.from(rows as unknown[], (row, index) => readRow(row, field, `[${index}]`));
    const issues = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.issues));
    return issues.length > 0
      ? { ok: false, issues }
      : accept(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])));
  };

  return defineFieldType({
    name: 'lines',
    traits,
    options: {
      fields: { type: 'json', required: true },
      min: { type: 'integer', min: 0 },
      max: { type: 'integer', min: 1, max: maxRows },
    },
    operators: [],
    column: null,
    cel: 'list',
    jsonSchema: (field) =>
      rowsSchema(
        field,
        Object.fromEntries(columns(field).map(([name, inner, type]) => [name, orNull(type.jsonSchema(inner))])),
      ),
    read,
    write: (value) => (Array.isArray(value) ? String(value.length) : ''),
    samples: (field) => {
      const row = Object.fromEntries(
        columns(field).map(([name, inner, type]) => [name, type.samples(inner).valid[0] ?? null]),
      );
      return { valid: [[row], [row, row]], invalid: ['boxes', 7, true, {}, [1], [null], [[row]]] };
    },
  });
};

const rowsSchema = ({ min, max }: FieldMeta, properties: Record<string, unknown>): Record<string, unknown> => ({
  type: 'array',
  maxItems: Math.min(Number(max ?? maxRows), maxRows),
  ...(min === undefined ? {} : { minItems: Number(min) }),
  items: { type: 'object', properties },
});

const joined = (name: string, path: string): string =>
  path === '' || path.startsWith('[') ? name + path : `${name}.${path}`;

const orNull = (schema: Record<string, unknown>): Record<string, unknown> => ({ anyOf: [schema, { type: 'null' }] });
