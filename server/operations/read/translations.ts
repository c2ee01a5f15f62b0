import { ownOf, type Field } from '../../../engine/core/index.ts';
import type { Culture } from '../../texts.ts';

type Row = Readonly<Record<string, unknown>>;

/** A field's value in a language, where the record has it in several (`translations` of the field). */
export function valueIn(culture: Culture, field: Field, row: Row): unknown {
  const texts = field.meta.translations === undefined ? null : row[field.meta.translations];
  const own = typeof texts === 'object' && texts !== null ? ownOf(texts as Row, culture) : undefined;
  return typeof own === 'string' ? own : row[field.name];
}
