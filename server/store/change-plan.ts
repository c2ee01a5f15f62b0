import { createHash } from 'node:crypto';
import type { Catalog, Entity } from '../../engine/core/index.ts';
import { retiredColumnAs, keptName, restored, type Fills } from './convert.ts';
import { columnText, createTable, grants } from './plan.ts';
import { ownPrefix } from './revision-sql.ts';
import { quote } from './sql.ts';
import { ofTenant, tablesOfEntity, type Table, type TableColumn, type TablePart } from './tables.ts';
import { appRole } from './row-security.ts';

/** When a statement of a change runs. `online`: while requests use the old form. `switch`: while no request runs. */
export type StepTime = 'online' | 'switch';

/** One statement of a schema change and its effect on concurrent work. */
export interface ChangeStep {
  readonly sql: string;
  readonly time: StepTime;
  /** The table lock that it takes, in Postgres' terms. */
  readonly lock: string;
  /** The table whose rows it reads or writes; absent if none. */
  readonly touches?: string;
  /** Whether undoing it loses no data. */
  readonly reversible: boolean;
  /** A statement over many rows, to be run in batches by id: `$1` the tenant, `$2` the ids. */
  readonly batches?: boolean;
  /** Reads or writes rows, so it runs as the system role, whose policies cover every tenant. */
  readonly rows?: boolean;
  /** Undoes the statement if the change is aborted before the switch. */
  readonly undo?: string;
  /** Removes an unfinished part that an interrupted run left under the same name; never anything with data. */
  readonly clear?: string;
}

export interface EntityChange {
  readonly tenant: string;
  readonly before: Entity | null;
  readonly after: Entity;
  readonly catalogBefore: Catalog;
  readonly catalogAfter: Catalog;
  readonly revision: number;
  /** The tenant's time zone. */
  readonly zone: string;
  /** By existing table: its columns with types, including columns that no revision names any more. */
  readonly standing: Standing;
  readonly fills: Fills;
  /** Names of all keys, checks and indexes on those tables. */
  readonly parts: ReadonlySet<string>;
  /** By existing table that is not in `before`: the statements that bring it to the form of `after`. */
  readonly returning: ReadonlyMap<string, readonly string[]>;
}

export type Standing = ReadonlyMap<string, ReadonlyMap<string, string>>;

const exclusive = 'ACCESS EXCLUSIVE';

/**
 * The statements that bring a tenant's tables from one revision of an entity to the next, in order. Data is never
 * dropped: a removed column stays, and one whose type changes is kept under another name.
 */
export function planChange(change: EntityChange): ChangeStep[] {
  const { before, after, catalogBefore, catalogAfter } = change;
  const old = new Map((before ? tablesOfEntity(before, catalogBefore) : []).map((table) => [table.name, table]));
  return tablesOfEntity(after, catalogAfter).flatMap((table) => {
    const was = old.get(table.name);
    if (was) return changeTable(change, was, table);
    const back = change.returning.get(table.name);
    return back ? back.map((sql) => unused(sql)) : newTable(table);
  });
}

/** A step on a table that is not in use yet. */
const unused = (sql: string, lock = exclusive): ChangeStep => ({ sql, time: 'online', lock, reversible: true });

function newTable(table: Table): ChangeStep[] {
  const create = createTable(table).map((sql) => unused(sql));
  const [first] = create;
  return [
    ...(first ? [{ ...first, undo: `DROP TABLE IF EXISTS ${quote(table.name)} CASCADE` }, ...create.slice(1)] : []),
    ...[...table.constraints, ...table.indexes, ...table.policies].map(({ create: sql }) =>
      unused(sql, sql.includes('FOREIGN KEY') ? 'SHARE ROW EXCLUSIVE' : exclusive),
    ),
    ...grants(table).map((sql) => unused(sql, 'none')),
  ];
}

const nextOf = (column: string): string => `${column}__next`;
const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

