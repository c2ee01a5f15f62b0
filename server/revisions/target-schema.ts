import { randomInt } from 'node:crypto';
import type pg from 'pg';
import type {
  Catalog,
  Entity,
  EntityDocument,
  EntityMeta,
  Field,
  FieldMeta,
  OwnMeta,
} from '../../engine/core/index.ts';
import { extendCatalog, fieldTypes } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import { planChange, type Standing, type ChangeStep } from '../store/change-plan.ts';
import { keptName, type Fills } from '../store/convert.ts';
import { planTables } from '../store/plan.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { catalogType, tablesOfEntity } from '../store/tables.ts';
import { ownMeta, type LiveEntity, type TenantSchema } from './catalogs.ts';
import type { PublishAnswers } from './publish-answers.ts';
import { namedFills, recordSteps, type NamedFills } from './record-steps.ts';

/** A planned change: present and target state, and the statements in between. */
export interface TargetSchema {
  readonly document: EntityDocument;
  readonly before: Entity | null;
  readonly after: Entity;
  readonly catalog: Catalog;
  readonly table: string | null;
  readonly steps: readonly ChangeStep[];
  readonly standing: Standing;
  readonly fills: Fills;
  /** Replacements given in this change for values that a new type cannot hold. */
  readonly filled: NamedFills;
  readonly zone: string;
}

export interface PublishRequest extends PublishAnswers {
  readonly tenant: string;
  /** The publisher. */
  readonly account: string;
  readonly zone: string;
  readonly base: Catalog;
  readonly schema: TenantSchema;
  readonly baseDocument: EntityDocument | undefined;
  readonly document: EntityDocument;
  readonly revision: number;
  /** Reuses the name of a retired entity, with a table of its own. */
  readonly anew: boolean;
}

/** A document with its table and columns assigned, before it is linked with other entities. */
export interface Placed {
  readonly own: OwnMeta;
  readonly document: EntityDocument;
  readonly table: string | null;
  readonly before: Entity | null;
  readonly standing: Standing;
  readonly fills: Fills;
}

export async function placeOf(system: SystemDatabase, wanted: PublishRequest): Promise<Placed> {
  const { schema, baseDocument, tenant, revision, base } = wanted;
  const name = wanted.document.meta.entity;
  const live = wanted.anew ? undefined : schema.live.get(name);
  const table = baseDocument ? null : (live?.table ?? freshName('own_'));
  const before = schema.catalog.byName.get(name) ?? (live && retired(live)) ?? null;
  const standing = await standingColumns(system.pool, table ?? base.byName.get(name)?.table ?? '');
  const mine = baseDocument ? await columnsOfTenant(system, tenant, name) : new Set<string>();
  const document = withColumns(wanted, table, standing, before, mine);
  const origin = baseDocument ? ('changed' as const) : ('added' as const);
  const own = ownMeta({ origin, table, revision, document, words: document.texts }, baseDocument?.meta);
  return { own, document, table, before, standing, fills: await fillsOf(system, tenant, name) };
}

/**
 * The catalog and statements of a document; `beside` are others published with it. Throws `refused` with every issue of
 * the catalog.
 */
export async function targetSchemaOf(
  system: SystemDatabase,
  wanted: PublishRequest,
  { own, document, table, before, standing, fills }: Placed,
  beside: readonly OwnMeta[],
): Promise<TargetSchema> {
  const { schema, tenant, zone, revision, base } = wanted;
  const catalog = extended(base, schema, own, beside);
  const after = catalog.byName.get(document.meta.entity);
  if (!after) throw new Error('the published entity is missing in the compiled catalog');
  const returning = await returningTables(system, standing, before, after, catalog);
  const parts = await standingParts(system.pool, [...standing.keys()]);
  const from = { before, catalogBefore: schema.catalog, standing, fills, parts, returning };
  const planned = planChange({ ...from, tenant, zone, after, catalogAfter: catalog, revision });
  const by = { tenant, account: wanted.account, revision };
  const stands = { standing, fills, zone };
  const steps = [...planned, ...recordSteps(by, before, after, stands, wanted)];
  const filled = namedFills(before, after, stands, wanted);
  return { document, before, after, catalog, table, steps, filled, ...stands };
}

/** A retired entity, whose table still exists. */
function retired(live: LiveEntity): Entity | null {
  const outcome = extendCatalog(empty, [ownMeta(live, undefined)]);
  return outcome.ok ? (outcome.value.byName.get(live.entity) ?? null) : null;
}
const empty: Catalog = { entities: [], byName: new Map(), byPath: new Map(), sockets: [], hash: '' };

/** The tenant's catalog with this entity, and those published with it, replaced by their new form. */
export function extended(base: Catalog, schema: TenantSchema, mine: OwnMeta, beside: readonly OwnMeta[] = []): Catalog {
  const anew = new Set([mine, ...beside].map(({ meta }) => meta.entity));
  const others = [...schema.live.values()].filter(
    ({ entity, state, issues }) => state === 'live' && issues.length === 0 && !anew.has(entity),
  );
  const outcome = extendCatalog(base, [
    ...others.map((each) => ownMeta(each, base.byName.get(each.entity)?.meta)),
    ...beside,
    mine,
  ]);
  if (outcome.ok) return outcome.value;
  const prefix = `${mine.meta.entity}: `;
  throw refused(...outcome.issues.map((found) => ({ ...found, path: found.path.replace(prefix, '') })));
}

