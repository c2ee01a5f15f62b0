import type { Pool } from 'pg';
import { ownPrefix } from './revision-sql.ts';
import { quote } from './sql.ts';
import type { Table, TableColumn, TablePart } from './tables.ts';
import { appRole, systemRole } from './row-security.ts';

/** `unfinished`: an index or a constraint that an interrupted change has not completed or validated. */
type PartKind = 'constraint' | 'index' | 'policy' | 'unfinished constraint' | 'unfinished index';

/** The database's present state, as far as the plan compares it. */
interface Present {
  columns: Map<string, Map<string, { type: string; notNull: boolean; generated: string | null }>>;
  /** Constraints, indexes and policies by table: name and kind. */
  parts: Map<string, Map<string, PartKind>>;
  /** Our triggers that name a column in their definition, by `table.column`. They are recreated after the tables. */
  triggers: Map<string, string[]>;
}

/** What one table lacks, in the order in which the statements run. */
export interface TablePlan {
  readonly table: Table;
  readonly isNew: boolean;
  /** Drops parts that the catalog does not name, and those that an interrupted change left behind. */
  readonly drops: readonly string[];
  /** Creates the table, or rewrites, drops and retypes its columns; it is locked meanwhile. */
  readonly changes: readonly string[];
  /** Adds columns. */
  readonly columns: readonly string[];
  /** Missing constraints, indexes and policies, without foreign keys. */
  readonly parts: readonly TablePart[];
  /** Constraints that hold for new rows only, because an interrupted change did not validate them. */
  readonly unproven: readonly string[];
  readonly grants: readonly string[];
  /** Missing foreign keys: they come last, when every referenced table and key exists. */
  readonly keys: readonly TablePart[];
}

/**
 * The statements that bring the database to the catalog's form, in order; empty if they agree. Data is never dropped: a
 * column that the catalog no longer names stays.
 */
export const planTables = async (pool: Pool, tables: readonly Table[]): Promise<string[]> =>
  inOrder(await planEach(pool, tables));

export const inOrder = (plans: readonly TablePlan[]): string[] => [
  ...plans.flatMap(statementsOf),
  ...plans.flatMap(({ keys }) => keys.map(({ create }) => create)),
];

/** All statements of one table but its foreign keys. */
export const statementsOf = (plan: TablePlan): string[] => [
  ...plan.drops,
  ...plan.changes,
  ...plan.columns,
  ...plan.parts.map(({ create }) => create),
  ...plan.unproven,
  ...plan.grants,
];

/** The same by table; tables that lack nothing are left out. */
export async function planEach(pool: Pool, tables: readonly Table[]): Promise<TablePlan[]> {
  const present = await readPresent(pool);
  return tables
    .map((table) => planTable(table, present))
    .filter((plan) => statementsOf(plan).length + plan.keys.length > 0);
}

function planTable(table: Table, present: Present): TablePlan {
  const columns = present.columns.get(table.name);
  const parts = present.parts.get(table.name) ?? new Map<string, PartKind>();
  const wanted = [...table.constraints, ...table.indexes, ...table.policies];
  // Parts that depend on a column are dropped before it changes and recreated in their new form.
  const drops = dropUnwanted(table, parts, new Set(wanted.map(({ name }) => name)));
  const { changes, added } = columns
    ? alterColumns(table, columns, present.triggers)
    : { changes: createTable(table), added: [] };
  const searchGoes = changes.includes(`ALTER TABLE ${quote(table.name)} DROP COLUMN "_search"`);
  const missing = wanted.filter((part) => {
    const now = parts.get(part.name);
    const stands = now !== undefined && (now === 'unfinished constraint' || now === kindOf(part));
    return !stands || (searchGoes && part.create.includes(' _search gin_trgm_ops)'));
  });
  return {
    ...{ table, isNew: !columns, drops, changes, columns: added },
    parts: missing.filter((part) => !isForeignKey(part)),
    keys: missing.filter(isForeignKey),
    unproven: wanted
      .filter(({ name }) => parts.get(name) === 'unfinished constraint')
      .map(({ name }) => `ALTER TABLE ${quote(table.name)} VALIDATE CONSTRAINT ${quote(name)}`),
    grants: !columns || added.length > 0 ? grants(table) : [],
  };
}