function changeTable(change: EntityChange, was: Table, table: Table): ChangeStep[] {
  const { after, revision } = change;
  const delivered = after.own?.origin === 'changed';
  const present = new Map(was.columns.map((column) => [column.name, column]));
  const added = table.columns.filter(({ name, generated }) => !present.has(name) && generated === undefined);
  const changed = table.columns.filter(({ name, type, generated }) => {
    const now = present.get(name);
    return now !== undefined && generated === undefined && now.type !== type;
  });
  const steps: ChangeStep[] = added.map((column) => addColumn(table.name, column, column.name));
  const retyped = changed.flatMap((column) => retype(change, table, present.get(column.name) ?? column, column));
  steps.push(...retyped);
  steps.push(...grantColumns(table, [...added.map(({ name }) => name), ...changed.map(({ name }) => nextOf(name))]));

  const names = new Set(changed.map(({ name }) => name));
  const speaksOf = (part: TablePart, columns: ReadonlySet<string>) =>
    [...columns].some((column) => part.create.includes(quote(column)));
  const isOurs = (part: TablePart) => !delivered || /"x\d+/.test(part.create);
  const oldParts = [...was.constraints, ...was.indexes].filter(isOurs);
  const newParts = [...table.constraints, ...table.indexes].filter(isOurs);
  const kept = new Set(newParts.filter((part) => !speaksOf(part, names)).map(({ name }) => name));
  // Parts that an earlier release did not create are missing, and are created with the next change.
  const standing = new Set(
    oldParts.map(({ name }) => name).filter((name) => change.parts.has(ownName(name, delivered))),
  );

  for (const part of newParts) {
    const moves = speaksOf(part, names);
    if (standing.has(part.name) && !moves) continue;
    const create = part.create.replace(ofTenant, `tenant_id = '${change.tenant}'::bigint`);
    const onNext = [...names].reduce((sql, column) => sql.replaceAll(quote(column), quote(nextOf(column))), create);
    steps.push(...addPart(table.name, part, moves ? onNext : create, delivered, moves));
  }
  for (const part of oldParts) if (!kept.has(part.name)) steps.push(dropPart(table.name, part, delivered));
  for (const column of changed) steps.push(...swap(table.name, column.name, revision));
  for (const part of newParts) {
    if (!speaksOf(part, names)) continue;
    const name = ownName(part.name, delivered);
    steps.push(atSwitch(renamePart(table.name, part, `${name.slice(0, 58)}__n`, name)));
  }
  return steps;
}

const atSwitch = (sql: string): ChangeStep => ({ sql, time: 'switch', lock: exclusive, reversible: true });

const addColumn = (table: string, column: TableColumn, name: string): ChangeStep => ({
  sql: `ALTER TABLE ${quote(table)} ADD COLUMN IF NOT EXISTS ${columnText({ ...column, name, notNull: false })}`,
  time: 'online',
  lock: exclusive,
  reversible: true,
});

function grantColumns(table: Table, columns: readonly string[]): ChangeStep[] {
  const open = columns.filter((column) => !table.secret.includes(column.replace(/__next$/, ''))).map(quote);
  if (open.length === 0) return [];
  const sql = `GRANT SELECT (${open.join(', ')}) ON ${quote(table.name)} TO ${appRole}`;
  return [{ sql, time: 'online', lock: 'none', reversible: true }];
}

/** Adds a second column that follows the first by trigger, then backfills it. */
function retype(
  { tenant, zone, standing, fills }: EntityChange,
  table: Table,
  was: TableColumn,
  column: TableColumn,
): ChangeStep[] {
  const next = nextOf(column.name);
  const name = `follow_${short(`${table.name} ${column.name}`)}`;
  const on = quote(table.name);
  const kept = retiredColumnAs(standing.get(table.name), column.name, column.type);
  const conversion = { from: was.type, to: column.type, zone, places: was.places ?? 0 };
  const filled = fills.get(table.name)?.get(kept ?? '');
  const follow = (row: string) =>
    restored(`${row}${quote(column.name)}`, kept && `${row}${quote(kept)}`, conversion, filled);
  const removal = `DROP FUNCTION IF EXISTS lading.${name}() CASCADE; ALTER TABLE ${on} DROP COLUMN IF EXISTS ${quote(next)}`;
  return [
    { ...addColumn(table.name, column, next), undo: removal },
    {
      sql: `CREATE OR REPLACE FUNCTION lading.${name}() RETURNS trigger LANGUAGE plpgsql AS $follow$
  BEGIN NEW.${quote(next)} := ${follow('NEW.')}; RETURN NEW; END $follow$`,
      time: 'online',
      lock: 'none',
      reversible: true,
    },
    {
      sql: `CREATE OR REPLACE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${on} FOR EACH ROW WHEN (NEW.tenant_id = ${tenant}) EXECUTE FUNCTION lading.${name}()`,
      time: 'online',
      lock: 'SHARE ROW EXCLUSIVE',
      reversible: true,
    },
    {
      sql: `UPDATE ${on} SET ${quote(next)} = ${follow('')} WHERE tenant_id = $1 AND id = ANY($2::bigint[])`,
      time: 'online',
      lock: 'ROW EXCLUSIVE',
      touches: table.name,
      reversible: true,
      batches: true,
    },
    atSwitch(`DROP TRIGGER ${name} ON ${on}`),
    atSwitch(`DROP FUNCTION lading.${name}()`),
  ];
}

