import type { Catalog, Entity, Field, Rights } from '../../engine/index.ts';
import { grantsFor } from '../../engine/index.ts';
import { parameterType, titledTarget, wireValue } from './columns.ts';
import type { Lens } from './list-sql.ts';
import { grantRows, rowsFor, titleBeside, walls } from './predicates.ts';
import { copiedSql } from './reference-sql.ts';
import { join, param, pieces, quote, type Pieces } from './sql.ts';
import { isWeight, linesTableName, normalisedColumn, ownerColumn } from './tables.ts';

/** One record as this person may see it, with its lines, as JSON text. */
export function detailSql(catalog: Catalog, entity: Entity, lens: Lens, id: string): Pieces {
  const shown = entity.fields.filter((field) => field.lines && lens.byName.has(field.name));
  const lines = shown.flatMap((field) => {
    const rows = linesJson(catalog, entity, field);
    const where = lens.whereShown.get(field.name);
    const cell = where ? pieces('CASE WHEN ', where, ` THEN ${rows} END`) : rows;
    return [', ', cell, ` AS ${quote(field.name)}`];
  });
  return pieces(
    'SELECT row_to_json(r)::text AS record FROM (SELECT ',
    lens.row,
    ...lines,
    ` FROM ${quote(entity.table)} t WHERE `,
    lens.where ?? 'false',
    ' AND t.id = ',
    param(id, 'bigint'),
    ') r',
  );
}

/**
 * The whole record for the rules, hidden fields too, and beside it whether the person may read the row and which of the
 * grants with `code` reach it, in their order. `lock` keeps it until the transaction ends.
 */
export function wholeSql(request: {
  catalog: Catalog;
  entity: Entity;
  rights: Rights;
  code: string;
  member: boolean;
  id: string;
  lock: boolean;
  /** What this person may read of other entities: then the records that its copies come from are answered with it. */
  rightsOn?: (target: Entity) => Rights;
}): Pieces {
  const { catalog, entity, rights, code, member, id, lock, rightsOn } = request;
  const columns = entity.fields
    .filter((field) => field.meta.type !== 'secret')
    .map(
      (field) => `${field.lines ? linesJson(catalog, entity, field) : wireValue(field, 't')} AS ${quote(field.name)}`,
    );
  const reached = grantsFor(rights, code).map((grant) => pieces('(', grantRows(entity, grant), ') IS TRUE'));
  return pieces(
    `SELECT (SELECT row_to_json(r) FROM (SELECT ${columns.join(', ')}) r)::text AS record, (`,
    rowsFor(entity, rights, 'read') ?? 'false',
    ') IS TRUE AS readable, ARRAY[',
    join(reached, ', '),
    `]::boolean[] AS reached, t.org_id::text AS org, `,
    (rightsOn && copiedSql({ catalog, entity, rightsOn, member })) ?? 'NULL',
    ` AS copied FROM ${quote(entity.table)} t WHERE `,
    walls(entity, member),
    ' AND t.id = ',
    param(id, 'bigint'),
    lock && !entity.appendOnly ? ' FOR UPDATE OF t' : '',
  );
}

/** The rows of a sub-table as JSON, in order. */
function linesJson(catalog: Catalog, entity: Entity, lines: Field): string {
  const columns = (lines.lines ?? []).flatMap((field) => {
    const target = titledTarget(entity, field);
    const cell = `${wireValue(field, 'l')} AS ${quote(field.name)}`;
    const title = target && titleBeside(catalog, target, field, 'l');
    return title ? [cell, `${title} AS ${quote(`$${field.name}`)}`] : [cell];
  });
  const from = `${quote(linesTableName(entity, lines))} l WHERE l.tenant_id = t.tenant_id AND l.parent_id = t.id`;
  return `(SELECT coalesce(json_agg(row_to_json(b)), '[]'::json) FROM (SELECT ${['l.id::text AS id', ...columns].join(', ')} FROM ${from} ORDER BY l.seq) b)`;
}

/** What stands in the columns beside the fields. */
export interface Given {
  id: string;
  org: string | null;
  by: string;
}

/** Inserts one record whole; the text is the same for every record of an entity. */
export function insertSql(entity: Entity, given: Given, values: Readonly<Record<string, unknown>>): Pieces {
  const own = entity.fields.filter((field) => !givenIds.has(field.name) && field.type.column(field.meta));
  const columns: [string, unknown, string][] = [
    ['id', given.id, 'bigint'],
    ['org_id', given.org, 'bigint'],
    ['createdBy', given.by, 'bigint'],
    ['updatedBy', given.by, 'bigint'],
    ...own.flatMap((field) => columnValues(field, values, values)),
  ];
  return pieces(
    `INSERT INTO ${quote(entity.table)} (${columns.map(([name]) => quote(name)).join(', ')}) VALUES (`,
    join(
      columns.map(([, value, type]) => pieces(param(value, type))),
      ', ',
    ),
    ')',
  );
}