/** Sub-tables of earlier revisions: they still exist with their data and are brought to the new form. */
async function returningTables(
  system: SystemDatabase,
  standing: Standing,
  before: Entity | null,
  after: Entity,
  catalog: Catalog,
): Promise<Map<string, string[]>> {
  const known = new Set((before ? tablesOfEntity(before, catalog) : []).map(({ name }) => name));
  const returning = new Map<string, string[]>();
  for (const table of tablesOfEntity(after, catalog)) {
    if (known.has(table.name) || !standing.has(table.name)) continue;
    returning.set(table.name, await planTables(system.pool, [table]));
  }
  return returning;
}

/** Replacements of earlier publishes, by the retired columns of the original values. */
async function fillsOf(system: SystemDatabase, tenant: string, entity: string): Promise<Fills> {
  const { rows } = await system.pool.query<{ revision: number; filled: NamedFills }>(
    'SELECT revision, filled FROM lading.revision WHERE tenant_id = $1 AND entity = $2 AND filled IS NOT NULL',
    [tenant, entity],
  );
  const fills = new Map<string, Map<string, string>>();
  for (const { revision, filled } of rows)
    for (const [table, texts] of Object.entries(filled)) {
      const known = fills.get(table) ?? new Map<string, string>();
      for (const [column, text] of Object.entries(texts)) known.set(keptName(column, revision), text);
      fills.set(table, known);
    }
  return fills;
}

/** Columns of a delivered table from this tenant's revisions; other tenants' columns are out of reach. */
async function columnsOfTenant(system: SystemDatabase, tenant: string, entity: string): Promise<Set<string>> {
  const { rows } = await system.pool.query<{ id: string }>(
    `SELECT DISTINCT m[1] AS id FROM lading.revision, regexp_matches(document::text, '"id": ?"(x[0-9]+)"', 'g') m
      WHERE tenant_id = $1 AND entity = $2`,
    [tenant, entity],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Assigns columns to new fields: in a delivered table always a new one, because other tenants have columns there; in a
 * tenant's own table a new one if the name's column has another type.
 */
function withColumns(
  { document, baseDocument }: PublishRequest,
  table: string | null,
  standing: Standing,
  before: Entity | null,
  mine: ReadonlySet<string>,
): EntityDocument {
  const place = (
    fields: Readonly<Record<string, FieldMeta>>,
    isTaken: (id: string, meta: FieldMeta) => boolean,
  ): Record<string, FieldMeta> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, meta]) => [
        name,
        isTaken(meta.id ?? name, meta) ? { ...meta, id: freshName('x') } : meta,
      ]),
    );
  const delivered = (fields: Readonly<Record<string, FieldMeta>>) => {
    const ids = new Set(Object.entries(fields).map(([name, { id = name }]) => id));
    return (id: string) => !ids.has(id) && !mine.has(id);
  };
  const own = (on: string, known: readonly Field[]) => (id: string, meta: FieldMeta) => {
    // A sub-table has no column: its rows are in a table of their own.
    if (meta.fields) return false;
    const type = standing.get(on)?.get(id);
    // A column in use follows its field; an unused one of another type cannot be taken over.
    return (
      type !== undefined && type !== columnType(meta) && !known.some((field) => field.id === id && hasColumn(field))
    );
  };
  const base = baseDocument?.meta.fields;
  const fields = place(document.meta.fields, base ? delivered(base) : own(table ?? '', before?.fields ?? []));
  for (const [name, meta] of Object.entries(fields)) {
    if (!meta.fields) continue;
    const { id = name } = meta;
    const known = before?.fields.find((field) => field.id === id)?.lines ?? [];
    const lines = base?.[name]?.fields;
    if (base && !lines) continue;
    fields[name] = {
      ...meta,
      fields: place(meta.fields, lines ? delivered(lines) : own(`${table}__${id}`, known)),
    };
  }
  const meta: EntityMeta = { ...document.meta, fields };
  return { ...document, meta };
}

/** Random, because consecutive names would reveal to a tenant how much others create. */
const freshName = (prefix: string): string => `${prefix}${randomInt(1e11, 1e12)}`;

const hasColumn = (field: Field): boolean => field.type.column(field.meta) !== null;

const columnType = (meta: FieldMeta): string | undefined => {
  const column = fieldTypes[meta.type].column(meta);
  return column ? catalogType(column.type) : undefined;
};

/** The columns of a table and its sub-tables in the database, with their types. */
export async function standingColumns(client: Pick<pg.Pool, 'query'>, table: string): Promise<Standing> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
        AND (c.relname = $1 OR starts_with(c.relname, $1 || '__'))`,
    [table],
  );
  const tables = new Map<string, Map<string, string>>();
  for (const { table: on, name, type } of rows) tables.set(on, (tables.get(on) ?? new Map()).set(name, type));
  return tables;
}

/** The names of these tables' keys, checks and indexes in the database. */
async function standingParts(client: Pick<pg.Pool, 'query'>, tables: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.conname AS name FROM pg_constraint c WHERE c.conrelid = ANY (SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1))
     UNION SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND tablename = ANY ($1)`,
    [tables],
  );
  return new Set(rows.map(({ name }) => name));
}