/** Renames the old column by its revision and puts the new one in its place. */
const swap = (table: string, column: string, revision: number): ChangeStep[] => [
  atSwitch(`ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(column)} TO ${quote(keptName(column, revision))}`),
  atSwitch(`ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(nextOf(column))} TO ${quote(column)}`),
];

const ownName = (name: string, delivered: boolean): string => (delivered ? `${ownPrefix}${name}`.slice(0, 63) : name);

/** The same for a part of a delivered table that the catalog names. */
export const addOnline = (table: string, part: TablePart): ChangeStep[] =>
  addPart(table, part, part.create, false, false);

/**
 * Creates a key, check or index without blocking: constraints NOT VALID first, then validated; indexes concurrently.
 */
function addPart(table: string, part: TablePart, create: string, delivered: boolean, moves: boolean): ChangeStep[] {
  const final = ownName(part.name, delivered);
  const name = moves ? `${final.slice(0, 58)}__n` : final;
  const named = create.replace(quote(part.name), quote(name));
  const on = quote(table);
  if (/^CREATE (UNIQUE )?INDEX/.test(named)) {
    const partial = delivered && !named.includes(' WHERE ') && /"(x\d+)/.exec(named);
    return [
      {
        sql: `${named.replace(/INDEX /, 'INDEX CONCURRENTLY ')}${partial ? ` WHERE ${quote(partial[1] ?? '')} IS NOT NULL` : ''}`,
        time: 'online',
        lock: 'SHARE UPDATE EXCLUSIVE',
        touches: table,
        reversible: true,
        undo: `DROP INDEX IF EXISTS ${quote(name)}`,
        clear: `DROP INDEX IF EXISTS ${quote(name)}`,
      },
    ];
  }
  const undo = `ALTER TABLE ${on} DROP CONSTRAINT IF EXISTS ${quote(name)}`;
  const unique = / UNIQUE (\(.*\))$/.exec(named);
  if (unique) {
    return [
      {
        sql: `CREATE UNIQUE INDEX CONCURRENTLY ${quote(name)} ON ${on} ${unique[1]}`,
        time: 'online',
        lock: 'SHARE UPDATE EXCLUSIVE',
        touches: table,
        reversible: true,
        undo: `DROP INDEX IF EXISTS ${quote(name)}`,
        clear: `${undo}; DROP INDEX IF EXISTS ${quote(name)}`,
      },
      {
        sql: `ALTER TABLE ${on} ADD CONSTRAINT ${quote(name)} UNIQUE USING INDEX ${quote(name)}`,
        time: 'online',
        lock: exclusive,
        reversible: true,
        undo,
      },
    ];
  }
  return [
    { sql: `${named} NOT VALID`, time: 'online', lock: exclusive, reversible: true, undo, clear: undo },
    {
      sql: `ALTER TABLE ${on} VALIDATE CONSTRAINT ${quote(name)}`,
      time: 'online',
      lock: 'SHARE UPDATE EXCLUSIVE',
      touches: table,
      reversible: true,
    },
  ];
}

const isIndex = (part: TablePart): boolean => /^CREATE (UNIQUE )?INDEX/.test(part.create);

function dropPart(table: string, part: TablePart, delivered: boolean): ChangeStep {
  const name = quote(ownName(part.name, delivered));
  return atSwitch(
    isIndex(part) ? `DROP INDEX IF EXISTS ${name}` : `ALTER TABLE ${quote(table)} DROP CONSTRAINT IF EXISTS ${name}`,
  );
}

const renamePart = (table: string, part: TablePart, from: string, to: string): string =>
  isIndex(part)
    ? `ALTER INDEX ${quote(from)} RENAME TO ${quote(to)}`
    : `ALTER TABLE ${quote(table)} RENAME CONSTRAINT ${quote(from)} TO ${quote(to)}`;
