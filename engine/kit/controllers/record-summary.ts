import { fieldState, fieldTypes, valueTypeOf, type Bindings, type Entity, type Field } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';

/** Facts that a head derives beside its amount where the schema declares none. */
const derivedFacts = 5;

export interface RecordSummary {
  /** The first amount: it stands out. */
  amount: Field | null;
  facts: readonly Field[];
}

/**
 * What the head of a record's page says beside its title and state: the fields of `detail.summary`, otherwise the first
 * columns of the list. Fields that are empty or hidden are left out.
 */
export function recordSummary(entity: Entity, record: WireRecord, bindings: Bindings): RecordSummary {
  const { meta } = entity;
  const declared = meta.detail?.summary;
  const isSaid = (field: Field) => !isEmptyField(field, record) && fieldState(field, bindings).visible;
  const fields = (declared ?? meta.list.columns).flatMap((name) => {
    const field = entity.byName.get(name);
    return field && field !== entity.title && name !== 'status' && fits(field) && isSaid(field) ? [field] : [];
  });
  const amount = fields.find(isAmount) ?? null;
  const facts = fields.filter((field) => field !== amount && (declared !== undefined || !field.system));
  return { amount, facts: declared ? facts : facts.slice(0, derivedFacts) };
}

/** Money, also where it is computed or the sum of lines. */
const isAmount = ({ meta }: Field): boolean =>
  valueTypeOf(meta) === 'money' || (meta.type === 'rollup' && meta.currency !== undefined);

/** The names of all fields that a head says. */
export const summarised = ({ amount, facts }: RecordSummary): string[] =>
  [...(amount ? [amount] : []), ...facts].map(({ name }) => name);

/** Whether a field's value is short enough for the header. */
const fits = ({ lines, type, meta }: Field): boolean =>
  !lines && !type.traits.fullWidth && type.traits.listable && !meta.widget && !meta.many;

/** Whether a page has nothing to say of a field. A field with a widget of its own may say something without a value. */
export function isEmptyField({ name, meta }: Field, record: WireRecord): boolean {
  if (meta.widget || meta.type === 'secret') return false;
  const value = record[name];
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a field is the currency of amounts, and stands behind each of them that has a value. */
export const isShownWithAmounts = ({ name }: Field, entity: Entity, record: WireRecord): boolean =>
  entity.fields.some((field) => field.meta.currency === name && !isEmptyField(field, record));

/** Letters of a value from which on it is quicker to copy it than to read and type it. */
const worthCopying = 6;

/** Whether a value is offered to be copied: a number, and not a short code such as `FEDEX`. */
export const isOfferedToCopy = (field: Field, value: unknown): value is string =>
  isCopyable(field) && typeof value === 'string' && value.length >= worthCopying;

/** A number or code that people take elsewhere: it is written by the system, and useless with one sign missing. */
export function isCopyable({ meta, type }: Field): boolean {
  const { exact, numeric, calendar } = fieldTypes[valueTypeOf(meta)].traits;
  if (exact) return !numeric && !calendar && !type.traits.pointsToRecords;
  return (
    meta.type === 'text' && !meta.recordOf && !meta.codeOf && (meta.readOnly === true || meta.pattern !== undefined)
  );
}
