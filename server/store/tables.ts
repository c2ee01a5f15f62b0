import { createHash } from 'node:crypto';
import type { Catalog, Entity, Field } from '../../engine/core/index.ts';
import { isSortable, sortKeys, targetOf } from '../../engine/core/index.ts';
import { appRole, systemRole } from './row-security.ts';
import { literal, quote } from './sql.ts';

export interface TableColumn {
  name: string;
  type: string;
  notNull?: boolean;
  default?: string;
  /** What existing rows get when the column is added. */
  fill?: string;
  generated?: string;
  /** Decimal places shown for its numbers. */
  places?: number;
}

/**
 * A constraint, index or policy of a table. Its name ends in a hash of its definition, so a changed definition is a new
 * name: missing parts are created and unknown ones dropped without comparing definitions.
 */
export interface TablePart {
  name: string;
  create: string;
}

/** A table as the catalog defines it. */
export interface Table {
  name: string;
  columns: TableColumn[];
  constraints: TablePart[];
  indexes: TablePart[];
  policies: TablePart[];
  /** Columns that requests may not read. */
  secret: string[];
  appendOnly: boolean;
}

/** The tables of all entities in any order, because foreign keys are created last. */
export function tablesOf(catalog: Catalog): Table[] {
  return catalog.entities.flatMap((entity) =>
    tablesOfEntity(entity, catalog).map(entity.own ? (table) => table : bounded),
  );
}

/**
 * Puts the length of texts into their types. Postgres plans every check constraint again in each statement that writes a
 * row; thirty of them cost more than the row. Tables that tenants change at run time keep checks, which can be added
 * and dropped online.
 */
