import type { Entity, Field, Grant, Rights } from '../../engine/core/index.ts';
import { parameterType } from './columns.ts';
import { closingPieces, type Closing } from './idempotency-sql.ts';
import { grantRows } from './predicates.ts';
import { idTaken } from './read-record-sql.ts';
import { join, cachedPieces, param, pieces, quote, taken, type SqlQuery, type SqlFragment } from './sql.ts';
import { isWeight, linesTableName, normalisedColumn, ownerColumn } from './tables.ts';

/** Values of the system columns. */
export interface SystemValues {
  id: string;
  org: string | null;
  by: string;
}

/** Serialises moves in a tree of a tenant until the transaction ends. */
export const treeLockSql = (entity: Entity): SqlFragment =>
  pieces('SELECT pg_advisory_xact_lock(hashtextextended(', param(entity.table, 'text'), ', lading.tenant()))');

type Values = Readonly<Record<string, unknown>>;

/** Inserts a record with its audit entry and stored answer; the text is the same for every record of an entity. */
export const insertSql = (entity: Entity, given: SystemValues, record: Values, closing: Closing): SqlQuery => {
  const keeps = closing.storedAnswer !== null;
  return writes(entity, `insert ${keeps}`, () => insertPieces(entity, keeps)).given({ ...given, record, ...closing });
};

const writes = cachedPieces<Entity>();

type Insert = SystemValues & { readonly record: Values };

function insertPieces(entity: Entity, keeps: boolean): SqlFragment {
  const own = entity.fields.filter((field) => !givenIds.has(field.name) && field.type.column(field.meta));
  const columns: Column[] = [
    { name: 'id', type: 'bigint', of: ({ id }) => id },
    { name: 'org_id', type: 'bigint', of: ({ org }) => org },
    { name: 'createdBy', type: 'bigint', of: ({ by }) => by },
    { name: 'updatedBy', type: 'bigint', of: ({ by }) => by },
    ...own.flatMap((field) => columnsOf(field)),
  ];
  return pieces(
    'WITH ',
    closingPieces(keeps),
    ` INSERT INTO ${quote(entity.table)} (${columns.map(({ name }) => quote(name)).join(', ')}) VALUES (`,
    join(
      columns.map(({ of, type }) => pieces(taken(of, type))),
      ', ',
    ),
    ')',
  );
}

/**
 * Writes the changed fields and the next version, with audit entry and stored answer. Fails if the row's version has
 * changed, or if the change would put the row out of the person's reach.
 */
export function updateSql(request: UpdateRequest): SqlQuery {
  const { entity, rights, changed, reaching } = request;
  const words = [
    request.storedAnswer !== null,
    ...changed.map(({ id }) => id),
    ...reaching.map((grant) => rights.indexOf(grant)),
  ];
  const word = words.join(' ');
  return updates(rights, `${entity.name} ${word}`, () => updatePieces(request)).given(request);
}

const updates = cachedPieces<Rights>();

/** As `updateSql` for many rows with the same changed fields, without audit entry and stored answer. */
export function updateEachSql(request: UpdateEachRequest): SqlQuery {
  const { entity, rights, changed, reaching } = request;
  const words = ['many', ...changed.map(({ id }) => id), ...reaching.map((grant) => rights.indexOf(grant))];
  return updates(rights, `${entity.name} ${words.join(' ')}`, () => updateEachPieces(request)).given(request);
}

interface UpdateEachRequest extends Pick<UpdateRequest, 'entity' | 'rights' | 'by' | 'changed' | 'reaching'> {
  readonly rows: readonly Pick<UpdateRequest, 'id' | 'version' | 'record'>[];
}

