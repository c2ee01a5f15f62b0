import { ownOf, type Entity, type Field } from '../../../engine/core/index.ts';
import type { Culture } from '../../texts.ts';

type Row = Readonly<Record<string, unknown>>;

/** A field's value in a language, where the record has it in several (`translations` of the field). */
export function valueIn(culture: Culture, field: Field, row: Row): unknown {
  const texts = field.meta.translations === undefined ? null : row[field.meta.translations];
  const own = typeof texts === 'object' && texts !== null ? ownOf(texts as Row, culture) : undefined;
  return typeof own === 'string' ? own : row[field.name];
}

/** Puts what a record says in several languages into the reader's, in the record and in the rows of its sub-tables. */
export function sayIn(culture: Culture, entity: Entity, rows: readonly Record<string, unknown>[]): void {
  const { own, inner } = translatedOf(entity);
  for (const row of rows) {
    for (const field of own) if (field.name in row) row[field.name] = valueIn(culture, field, row);
    for (const { lines, fields } of inner)
      for (const line of (row[lines] ?? []) as Record<string, unknown>[])
        for (const field of fields) line[field.name] = valueIn(culture, field, line);
  }
}

/** Whether records of an entity say anything in several languages. */
export const isTranslated = (entity: Entity): boolean => {
  const { own, inner } = translatedOf(entity);
  return own.length + inner.length > 0;
};

interface Translated {
  readonly own: readonly Field[];
  /** By sub-table. */
  readonly inner: readonly { readonly lines: string; readonly fields: readonly Field[] }[];
}

const known = new WeakMap<Entity, Translated>();

function translatedOf(entity: Entity): Translated {
  const translated = (fields: readonly Field[] | null | undefined) =>
    (fields ?? []).filter(({ meta }) => meta.translations);
  const found = known.get(entity) ?? {
    own: translated(entity.fields),
    inner: entity.fields
      .map(({ name, lines }) => ({ lines: name, fields: translated(lines) }))
      .filter(({ fields }) => fields.length > 0),
  };
  known.set(entity, found);
  return found;
}
