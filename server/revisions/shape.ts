import pg from 'pg';
import type { Catalog, Entity, EntityDocument, EntityMeta, FieldMeta, OwnMeta } from '../../engine/index.ts';
import { extendCatalog, fieldTypes } from '../../engine/index.ts';
import { refused } from '../errors.ts';
import { planChange, type Step } from '../store/change-plan.ts';
import { quote } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { catalogType } from '../store/tables.ts';
import { ownMeta, type LiveEntity, type TenantSchema } from './catalogs.ts';

/** A change on its way: what is, what shall be, and the statements between. */
export interface Shape {
  readonly document: EntityDocument;
  readonly before: Entity | null;
  readonly after: Entity;
  readonly catalog: Catalog;
  readonly table: string | null;
  readonly steps: readonly Step[];
}

export interface Wanted {
  readonly tenant: string;
  readonly base: Catalog;
  readonly schema: TenantSchema;
  readonly baseDocument: EntityDocument | undefined;
  readonly document: EntityDocument;
  readonly revision: number;
  /** By state that goes: where its records go. */
  readonly mapping: Readonly<Record<string, string>>;
  /** By field: what records get that have nothing in it. */
  readonly backfill: Readonly<Record<string, unknown>>;
}

/** The catalog and the statements that a document asks for. Throws `refused` with every issue of the catalog. */
export async function shapeOf(system: SystemDatabase, wanted: Wanted): Promise<Shape> {
  const { schema, baseDocument, tenant, revision, base } = wanted;
  const name = wanted.document.meta.entity;
  const live = schema.live.get(name);
  const nextName = async (prefix: string) => {
    const { rows } = await system.pool.query<{ n: string }>(`SELECT nextval('lading.own_name') AS n`);
    return `${prefix}${rows[0]?.n}`;
  };
  const table = baseDocument ? null : (live?.table ?? (await nextName('own_')));
  const standing = schema.catalog.byName.get(name) ?? (live && retired(live));
  const document = await withColumns(system, wanted, table, standing ?? null, () => nextName('x'));
  const origin = baseDocument ? ('changed' as const) : ('added' as const);
  const mine = ownMeta({ origin, table, revision, document, words: document.texts }, baseDocument?.meta);
  const catalog = extended(base, schema, mine);
  const after = catalog.byName.get(name);
  if (!after) throw new Error('the catalog lost its own entity');
  const before = standing ?? null;
  const catalogBefore = schema.catalog;
  const planned = planChange({ tenant, before, after, catalogBefore, catalogAfter: catalog, revision });
  return {
    document,
    before,
    after,
    catalog,
    table,
    steps: [...planned, ...fillSteps(wanted, after), ...moveSteps(wanted, after)],
  };
}

/** An entity that was taken out of use still has its table. */
function retired(live: LiveEntity): Entity | null {
  const outcome = extendCatalog(empty, [ownMeta(live, undefined)]);
  return outcome.ok ? (outcome.value.byName.get(live.entity) ?? null) : null;
}
const empty: Catalog = { entities: [], byName: new Map(), byPath: new Map(), sockets: [], hash: '' };

/** The tenant's catalog with this entity in place of what it says now. */
export function extended(base: Catalog, schema: TenantSchema, mine: OwnMeta): Catalog {
  const others = [...schema.live.values()].filter(
    ({ entity, state, issues }) => state === 'live' && issues.length === 0 && entity !== mine.meta.entity,
  );
  const outcome = extendCatalog(base, [
    ...others.map((each) => ownMeta(each, base.byName.get(each.entity)?.meta)),
    mine,
  ]);
  if (outcome.ok) return outcome.value;
  const prefix = `${mine.meta.entity}: `;
  throw refused(...outcome.issues.map((found) => ({ ...found, path: found.path.replace(prefix, '') })));
}

/**
 * Gives new fields the columns that are theirs: on a delivered table always a fresh one, for other tenants have their own
 * there; on a table of the tenant's own a fresh one where the name stands for a column of another type already.
 */