const isForeignKey = ({ create }: TablePart): boolean => create.includes('FOREIGN KEY');

export const kindOf = ({ create }: TablePart): 'constraint' | 'index' | 'policy' => {
  if (create.startsWith('CREATE POLICY')) return 'policy';
  return create.startsWith('ALTER TABLE') ? 'constraint' : 'index';
};

/**
 * Fill factor of pages in percent. The free space takes a row's next version, which then needs no new index entries (a
 * HOT update); a table has an index for every declared filter.
 */
const fillFactor = 90;

export function createTable(table: Table): string[] {
  const columns = table.columns.map((column) => `  ${columnText(column)}`).join(',\n');
  return [
    `CREATE TABLE ${quote(table.name)} (\n${columns}\n)${table.appendOnly ? '' : ` WITH (fillfactor = ${fillFactor})`}`,
    `ALTER TABLE ${quote(table.name)} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${quote(table.name)} FORCE ROW LEVEL SECURITY`,
  ];
}

/** Requests may do what policies allow, but never read secrets back; append-only rows are never changed. */
export function grants(table: Table): string[] {
  const name = quote(table.name);
  const open = table.columns
    .filter((column) => !table.secret.includes(column.name))
    .map((column) => quote(column.name));
  const write = table.appendOnly ? 'INSERT' : 'INSERT, UPDATE, DELETE';
  return [
    `GRANT SELECT (${open.join(', ')}), ${write} ON ${name} TO ${appRole}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${systemRole}`,
  ];
}

function alterColumns(
  table: Table,
  present: ReadonlyMap<string, { type: string; notNull: boolean; generated: string | null }>,
  triggers: Present['triggers'],
): { changes: string[]; added: string[] } {
  const name = quote(table.name);
  const retyped = table.columns.filter(
    ({ name: column, type }) => present.has(column) && present.get(column)?.type !== type,
  );
  const stale = table.columns.filter(({ name: column, generated }) => {
    const now = present.get(column)?.generated;
    if (generated === undefined || !now) return false;
    return plain(now) !== plain(generated) || retyped.some((each) => generated.includes(quote(each.name)));
  });
  // A generated column depends on its source columns' types, so it is dropped first. One that is no longer generated
  // holds no data of its own.
  const idle = [...present].filter(
    ([column, { generated }]) => generated !== null && !table.columns.some((each) => each.name === column),
  );
  const dropped = [...stale.map((column) => column.name), ...idle.map(([column]) => column)].map(
    (column) => `ALTER TABLE ${name} DROP COLUMN ${quote(column)}`,
  );
  const added = table.columns
    .filter((column) => !present.has(column.name) || stale.includes(column))
    .flatMap((column) => addColumn(name, column));
  // A trigger that names a column blocks changes of its type; triggers are recreated after the tables, as at every
  // start.
  const held = new Set(retyped.flatMap((column) => triggers.get(`${table.name}.${column.name}`) ?? []));
  // One statement, so that the table is rewritten once.
  const changes = retyped.filter((column) => !stale.includes(column)).map(retypeText);
  const changed = changes.length > 0 ? [`ALTER TABLE ${name} ${changes.join(', ')}`] : [];
  return {
    changes: [...dropped, ...[...held].map((trigger) => `DROP TRIGGER ${quote(trigger)} ON ${name}`), ...changed],
    added: added.toSorted((one, other) => Number(isGenerated(one)) - Number(isGenerated(other))),
  };
}

/** A constant default fills existing rows without rewriting the table; it goes at once, since writes state every value. */
function addColumn(table: string, { fill, ...column }: TableColumn): string[] {
  if (fill === undefined) return [`ALTER TABLE ${table} ADD COLUMN ${columnText(column)}`];
  return [
    `ALTER TABLE ${table} ADD COLUMN ${columnText({ ...column, default: fill })}`,
    `ALTER TABLE ${table} ALTER COLUMN ${quote(column.name)} DROP DEFAULT`,
  ];
}

/**
 * Assignment instead of a cast for newly bounded texts: a cast would silently truncate, the assignment fails. Raising a
 * bound does not rewrite the rows.
 */