function updateEachPieces({ entity, changed, reaching }: UpdateEachRequest): SqlFragment {
  const own = changed.filter((field) => field.type.column(field.meta));
  const columns = own.flatMap((field) => columnsOf(field));
  const typed = ['id bigint', 'version bigint', ...columns.map(({ name, type }) => `${quote(name)} ${type}`)];
  const sets = columns.map(({ name }) => `${quote(name)} = x.${quote(name)}`);
  const rowsOf = ({ rows }: UpdateEachRequest) =>
    JSON.stringify(rows.map(({ id, version, record }) => flatRow(own, record, record, { id, version })));
  const reached = reaching.map((grant) => pieces('(', grantRows(entity, grant), ')'));
  return pieces(
    `WITH _written AS (UPDATE ${quote(entity.table)} t SET ${[...sets, 'version = t.version + 1', '"updatedAt" = now()'].join(', ')}, "updatedBy" = `,
    taken((call: UpdateEachRequest) => call.by, 'bigint'),
    ' FROM json_to_recordset(',
    taken(rowsOf, 'json'),
    `) AS x(${typed.join(', ')}) WHERE t.tenant_id = lading.tenant() AND t.id = x.id AND t.version = x.version RETURNING (`,
    join(reached, ' OR '),
    ') IS TRUE AS stays) SELECT lading.hold(CASE WHEN count(*) = ',
    taken(({ rows }: UpdateEachRequest) => rows.length, 'bigint'),
    ' THEN bool_and(stays) END) FROM _written',
  );
}

interface UpdateRequest extends Closing {
  readonly entity: Entity;
  readonly rights: Rights;
  readonly id: string;
  readonly version: number;
  readonly by: string;
  readonly changed: readonly Field[];
  readonly record: Values;
  /** Grants out of `rights`, one of which must reach the changed row. */
  readonly reaching: readonly Grant[];
}

function updatePieces({ entity, changed, reaching, storedAnswer: kept }: UpdateRequest): SqlFragment {
  const sets = changed
    .filter((field) => field.type.column(field.meta))
    .flatMap((field) => columnsOf(field))
    .map(({ name, of, type }) => pieces(`${quote(name)} = `, taken(of, type)));
  const by = taken((call: UpdateRequest) => call.by, 'bigint');
  const reached = reaching.map((grant) => pieces('(', grantRows(entity, grant), ')'));
  return pieces(
    'WITH ',
    closingPieces(kept !== null),
    `, _written AS (UPDATE ${quote(entity.table)} t SET `,
    join([...sets, pieces(`version = t.version + 1, "updatedAt" = now(), "updatedBy" = `, by)], ', '),
    ' WHERE t.tenant_id = lading.tenant() AND t.id = ',
    idTaken,
    ' AND t.version = ',
    taken((call: UpdateRequest) => call.version, 'bigint'),
    ' RETURNING (',
    join(reached, ' OR '),
    ') IS TRUE AS stays) SELECT lading.hold((SELECT stays FROM _written))',
  );
}

export const deleteSql = (entity: Entity, id: string): SqlQuery =>
  writes(entity, 'delete', () =>
    pieces(`DELETE FROM ${quote(entity.table)} t WHERE t.tenant_id = lading.tenant() AND t.id = `, idTaken),
  ).given({ id });

export const deleteEachSql = (entity: Entity, ids: readonly string[]): SqlQuery =>
  pieces(
    `DELETE FROM ${quote(entity.table)} t WHERE t.tenant_id = lading.tenant() AND t.id = ANY(`,
    param(ids, 'bigint[]'),
    ')',
  );

/** Replaces the rows of a sub-table by two statements whose text does not depend on the number of rows. */
export function linesSql(entity: Entity, lines: Field, parent: SystemValues, record: Values): SqlQuery[] {
  return [
    writes(entity, `clear ${lines.id}`, () => clearPieces(entity, lines)).given({ id: parent.id }),
    writes(entity, `lines ${lines.id}`, () => linesPieces(entity, lines)).given({ ...parent, record }),
  ];
}