async function withColumns(
  system: SystemDatabase,
  { document, baseDocument }: Wanted,
  table: string | null,
  before: Entity | null,
  fresh: () => Promise<string>,
): Promise<EntityDocument> {
  const types = table ? await columnTypes(system, table) : new Map<string, string>();
  const idsOf = (fields: Readonly<Record<string, FieldMeta>> = {}) =>
    new Set(Object.entries(fields).map(([name, { id = name }]) => id));
  const place = async (
    fields: Readonly<Record<string, FieldMeta>>,
    delivered: ReadonlySet<string>,
    known: ReadonlySet<string>,
    own: boolean,
  ) => {
    const placed: [string, FieldMeta][] = [];
    for (const [name, meta] of Object.entries(fields)) {
      const { id = name } = meta;
      const taken = own
        ? !known.has(id) && types.has(id) && types.get(id) !== columnType(meta)
        : !delivered.has(id) && !/^x\d+$/.test(id);
      placed.push([name, taken ? { ...meta, id: await fresh() } : meta]);
    }
    return Object.fromEntries(placed);
  };
  const delivered = baseDocument?.meta.fields;
  const known = idsOf(before?.meta.fields);
  const fields = await place(document.meta.fields, idsOf(delivered), known, !delivered);
  for (const [name, meta] of Object.entries(fields)) {
    const lines = delivered?.[name]?.fields;
    if (meta.fields && lines)
      fields[name] = { ...meta, fields: await place(meta.fields, idsOf(lines), new Set(), false) };
  }
  const meta: EntityMeta = { ...document.meta, fields };
  return { ...document, meta };
}

const columnType = (meta: FieldMeta): string | undefined => {
  const column = fieldTypes[meta.type].column(meta);
  return column ? catalogType(column.type) : undefined;
};

async function columnTypes(system: SystemDatabase, table: string): Promise<Map<string, string>> {
  const { rows } = await system.pool.query<{ name: string; type: string }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
      WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`,
    [`public.${quote(table)}`],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** What records get that have nothing in a field which they must have from now on; once more for those that come meanwhile. */
function fillSteps({ tenant, backfill }: Wanted, after: Entity): Step[] {
  return Object.entries(backfill).flatMap(([name, raw]): Step[] => {
    const field = after.byName.get(name);
    const column = field?.type.column(field.meta);
    if (!field || !column || raw === null || raw === undefined || raw === '') return [];
    const read = field.type.parse(raw, field.meta);
    if (!read.ok) throw refused(...read.issues.map((found) => ({ ...found, path: `backfill.${name}` })));
    const value = `${pg.escapeLiteral(typeof read.value === 'object' ? JSON.stringify(read.value) : String(read.value))}::${column.type}`;
    const set = `UPDATE ${quote(after.table)} SET ${quote(field.id)} = ${value} WHERE`;
    const rest = `AND ${quote(field.id)} IS NULL`;
    const step = { lock: 'ROW EXCLUSIVE', touches: after.table, reversible: false };
    return [
      { ...step, sql: `${set} tenant_id = $1 AND id = ANY($2::bigint[]) ${rest}`, time: 'online', batches: true },
      { ...step, sql: `${set} tenant_id = ${tenant} ${rest}`, time: 'switch', rows: true },
    ];
  });
}

/** Records of states that go, to where they are sent. */
const moveSteps = ({ tenant, mapping }: Wanted, after: Entity): Step[] =>
  Object.entries(mapping).flatMap(([from, to]): Step[] => {
    if (from in after.states) return [];
    const known = Object.keys(after.states);
    if (!known.includes(to))
      throw refused({ code: 'schema.unknownState', path: `mapping.${from}`, params: { state: to } });
    const sql = `UPDATE ${quote(after.table)} SET status = ${pg.escapeLiteral(to)}, version = version + 1 WHERE tenant_id = ${tenant} AND status = ${pg.escapeLiteral(from)}`;
    return [{ sql, time: 'switch', lock: 'ROW EXCLUSIVE', touches: after.table, reversible: false, rows: true }];
  });