/**
 * Writes the changed fields and the next version. Fails where the row no longer has the version that it was read at, and
 * where it would leave what the person may reach.
 */
export function updateSql(request: {
  entity: Entity;
  id: string;
  version: number;
  by: string;
  changed: readonly Field[];
  record: Readonly<Record<string, unknown>>;
  /** Must hold for the row after the change: what the person may reach. */
  stays: Pieces;
}): Pieces {
  const { entity, id, version, by, changed, record, stays } = request;
  const sets = changed
    .filter((field) => field.type.column(field.meta))
    .flatMap((field) => columnValues(field, record, record))
    .map(([name, value, type]) => pieces(`${quote(name)} = `, param(value, type)));
  return pieces(
    `WITH written AS (UPDATE ${quote(entity.table)} t SET `,
    join([...sets, pieces(`version = t.version + 1, "updatedAt" = now(), "updatedBy" = `, param(by, 'bigint'))], ', '),
    ' WHERE t.tenant_id = lading.tenant() AND t.id = ',
    param(id, 'bigint'),
    ' AND t.version = ',
    param(version, 'bigint'),
    ' RETURNING (',
    stays,
    ') IS TRUE AS stays) SELECT lading.hold((SELECT stays FROM written))',
  );
}

export function deleteSql(entity: Entity, id: string): Pieces {
  return pieces(
    `DELETE FROM ${quote(entity.table)} t WHERE t.tenant_id = lading.tenant() AND t.id = `,
    param(id, 'bigint'),
  );
}

/** Replaces the rows of a sub-table: two statements whose text does not depend on how many rows there are. */
export function linesSql(
  entity: Entity,
  lines: Field,
  parent: Given,
  record: Readonly<Record<string, unknown>>,
): Pieces[] {
  const table = quote(linesTableName(entity, lines));
  const rows = (record[lines.name] ?? []) as Record<string, unknown>[];
  const owner = ownerColumn(entity);
  const ownerId = owner === 'id' ? parent.id : owner ? (record[entity.owner ?? ''] ?? null) : null;
  const columns = (lines.lines ?? []).flatMap((field) =>
    columnValues(field, {}, {}).map(([name, , type]) => ({ name, type })),
  );
  const flat = rows.map((row) => flatRow(lines.lines ?? [], row, record, { id: row['id'] }));
  const names = columns.map(({ name }) => quote(name));
  const typed = columns.map(({ name, type }) => `${quote(name)} ${type}`);
  return [
    pieces(`DELETE FROM ${table} WHERE tenant_id = lading.tenant() AND parent_id = `, param(parent.id, 'bigint')),
    pieces(
      `INSERT INTO ${table} (parent_id, owner_id, seq, ${['id', ...names].join(', ')}) SELECT `,
      param(parent.id, 'bigint'),
      ', ',
      param(ownerId, 'bigint'),
      `, x.ordinality, ${['id', ...names].map((name) => `x.${name}`).join(', ')} FROM ROWS FROM (json_to_recordset(`,
      param(JSON.stringify(flat), 'json'),
      `) AS (${['id bigint', ...typed].join(', ')})) WITH ORDINALITY AS x`,
    ),
  ];
}

const givenIds = new Set(['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']);

/** The columns of one field: its own, and the normalised one beside it. `unit` may stand on the parent of a line. */
function columnValues(
  field: Field,
  values: Readonly<Record<string, unknown>>,
  around: Readonly<Record<string, unknown>>,
): [string, unknown, string][] {
  const type = parameterType(field);
  const value = values[field.name] ?? null;
  const own: [string, unknown, string] = [
    field.id,
    value !== null && type === 'jsonb' ? JSON.stringify(value) : value,
    type,
  ];
  const normalised = normalisedColumn(field);
  if (!normalised) return [own];
  return [own, [normalised, normalise(field, value, around[field.meta.unit ?? '']), 'bigint']];
}

/** Grams or millimetres, rounded; unit 0 is pounds and inches, 1 kilograms and centimetres (spec section 9). */
function normalise(field: Field, value: unknown, unit: unknown): string | null {
  if (typeof value !== 'number') return null;
  const metric = unit === '1';
  // Hundred-thousandths of a gram per pound or kilogram, of a millimetre per inch or centimetre.
  const weight = metric ? 100000000n : 45359237n;
  const factor = isWeight(field) ? weight : metric ? 1000000n : 2540000n;
  const whole = 1000n * 100000n;
  return String((BigInt(Math.round(value * 1000)) * factor + whole / 2n) / whole);
}