const clearPieces = (entity: Entity, lines: Field): SqlFragment =>
  pieces(
    `DELETE FROM ${quote(linesTableName(entity, lines))} WHERE tenant_id = lading.tenant() AND parent_id = `,
    idTaken,
  );

function linesPieces(entity: Entity, lines: Field): SqlFragment {
  const owner = ownerColumn(entity);
  const ownerOf = ({ id, record }: Insert) =>
    owner === 'id' ? id : owner ? (record[entity.owner ?? ''] ?? null) : null;
  const fields = lines.lines ?? [];
  const rowsOf = ({ record }: Insert) =>
    JSON.stringify(
      ((record[lines.name] ?? []) as Values[]).map((row) => flatRow(fields, row, record, { id: row['id'] })),
    );
  const columns = fields.flatMap((field) => columnsOf(field));
  const names = columns.map(({ name }) => quote(name));
  const typed = columns.map(({ name, type }) => `${quote(name)} ${type}`);
  return pieces(
    `INSERT INTO ${quote(linesTableName(entity, lines))} (parent_id, owner_id, seq, ${['id', ...names].join(', ')}) SELECT `,
    idTaken,
    ', ',
    taken(ownerOf, 'bigint'),
    `, x._place, ${['id', ...names].map((name) => `x.${name}`).join(', ')} FROM ROWS FROM (json_to_recordset(`,
    taken(rowsOf, 'json'),
    `) AS (${['id bigint', ...typed].join(', ')})) WITH ORDINALITY AS x(${['id', ...names, '_place'].join(', ')})`,
  );
}

const givenIds = new Set(['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']);

/** A column of a written record and the source of its value. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly of: (call: Insert) => unknown;
}

/** The columns of a field: its own, and the normalised one if it has one. */
function columnsOf(field: Field): Column[] {
  const type = parameterType(field);
  const value = (record: Values) => record[field.name] ?? null;
  const asJson = (kept: unknown) => (kept === null ? null : JSON.stringify(kept));
  const own: Column = {
    name: field.id,
    type,
    of: type === 'jsonb' ? ({ record }) => asJson(value(record)) : ({ record }) => value(record),
  };
  const normalised = normalisedColumn(field);
  if (!normalised) return [own];
  const inUnits = ({ record }: Insert) => normalise(field, value(record), record[field.meta.unit ?? '']);
  return [own, { name: normalised, type: 'bigint', of: inUnits }];
}

/** Grams or millimetres, rounded; unit 0 is pounds and inches, 1 kilograms and centimetres (spec section 9). */
function normalise(field: Field, value: unknown, unit: unknown): string | null {
  if (typeof value !== 'number') return null;
  const metric = unit === '1';
  // In 1/100000 g per pound or kilogram, 1/100000 mm per inch or centimetre.
  const weight = metric ? 100000000n : 45359237n;
  const factor = isWeight(field) ? weight : metric ? 1000000n : 2540000n;
  const whole = 1000n * 100000n;
  return String((BigInt(Math.round(value * 1000)) * factor + whole / 2n) / whole);
}

/** One record of a batch with its system values. `at` backdates it (a demo, an import of history). */
export interface BatchRow extends SystemValues {
  record: Readonly<Record<string, unknown>>;
  at: string | null;
}

/** Inserts a whole batch with its sub-tables; the texts do not depend on the number of rows. */
export function batchSql(entity: Entity, rows: readonly BatchRow[]): SqlFragment[] {
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

/** One table of a batch: its fields, and the statement that inserts rows from JSON. */
interface BatchTable {
  readonly fields: readonly Field[];
  statement(rows: readonly object[]): SqlFragment;
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
    ...fields.flatMap((field) => columnsOf(field).map(({ name, type }): [string, string] => [name, type])),
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

function batchLines(entity: Entity, lines: Field, table: BatchTable, rows: readonly BatchRow[]): SqlFragment[] {
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

/** Adds a row's columns for `json_to_recordset`; empty values are left out, JSON stays JSON. */
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
