import fc from 'fast-check';
import type { EntityMeta, FieldMeta } from '../../engine/core/meta/entity.ts';

/** A kind of field, and what people have in it. */
interface Kind {
  readonly meta: FieldMeta;
  readonly value: fc.Arbitrary<unknown>;
}

const day = fc.constantFrom('2024-02-29', '2025-12-31', '2026-01-01');
const cents = fc.integer({ min: -999_999, max: 999_999 });
/** Texts that another type may read or must not: numbers in every dress, days, words of a choice. */
const words = fc.oneof(
  fc.constantFrom('low', 'high', 'true', 'no', '7', '007', '2.5', '2.50', '1e3', '-0', '+4', '.5', '12,5'),
  fc.constantFrom('2024-02-29', '2024-02-30', '2025-1-1', '2024-02-29 10:00:00', '{1,2}', '{}', '["a"]', 'NaN', 'é ß'),
  fc.stringMatching(/^[a-z0-9]{1,12}$/),
);

const kinds: readonly Kind[] = [
  { meta: { type: 'text', maxLength: 40 }, value: words },
  { meta: { type: 'text', maxLength: 12 }, value: fc.stringMatching(/^[a-z0-9]{1,12}$/) },
  { meta: { type: 'text', maxLength: 40 }, value: cents.map((n) => (n / 100).toFixed(2)) },
  { meta: { type: 'longText' }, value: words },
  { meta: { type: 'integer' }, value: fc.integer({ min: -1_000_000, max: 1_000_000 }) },
  { meta: { type: 'integer', min: 0, max: 100 }, value: fc.nat(100) },
  { meta: { type: 'decimal', scale: 2 }, value: cents.map((n) => n / 100) },
  {
    meta: { type: 'decimal', scale: 4 },
    value: fc.oneof(
      cents.map((n) => n / 100),
      cents.map((n) => n / 10_000),
    ),
  },
  { meta: { type: 'money', scale: 2, currency: 'USD' }, value: cents.map((n) => n / 100) },
  { meta: { type: 'boolean' }, value: fc.boolean() },
  { meta: { type: 'date' }, value: day },
  {
    meta: { type: 'datetime' },
    value: fc.oneof(
      day.map((d) => `${d} 00:00:00`),
      day.map((d) => `${d} 13:14:15`),
    ),
  },
  { meta: { type: 'time' }, value: fc.constantFrom('00:00:00', '23:59:59', '07:30:00') },
  { meta: { type: 'choice', options: ['low', 'high'] }, value: fc.constantFrom('low', 'high') },
  { meta: { type: 'choice', options: ['low', 'high', 'mid'] }, value: fc.constantFrom('low', 'high', 'mid') },
  {
    meta: { type: 'choices', options: ['a', 'b', 'c'] },
    value: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
  },
  {
    meta: { type: 'lines', fields: { what: { type: 'text', maxLength: 20 }, worth: { type: 'decimal', scale: 2 } } },
    value: fc.array(fc.record({ what: fc.stringMatching(/^[a-z0-9]{1,9}$/), worth: cents.map((n) => n / 100) }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
];

/** What becomes of a field from one revision to the next. */
export type Fate =
  | { readonly does: 'stays' | 'goes' | 'renamed' | 'unique' }
  /** Is of another kind from then on. */
  | { readonly does: 'retyped'; readonly to: FieldMeta };

export interface ArbitraryField {
  readonly meta: FieldMeta;
  readonly fate: Fate;
}

/** Two revisions of an entity by their fields, and records of the first. */
export interface SchemaPair {
  readonly fields: readonly ArbitraryField[];
  readonly added: readonly FieldMeta[];
  /** By record, by field; null where a record has nothing. */
  readonly records: readonly (readonly unknown[])[];
  readonly order: readonly number[];
}

const metaOf = fc.constantFrom(...kinds.map(({ meta }) => meta));
const fate: fc.Arbitrary<Fate> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom<Fate>({ does: 'stays' }, { does: 'goes' }, { does: 'renamed' }, { does: 'unique' }),
  },
  { weight: 3, arbitrary: metaOf.map((to): Fate => ({ does: 'retyped', to })) },
);

export const arbitrarySchemaPair = (fields: number, records: number): fc.Arbitrary<SchemaPair> =>
  fc.array(fc.tuple(fc.constantFrom(...kinds), fate), { minLength: fields, maxLength: fields }).chain((chosen) =>
    fc.record({
      fields: fc.constant(chosen.map(([{ meta }, becomes]) => ({ meta, fate: becomes }))),
      added: fc.array(metaOf, { maxLength: 3 }),
      records: fc.array(fc.tuple(...chosen.map(([{ value }]) => fc.option(value, { freq: 5 }))), {
        ...{ minLength: records, maxLength: records },
      }),
      order: fc.array(fc.nat(1_000), { minLength: fields + 4, maxLength: fields + 4 }),
    }),
  );

/** An entity with these fields and a label, everything in its list and form. */
export function entityOf(entity: string, path: string, fields: Readonly<Record<string, FieldMeta>>): EntityMeta {
  const names = Object.keys(fields);
  return {
    entity,
    path,
    title: 'label',
    fields: { label: { type: 'text', required: true, maxLength: 40 }, ...fields },
    list: { columns: ['label'] },
    form: { basic: ['label', ...names].map((name) => [name]) },
    access: { clerk: { codes: ['read', 'add', 'edit'] } },
  };
}