/** One record of a batch, with what stands beside its fields. `at` dates it back (a demo, an import of history). */
export interface BatchRow extends Given {
  record: Readonly<Record<string, unknown>>;
  at: string | null;
}

/** Inserts a whole batch and its sub-tables; the texts do not depend on how many rows there are. */
export function batchSql(entity: Entity, rows: readonly BatchRow[]): Pieces[] {
  const { main, lines } = batchShape(entity);
  const flat = rows.map(({ id, org, by, at, record }) =>
    flatRow(main.fields, record, record, {
      id,
      org_id: org,
      createdBy: by,
      updatedBy: by,
      ...(at === null ? {} : { createdAt: at, updatedAt: at }),
    }),
  );
  return [main.statement(flat), ...lines.flatMap(({ field, table }) => batchLines(entity, field, table, rows))];
}

/** One table of a batch: its fields, and the statement that inserts rows given as JSON. */
interface BatchTable {
  readonly fields: readonly Field[];
  statement(rows: readonly object[]): Pieces;
}

interface BatchShape {
  readonly main: BatchTable;
  readonly lines: readonly { readonly field: Field; readonly table: BatchTable }[];
}

const batchShapes = new WeakMap<Entity, BatchShape>();

function batchShape(entity: Entity): BatchShape {
  const known = batchShapes.get(entity);
  if (known) return known;
  const own = entity.fields.filter((field) => !givenIds.has(field.name) && field.type.column(field.meta));
  const [id, moment] = ['bigint', 'timestamptz'];
  const stamps = { org_id: id, createdBy: id, updatedBy: id, createdAt: moment, updatedAt: moment };
  const fresh = {
    main: batchTable(entity.table, own, { id, ...stamps }),
    lines: entity.fields.flatMap((field) =>
      field.lines
        ? [
            {
              field,
              table: batchTable(linesTableName(entity, field), field.lines, {
                parent_id: id,
                owner_id: id,
                seq: 'integer',
                id,
              }),
            },
          ]
        : [],
    ),
  };
  batchShapes.set(entity, fresh);
  return fresh;
}

function batchTable(name: string, fields: readonly Field[], beside: Readonly<Record<string, string>>): BatchTable {
  const columns: [string, string][] = [
    ...Object.entries(beside),
    ...fields.flatMap((field) =>
      columnValues(field, {}, {}).map(([column, , type]): [string, string] => [column, type]),
    ),
  ];
  const names = columns.map(([column]) => quote(column)).join(', ');
  const values = columns.map(([column]) => dated(column)).join(', ');
  const typed = columns.map(([column, type]) => `${quote(column)} ${type}`).join(', ');
  const [before, after] = [
    `INSERT INTO ${quote(name)} (${names}) SELECT ${values} FROM json_to_recordset(`,
    `) AS x(${typed})`,
  ];
  return { fields, statement: (rows) => pieces(before, param(JSON.stringify(rows), 'json'), after) };
}

const dated = (name: string): string =>
  name === 'createdAt' || name === 'updatedAt' ? `coalesce(x.${quote(name)}, now())` : `x.${quote(name)}`;

function batchLines(entity: Entity, lines: Field, table: BatchTable, rows: readonly BatchRow[]): Pieces[] {
  const owner = ownerColumn(entity);
  const flat: object[] = [];
  for (const { id, record } of rows) {
    const ownerId = owner === 'id' ? id : owner ? (record[entity.owner ?? ''] ?? null) : null;
    ((record[lines.name] ?? []) as Record<string, unknown>[]).forEach((line, at) => {
      const beside = { parent_id: id, owner_id: ownerId, seq: at + 1, id: line['id'] };
      flat.push(flatRow(table.fields, line, record, beside));
    });
  }
  return flat.length > 0 ? [table.statement(flat)] : [];
}

/** Adds the columns of the fields to a row for `json_to_recordset`; what is empty is left out, what is JSON stays JSON. */
function flatRow(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  around: Readonly<Record<string, unknown>>,
  row: Record<string, unknown>,
): Record<string, unknown> {
  for (const field of fields) {
    const value = values[field.name];
    if (value === null || value === undefined) continue;
    row[field.id] = value;
    const normalised = normalisedColumn(field);
    const unit = field.meta.unit ?? '';
    if (normalised) row[normalised] = normalise(field, value, unit in values ? values[unit] : around[unit]);
  }
  return row;
}