function retypeText({ name, type }: TableColumn): string {
  const cast = type.startsWith('character varying') ? '' : ` USING ${quote(name)}::text::${type}`;
  return `ALTER COLUMN ${quote(name)} TYPE ${type}${cast}`;
}

/** Existing rows get their value at once, so that the whole table is rewritten. */
export const isGenerated = (statement: string): boolean => statement.includes(' GENERATED ALWAYS AS ');

/** Postgres normalises brackets, casts and quotes of expressions; without these both texts compare equal. */
const plain = (expression: string): string =>
  expression
    .replace(/[\s()"]|::text/g, '')
    .replaceAll("E'\\n'", "'\n'")
    .replace(/\n/g, '');

function dropUnwanted(table: Table, parts: ReadonlyMap<string, PartKind>, wanted: ReadonlySet<string>): string[] {
  const name = quote(table.name);
  return [...parts].flatMap(([part, kind]) => {
    // Parts with this prefix belong to tenants' own schema changes.
    if (part.includes('_pk_') || part.startsWith(ownPrefix)) return [];
    const isConstraint = table.constraints.some((each) => each.name === part);
    // An interrupted change leaves an index without its constraint, or one that is not complete.
    const isLeft = kind === 'unfinished index' || (kind === 'index' && isConstraint);
    if (wanted.has(part) && !isLeft) return [];
    if (kind === 'policy') return [`DROP POLICY ${quote(part)} ON ${name}`];
    const isIndex = kind === 'index' || kind === 'unfinished index';
    return isIndex ? [`DROP INDEX ${quote(part)}`] : [`ALTER TABLE ${name} DROP CONSTRAINT ${quote(part)}`];
  });
}

export function columnText(column: TableColumn): string {
  const parts = [quote(column.name), column.type];
  if (column.generated !== undefined) parts.push(`GENERATED ALWAYS AS (${column.generated}) STORED`);
  if (column.default !== undefined) parts.push(`DEFAULT ${column.default}`);
  if (column.notNull) parts.push('NOT NULL');
  return parts.join(' ');
}

async function readPresent(pool: Pool): Promise<Present> {
  const columns = await pool.query<{
    table: string;
    name: string;
    type: string;
    not_null: boolean;
    generated: string | null;
  }>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS not_null,
           CASE WHEN a.attgenerated <> '' THEN pg_get_expr(d.adbin, d.adrelid) END AS generated
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`);
  const parts = await pool.query<{ table: string; name: string; kind: PartKind }>(`
    SELECT c.relname AS table, k.conname AS name, CASE WHEN k.convalidated THEN 'constraint' ELSE 'unfinished constraint' END AS kind
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('p', 'f', 'u', 'c')
    UNION ALL
    SELECT tablename, policyname, 'policy' FROM pg_policies WHERE schemaname = 'public'
    UNION ALL
    SELECT c.relname, i.relname, CASE WHEN x.indisvalid THEN 'index' ELSE 'unfinished index' END FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      JOIN pg_class c ON c.oid = x.indrelid LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u')
     WHERE c.relnamespace = 'public'::regnamespace AND k.oid IS NULL`);
  const triggers = await pool.query<{ column: string; name: string }>(`
    SELECT DISTINCT c.relname || '.' || a.attname AS column, t.tgname AS name FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid
      JOIN pg_depend d ON d.classid = 'pg_trigger'::regclass AND d.objid = t.oid AND d.refobjid = c.oid AND d.refobjsubid > 0
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
     WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`);
  const present: Present = { columns: new Map(), parts: new Map(), triggers: new Map() };
  for (const { column, name } of triggers.rows)
    present.triggers.set(column, [...(present.triggers.get(column) ?? []), name]);
  for (const { table, name, type, not_null, generated } of columns.rows) {
    const known = present.columns.get(table) ?? new Map();
    present.columns.set(table, known.set(name, { type, notNull: not_null, generated }));
  }
  for (const { table, name, kind } of parts.rows) {
    const known = present.parts.get(table) ?? new Map<string, PartKind>();
    present.parts.set(table, known.set(name, kind));
  }
  return present;
}
