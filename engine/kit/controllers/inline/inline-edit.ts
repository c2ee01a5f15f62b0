import { fieldTypes, type Entity, type Field, type FieldTypeName, type Issue } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { readNumberText } from '../../fields/controls/number-text.ts';
import { sameValue, typedFields } from '../form-values.ts';

/** Types that one cell can hold an editor for; whatever needs more room is edited in the form. */
const kinds: Partial<Record<FieldTypeName, 'text' | 'number' | 'date' | 'datetime' | 'time' | 'choice' | 'reference'>> =
  Object.freeze({
    text: 'text',
    longText: 'text',
    email: 'text',
    phone: 'text',
    url: 'text',
    postalCode: 'text',
    date: 'date',
    datetime: 'datetime',
    time: 'time',
    boolean: 'choice',
    choice: 'choice',
    reference: 'reference',
  });

export type CellKind = NonNullable<(typeof kinds)[FieldTypeName]>;

export function cellKind({ meta }: Field): CellKind | null {
  const { numeric, calculated } = fieldTypes[meta.type].traits;
  // A number with a unit of its own is a pair, which needs two inputs.
  return kinds[meta.type] ?? (numeric && !calculated && !meta.unit ? 'number' : null);
}

/** The fields that this person may change in a list at all, by name; the record has the last word. */
export function inlineFields(entity: Entity, readOnly: readonly string[]): ReadonlySet<string> {
  const open = typedFields(entity, readOnly).filter(
    ({ meta }) =>
      kinds[meta.type] && !meta.fixed && !meta.widget && meta.readOnly === undefined && meta.visible === undefined,
  );
  return new Set(open.map(({ name }) => name));
}

export const mayEditCell = (fields: ReadonlySet<string>, field: Field, record: WireRecord): boolean =>
  fields.has(field.name) && record._can?.includes('edit') === true && field.name in record;

/** What a cell's editor starts with. */
export function cellDraft(field: Field, record: WireRecord): string {
  const value = record[field.name];
  if (value === null || value === undefined) return '';
  if (cellKind(field) === 'datetime') return String(value).replace(' ', 'T');
  return String(value);
}

/** Typed text as a value of the field, or what is wrong with it. */
export function readDraft(
  field: Field,
  text: string,
): { ok: true; value: unknown } | { ok: false; issues: readonly Issue[] } {
  const kind = cellKind(field);
  const plain = text.trim();
  if (plain === '')
    return field.meta.required === true
      ? { ok: false, issues: [{ code: 'required', path: field.name }] }
      : { ok: true, value: null };
  const meant =
    kind === 'number'
      ? readNumberText(plain)
      : kind === 'datetime'
        ? plain.replace('T', ' ').replace(/^(\S+ \d\d:\d\d)$/, '$1:00')
        : field.meta.type === 'boolean'
          ? plain === 'true'
          : text;
  const read = field.type.parse(meant, field.meta);
  return read.ok ? { ok: true, value: read.value } : { ok: false, issues: read.issues };
}

export const isSame = (field: Field, record: WireRecord, value: unknown): boolean =>
  sameValue(record[field.name] ?? null, value);