function bounded(table: Table): Table {
  const types = new Map<string, string>();
  const constraints = table.constraints.filter(({ create }) => {
    const [, column, most] = / CHECK \(char_length\(("[^"]+")\) <= (\d+)\)$/.exec(create) ?? [];
    if (!column || !most) return true;
    types.set(column, `character varying(${most})`);
    return false;
  });
  const columns = table.columns.map((column) => ({ ...column, type: types.get(quote(column.name)) ?? column.type }));
  return { ...table, columns, constraints };
}

/** An entity's table and those of its lines. */
export const tablesOfEntity = (entity: Entity, catalog: Catalog): Table[] => [
  entityTable(entity, catalog),
  ...entity.fields.filter((field) => field.lines).map((field) => linesTable(entity, field, catalog)),
];

export const linesTableName = (entity: Entity, field: Field): string => `${entity.table}__${field.id}`;

function entityTable(entity: Entity, catalog: Catalog): Table {
  const name = entity.table;
  const declared = entity.fields.filter((field) => !givenColumns.some((column) => column.name === field.id));
  // A generated column cannot be changed online, so entities that change at run time are searched by field.
  const search = entity.own ? null : searchColumn(entity);
  return {
    name,
    columns: [...givenColumns, ...declared.flatMap(columnsOf), ...(search ? [search] : [])],
    constraints: [
      constraint(name, 'pk', 'PRIMARY KEY (tenant_id, id)'),
      ...declared.flatMap((field) => keysAndChecks(name, field, catalog)),
    ],
    indexes: [...indexesOf(entity), ...(search ? [searchIndex(name, search)] : fieldSearch(entity))],
    policies: policiesOf(name, entity.owner, ownerColumn(entity)),
    secret: declared.filter((field) => field.meta.type === 'secret').map((field) => field.id),
    appendOnly: entity.appendOnly,
  };
}

function linesTable(entity: Entity, lines: Field, catalog: Catalog): Table {
  const name = linesTableName(entity, lines);
  const parent = `FOREIGN KEY (tenant_id, parent_id) REFERENCES ${quote(entity.table)} (tenant_id, id) ON DELETE CASCADE`;
  return {
    name,
    columns: [
      { name: 'tenant_id', type: 'bigint', notNull: true, default: 'lading.tenant()' },
      { name: 'parent_id', type: 'bigint', notNull: true },
      { name: 'id', type: 'bigint', notNull: true },
      { name: 'seq', type: 'integer', notNull: true },
      { name: 'owner_id', type: 'bigint' },
      ...(lines.lines ?? []).flatMap(columnsOf),
    ],
    constraints: [
      constraint(name, 'pk', 'PRIMARY KEY (tenant_id, parent_id, id)'),
      constraint(name, 'fk', parent),
      ...(lines.lines ?? []).flatMap((field) => keysAndChecks(name, field, catalog)),
    ],
    indexes: [],
    policies: policiesOf(name, entity.owner, 'owner_id'),
    secret: [],
    appendOnly: entity.appendOnly,
  };
}

const givenColumns: TableColumn[] = [
  { name: 'tenant_id', type: 'bigint', notNull: true, default: 'lading.tenant()' },
  { name: 'id', type: 'bigint', notNull: true },
  { name: 'version', type: 'bigint', notNull: true, default: '1' },
  { name: 'org_id', type: 'bigint' },
  { name: 'createdAt', type: 'timestamp with time zone', notNull: true, default: 'now()' },
  { name: 'createdBy', type: 'bigint' },
  { name: 'updatedAt', type: 'timestamp with time zone', notNull: true, default: 'now()' },
  { name: 'updatedBy', type: 'bigint' },
];

/** The column with a weight or length in grams or millimetres, so that rows of both unit systems compare. */
export const normalisedColumn = (field: Field): string | null =>
  field.meta.unit ? `${field.id}_${isWeight(field) ? 'g' : 'mm'}` : null;

export const isWeight = (field: Field): boolean => field.meta.type === 'weight' || field.meta.as === 'weight';

function columnsOf(field: Field): TableColumn[] {
  const column = field.type.column(field.meta);
  if (!column) return [];
  const normalised = normalisedColumn(field);
  const fill = fillOf(field, column.type);
  return [
    {
      ...(fill === null ? {} : { fill }),
      ...{ name: field.id, type: catalogType(column.type), notNull: field.name === 'status' && field.system },
      ...(placesOf(field) > 0 ? { places: placesOf(field) } : {}),
    },
    ...(normalised ? [{ name: normalised, type: 'bigint', ...(fill === null ? {} : { fill: '0::bigint' }) }] : []),
  ];
}

/**
 * The constant default of a field that every record must have, which records from before the field get too: without it
 * they could not be saved again. Optional fields stay empty.
 */
function fillOf({ required, meta }: Field, type: string): string | null {
  const value = meta.default;
  if (required !== true || !['string', 'number', 'boolean'].includes(typeof value)) return null;
  // Both columns of a quantity would have to agree.
  if (meta.unit && value !== 0) return null;
  return `${literal(String(value))}::${type}`;
}

/** Decimal places with which a field's numbers are shown. */
export const placesOf = ({ type, meta }: Field): number =>
  type.cel(meta) === 'decimal'
    ? (/\.(0+)/.exec(type.format(0, meta, { culture: 'en-US', timeZone: 'UTC' }))?.[1]?.length ?? 0)
    : 0;

/** Types as `format_type` prints them, to compare with the database. */
export const catalogType = (type: string): string =>
  type
    .replace(/^timestamptz$/, 'timestamp with time zone')
    .replace(/^time\(0\)$/, 'time(0) without time zone')
    .replace(/^numeric\((\d+), ?(\d+)\)$/, 'numeric($1,$2)');

function keysAndChecks(table: string, field: Field, catalog: Catalog): TablePart[] {
  const parts: TablePart[] = [];
  const column = quote(field.id);
  const check = field.type.column(field.meta)?.check;
  if (check) parts.push(constraint(table, 'ck', `CHECK (${check.replaceAll('{col}', column)})`, field.id));
  const target = targetOf(field);
  const many = field.meta.type === 'references' || field.meta.many;
  const pointed = target && !many && !isHeld(field) ? catalog.byName.get(target)?.table : undefined;
  if (pointed) parts.push(foreignKey(table, field, pointed));
  if (field.meta.type === 'parent') parts.push(foreignKey(table, field, table));
  if (field.meta.unique) parts.push(constraint(table, 'uq', `UNIQUE (tenant_id, ${column})`, field.id));
  return parts;
}

/** The reference is protected by other means, so it needs neither a foreign key nor an index. */
const isHeld = (field: Field): boolean => field.meta.onDelete === 'held';

function foreignKey(table: string, field: Field, target: string): TablePart {
  const column = quote(field.id);
  const onDelete = field.meta.onDelete === 'clear' ? `ON DELETE SET NULL (${column})` : 'ON DELETE RESTRICT';
  const key = `FOREIGN KEY (tenant_id, ${column}) REFERENCES ${quote(target)} (tenant_id, id) ${onDelete}`;
  return constraint(table, 'fk', key, field.id);
}

/** Placeholder in an index for the tenant whose change creates it. */
export const ofTenant = 'tenant_id = :tenant';

/** Unique keys and the indexes for declared filters, sorts and row security; each starts with the tenant. */
function indexesOf(entity: Entity): TablePart[] {
  const list = entity.meta.list;
  const columns = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = entity.byName.get(name);
      return field && isSortable(field) ? [quote(field.id)] : [];
    });
  const narrowed = (list.filters ?? []).filter((name) => {
    const field = entity.byName.get(name);
    return field !== undefined && !isHeld(field);
  });
  const sort = columns(sortKeys(list.sort).filter((name) => name !== 'id'));
  const owner = ownerColumn(entity);
  const leads = [[], ...columns(narrowed).map((column) => [column]), ...(owner ? [[quote(owner)]] : [])];
  const wanted = leads.map((lead) => {
    const keys = [...new Set(['tenant_id', ...lead, ...sort, 'id'])];
    return { keys: keys.join(', '), beside: besides(entity).filter((column) => !keys.includes(column)) };
  });
  const declared = (entity.meta.indexes ?? []).map(({ fields, unique }) => ({
    unique: unique === true,
    columns: ['tenant_id', ...columns(fields)].join(', '),
  }));
  // A unique field already has an index.
  const pointing = entity.fields.filter(
    (field) => targetOf(field) && !field.system && !field.meta.many && !field.meta.unique && !isHeld(field),
  );
  // Only read by target, so rows without a target are left out of the index.
  const reverse = pointing
    .filter((field) => field.meta.type !== 'references' && !leads.some((lead) => lead[0] === quote(field.id)))
    .map(
      (field) =>
        `(tenant_id, ${quote(field.id)})${field.meta.required === true ? '' : ` WHERE ${quote(field.id)} IS NOT NULL`}`,
    );
  // A tenant's sort by an own field of a delivered list indexes all rows of that tenant, empty values included.
  const ownSort = entity.own?.origin === 'changed' && sort.some((column) => /^"x\d/.test(column));
  const listed = wanted
    .filter(({ keys }) => keys !== 'tenant_id, id')
    .map(({ keys, beside }) => `(${keys})${beside.length > 0 ? ` INCLUDE (${beside.join(', ')})` : ''}`)
    .map((definition) => (ownSort ? `${definition} WHERE ${ofTenant}` : definition));
  return [
    ...[...new Set([...listed, ...reverse])].map((each) => index(entity.table, each, false)),
    ...declared.map((each) => index(entity.table, `(${each.columns})`, each.unique)),
  ];
}

/**
 * Columns that row security and data scopes read, and the state, by which views filter. Including them in the index
 * allows counts and pages without reading the rows.
 */
function besides(entity: Entity): string[] {
  const owner = ownerColumn(entity);
  const scoped = Object.values(entity.access).some((grants) =>
    grants.some(({ rows }) => typeof rows === 'string' && ['orgAndBelow', 'org', 'custom'].includes(rows)),
  );
  const org = entity.org ? (entity.byName.get(entity.org)?.id ?? 'org_id') : 'org_id';
  return [
    ...(owner && owner !== 'id' ? [quote(owner)] : []),
    ...(scoped ? [quote(org)] : []),
    ...(owner && entity.start !== null ? [quote('status')] : []),
  ];
}

/** One lower-case column of all searched fields, so that a search is one condition on one trigram index. */
function searchColumn(entity: Entity): TableColumn | null {
  const names = entity.meta.list.search ?? [];
  if (names.length === 0) return null;
  const texts = names.flatMap((name) => {
    const field = entity.byName.get(name);
    return field ? [`COALESCE(${quote(field.id)}::text, ''::text)`] : [];
  });
  return { name: '_search', type: 'text', generated: `lower(${texts.join(` || ${literal('\n')} || `)})` };
}

/**
 * The name contains a hash of the searched expression: the index is dropped and recreated with the column. The tenant is
 * in it, because numbers of all tenants are made of the same trigrams: a search would read those of the others too.
 */
const searchIndex = (table: string, { generated = '' }: TableColumn): TablePart => {
  const name = `${table.slice(0, 40)}_ix_find_${hash(generated)}`;
  return { name, create: `CREATE INDEX ${quote(name)} ON ${quote(table)} USING gin (tenant_id, _search gin_trgm_ops)` };
};

/**
 * Search indexes beside the generated text: one over all searched fields of a tenant's own table, and one per field
 * that a tenant added to a delivered table, which other tenants share.
 */
function fieldSearch({ own, meta, byName, table }: Entity): TablePart[] {
  if (!own) return [];
  const beside = (meta.list.search ?? []).filter((name) => !own.searched.includes(name));
  const columns = beside.flatMap((name) => {
    const field = byName.get(name);
    return field?.type.column(field.meta)?.type === 'text' ? [`${quote(field.id)} gin_trgm_ops`] : [];
  });
  const together = own.origin === 'added' && columns.length > 0 ? [columns.join(', ')] : [];
  const each = own.origin === 'added' ? [] : columns;
  return [...together, ...each].map((keys) => index(table, `USING gin (${keys})`, false));
}

/** The column by which members are separated, or null if there is none. */
export const ownerColumn = (entity: Entity): string | null =>
  entity.owner === null || entity.owner === 'shared' ? null : (entity.byName.get(entity.owner)?.id ?? 'id');

function policiesOf(table: string, owner: string | null, column: string | null): TablePart[] {
  const tenant = 'tenant_id = (SELECT lading.tenant())';
  const staff = 'tenant_id = (SELECT lading.staff_tenant())';
  const own = `${tenant} AND CASE (SELECT lading.reach()) WHEN 0 THEN true WHEN ${quote(column ?? 'id')} THEN true ELSE false END`;
  // Policies of one command are combined by OR, so a policy FOR ALL would also apply to reads.
  const walls: [string, string, string][] =
    owner === 'shared'
      ? [
          ['read', 'FOR SELECT', `USING (${tenant})`],
          ['add', 'FOR INSERT', `WITH CHECK (${staff})`],
          ['edit', 'FOR UPDATE', `USING (${staff})`],
          ['delete', 'FOR DELETE', `USING (${staff})`],
        ]
      : [['wall', 'FOR ALL', `USING (${owner === null ? staff : own})`]];
  return [
    ...walls.map(([word, command, condition]) => policy(table, word, `${command} TO ${appRole} ${condition}`)),
    policy(table, 'system', `TO ${systemRole} USING (true)`),
  ];
}

function policy(table: string, word: string, body: string): TablePart {
  const name = `${word}_${hash(body)}`;
  return { name, create: `CREATE POLICY ${quote(name)} ON ${quote(table)} ${body}` };
}

function constraint(table: string, kind: string, definition: string, column = ''): TablePart {
  const name = [table.slice(0, 30), kind, column.slice(0, 16), hash(definition)].filter(Boolean).join('_');
  return { name, create: `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}` };
}

function index(table: string, definition: string, unique: boolean): TablePart {
  const name = `${table.slice(0, 40)}_${unique ? 'uq' : 'ix'}_${hash(definition)}`;
  const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
  // NULLs are equal: one internal account per kind and currency, although it has no customer.
  const nulls = unique ? ' NULLS NOT DISTINCT' : '';
  return { name, create: `CREATE ${kind} ${quote(name)} ON ${quote(table)} ${definition}${nulls}` };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
