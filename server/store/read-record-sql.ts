import type { Catalog, Entity, Field, Rights } from '../../engine/core/index.ts';
import { grantsFor } from '../../engine/core/index.ts';
import type { ReadRow } from './batch.ts';
import { readColumn, wireValue } from './columns.ts';
import type { ReadScope } from './list-sql.ts';
import { besideOf, grantRows, walls } from './predicates.ts';
import { readableRows } from './readable-rows.ts';
import { copiedSql, type FoundReference } from './reference-sql.ts';
import { join, cachedPieces, pieces, quote, taken, type SqlQuery, type SqlFragment } from './sql.ts';
import { linesTableName } from './tables.ts';

/** One record with its lines as this person may see it, as JSON text. */
export function detailSql(catalog: Catalog, entity: Entity, lens: ReadScope, id: string): SqlQuery {
  return details(lens, 'detail', () => detailPieces(catalog, entity, lens)).given({ id });
}

const details = cachedPieces<ReadScope>();
/** The id of the one record that a call is about. */
export const idTaken = taken((call: { id: string }) => call.id, 'bigint');

function detailPieces(catalog: Catalog, entity: Entity, lens: ReadScope): SqlFragment {
  const shown = entity.fields.filter((field) => field.lines && lens.byName.has(field.name));
  const lines = shown.flatMap((field) => {
    const rows = linesJson(catalog, entity, field);
    const where = lens.whereShown.get(field.name);
    const cell = where ? pieces('CASE WHEN ', where, ` THEN ${rows} END`) : rows;
    return [', ', cell, ` AS ${quote(field.name)}`];
  });
  return pieces(
    'SELECT row_to_json(_row)::text AS record FROM (SELECT ',
    lens.row,
    ...lines,
    ` FROM ${quote(entity.table)} t WHERE `,
    lens.where ?? 'false',
    ' AND t.id = ',
    idTaken,
    ') _row',
  );
}

/** A whole record, and what a person may do with it. */
export interface WholeRecord {
  readonly record: Record<string, unknown>;
  readonly readable: boolean;
  /** Which of the grants with the requested code reach the row, in their order. */
  readonly reached: readonly boolean[];
  readonly org: string | null;
  readonly copied: readonly FoundReference[];
}

/**
 * The whole record for the rules, hidden fields included, with whether the person may read the row and which of the
 * grants with `code` reach it: rows of `WholeRecord`. `lock` locks it until the transaction ends.
 */
export function wholeSql(request: WholeRequest & { readonly id: string }): SqlQuery {
  const { entity, rights, code, member, id, lock, rightsOn } = request;
  const word = `${entity.name} ${code} ${member} ${lock} ${rightsOn !== undefined}`;
  return wholes(rights, word, () => wholePieces(request)).given({ id });
}

/** The same for several records, by id. */
export function wholesSql(request: WholeRequest & { readonly ids: readonly string[] }): SqlQuery {
  const { entity, rights, code, member, ids, lock } = request;
  const word = `many ${entity.name} ${code} ${member} ${lock}`;
  return wholes(rights, word, () => wholePieces(request, pieces('= ANY(', idsTaken, ') '), ' ORDER BY t.id')).given({
    ids,
  });
}

const wholes = cachedPieces<Rights>();
const idsTaken = taken((call: { ids: readonly string[] }) => call.ids, 'bigint[]');

interface WholeRequest {
  readonly catalog: Catalog;
  readonly entity: Entity;
  readonly rights: Rights;
  readonly code: string;
  readonly member: boolean;
  readonly lock: boolean;
  /** The person's rights on other entities; if given, the records that lookups copy from are answered as well. */
  readonly rightsOn?: (target: Entity) => Rights;
}

function wholePieces(
  { catalog, entity, rights, code, member, lock, rightsOn }: WholeRequest,
  is = pieces('= ', idTaken),
  order = '',
): SqlFragment {
  const fields = entity.fields.filter((field) => field.meta.type !== 'secret');
  const columns = fields.map((field) => (field.lines ? linesJson(catalog, entity, field) : `t.${quote(field.id)}`));
  const grants = grantsFor(rights, code);
  const reached = grants.map((grant) => pieces('(', grantRows(entity, grant), ') IS TRUE'));
  return pieces(
    'SELECT ',
    join([...columns, 't.org_id'], ', '),
    ', (',
    readableRows(catalog, entity, rights) ?? 'false',
    ') IS TRUE, ',
    (rightsOn && copiedSql({ catalog, entity, rightsOn, member })) ?? 'NULL',
    ...reached.flatMap((reaches) => [', ', reaches]),
    ` FROM ${quote(entity.table)} t WHERE `,
    walls(entity, member),
    ' AND t.id ',
    is,
    order,
    // The weaker lock lets foreign key checks of referencing records pass.
    lock && !entity.appendOnly ? ' FOR NO KEY UPDATE OF t' : '',
  ).reading(wholeOf(fields));
}

/** Makes a `WholeRecord` from the columns of `wholePieces`. */
function wholeOf(fields: readonly Field[]): ReadRow {
  const readers = fields.map((field) => (field.lines ? JSON.parse : readColumn(field)));
  const names = fields.map(({ name }) => name);
  return (columns) => {
    const record: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) {
      const text = columns[at] ?? null;
      record[name] = text === null ? null : readers[at]?.(text);
    }
    const [org = null, readable, copied, ...reached] = columns.slice(names.length);
    const found: WholeRecord = {
      ...{ record, org, readable: readable === 't', reached: reached.map((reaches) => reaches === 't') },
      copied: JSON.parse(copied ?? '[]') as FoundReference[],
    };
    return { ...found };
  };
}

/** The rows of a sub-table as JSON, in order. */
export function linesJson(catalog: Catalog, entity: Entity, lines: Field): string {
  const columns = (lines.lines ?? []).flatMap((field) => {
    const cell = `${wireValue(field, 'l')} AS ${quote(field.name)}`;
    const title = besideOf(catalog, entity, field, 'l');
    return title ? [cell, `${title} AS ${quote(`$${field.name}`)}`] : [cell];
  });
  const from = `${quote(linesTableName(entity, lines))} l WHERE l.tenant_id = t.tenant_id AND l.parent_id = t.id`;
  return `(SELECT coalesce(json_agg(row_to_json(_row)), '[]'::json) FROM (SELECT ${['l.id::text AS id', ...columns].join(', ')} FROM ${from} ORDER BY l.seq) _row)`;
}
