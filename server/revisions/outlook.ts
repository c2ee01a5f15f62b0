import pg from 'pg';
import type { Field } from '../../engine/core/index.ts';
import { retiredColumnAs, restored, type Fills } from '../store/convert.ts';
import type { Standing } from '../store/change-plan.ts';
import { quote } from '../store/sql.ts';
import { catalogType, placesOf } from '../store/tables.ts';
import { moneyThen, type PublishAnswers } from './publish-answers.ts';

/** Fields of one table before and after a change: the entity's own, or those of a sub-table. */
export interface Ground {
  readonly table: string;
  readonly before: readonly Field[];
  readonly after: readonly Field[];
  /** The fields' path in the declaration: `fields`, or `fields.items.fields`. */
  readonly at: string;
  /** Prefix of a field's name in a person's answers: empty, or `items.`. */
  readonly lead: string;
  readonly standing: Standing;
  readonly fills: Fills;
  readonly zone: string;
}

/** The field that this one was before; a field that only shares the name does not count. */
export const wasOf = ({ before }: Pick<Ground, 'before'>, { id }: Field): Field | undefined =>
  before.find((field) => field.id === id);

export const columnOf = (field: Field): ReturnType<Field['type']['column']> => field.type.column(field.meta);

/** Whether a choice loses options. */
export const losesOptions = (was: Field, { meta }: Field): boolean =>
  meta.options !== undefined &&
  (!was.meta.options || was.meta.options.some((option) => !meta.options?.includes(option)));

/** Condition on rows whose value is none of the field's options. */
export function noOption({ meta }: Field, value: string, type: string): string {
  const known = `ARRAY[${(meta.options ?? []).map((option) => pg.escapeLiteral(option)).join(', ')}]::text[]`;
  return type.endsWith('[]') ? `NOT ${value} <@ ${known}` : `${value} <> ALL (${known})`;
}

/** The given value for a field as SQL; null if none was given. It was validated before. */
export function givenValue(field: Field, raw: unknown): string | null {
  const text = givenText(field, raw);
  return text === null ? null : `${pg.escapeLiteral(text)}::${columnOf(field)?.type}`;
}

/** The same as text, as the column would print it. */
export function givenText(field: Field, raw: unknown): string | null {
  const column = columnOf(field);
  if (!column || raw === null || raw === undefined || raw === '') return null;
  const read = field.type.parse(raw, field.meta);
  return read.ok ? textOf(read.value, column.type) : null;
}

const textOf = (value: unknown, type: string): string => {
  if (Array.isArray(value) && type.endsWith('[]'))
    return `{${value.map((each) => JSON.stringify(String(each))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** SQL for a field's value after the change, over the present row `alias`. */
export function valueThen(ground: Ground, field: Field, alias: string, given: PublishAnswers): string {
  const column = columnOf(field);
  if (!column) return 'NULL';
  const was = wasOf(ground, field);
  const old = was && columnOf(was);
  const own = `${alias}.${quote(field.id)}`;
  const filled = givenValue(field, given.backfill[ground.lead + field.name]);
  const value = !was || !old ? `NULL::${column.type}` : converted();
  if (filled === null) return value;
  const isStrange = was && column && losesOptions(was, field) ? noOption(field, value, column.type) : 'false';
  return `CASE WHEN ${isStrange} THEN ${filled} ELSE coalesce(${value}, ${filled}) END`;

  function converted(): string {
    const [from, to] = [catalogType(old?.type ?? ''), catalogType(column?.type ?? '')];
    if (from === to) return moneyThen(own, field, given.money[ground.lead + field.name]);
    const kept = retiredColumnAs(ground.standing.get(ground.table), field.id, to);
    const conversion = { from, to, zone: ground.zone, places: was ? placesOf(was) : 0 };
    const filled = ground.fills.get(ground.table)?.get(kept ?? '');
    return `(${restored(own, kept && `${alias}.${quote(kept)}`, conversion, filled)})`;
  }
}

/** A sub-query of a table's rows as they will be, with the new column names. */
export function rowsThen(ground: Ground, given: PublishAnswers, tenant: string): string {
  const isLines = ground.lead !== '';
  const columns = ground.after.flatMap((field) => {
    if (!columnOf(field)) return [];
    if (field.system && field.name === 'status') return [`${statusThen(ground, field, given)} AS "status"`];
    const value = field.system ? `o.${quote(field.id)}` : valueThen(ground, field, 'o', given);
    return [`${value} AS ${quote(field.id)}`];
  });
  const keys = isLines ? ['o.tenant_id', 'o.parent_id', 'o.id', 'o.seq'] : ['o.tenant_id', 'o.org_id'];
  return `(SELECT ${[...keys, ...columns].join(', ')} FROM ${quote(ground.table)} o WHERE o.tenant_id = ${pg.escapeLiteral(tenant)}::bigint)`;
}

function statusThen(ground: Ground, field: Field, { mapping }: PublishAnswers): string {
  if (!wasOf(ground, field)) return 'NULL::text';
  const moves = Object.entries(mapping).map(
    ([from, to]) => `WHEN ${pg.escapeLiteral(from)} THEN ${pg.escapeLiteral(to)}`,
  );
  return moves.length === 0 ? 'o.status' : `CASE o.status ${moves.join(' ')} ELSE o.status END`;
}
