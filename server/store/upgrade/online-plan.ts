import pg, { type PoolClient } from 'pg';
import { addOnline, type ChangeStep } from '../change-plan.ts';
import { isGenerated, kindOf, statementsOf, type TablePlan } from '../plan.ts';
import { lockWait, retryOnLock } from '../run-change.ts';
import { quote } from '../sql.ts';

/** Statements of one transaction, or one statement that must run outside of any. */
interface OnlineStep {
  readonly statements: readonly string[];
  /** It locks out neither reads nor writes, so it may wait for others as long as it takes. */
  readonly isHarmless?: boolean;
  /** Removes what an attempt leaves behind. */
  readonly clear?: string;
  /** Takes the step before it back, if this one finds rows that it cannot be true of. */
  readonly undo?: string;
  /** The statement of a module that has nothing left to do after it. */
  readonly instead?: string;
}

/**
 * What a plan only adds, as steps that each hold their locks for a moment: new tables, columns, constraints and indexes.
 * Tables whose columns are rewritten are left out, and so are policies, whose old and new form must not stand together.
 */
export function onlineSteps(plans: readonly TablePlan[]): OnlineStep[] {
  const additive = plans.filter(({ isNew, changes, columns }) => isNew || ![...changes, ...columns].some(rewrites));
  const tables = additive.flatMap((plan): OnlineStep[] => {
    // A table of which half is there would never get the other half.
    if (plan.isNew) return [{ statements: statementsOf(plan) }];
    const { columns, grants, parts, unproven, table } = plan;
    return [
      ...(columns.length > 0 ? [{ statements: [...columns, ...grants] }] : []),
      ...leftIndexes(plan).map((statement) => ({ statements: [statement] })),
      ...parts.filter((part) => kindOf(part) !== 'policy').flatMap((part) => addOnline(table.name, part).map(stepOf)),
      ...unproven.map((statement) => ({ statements: [statement], isHarmless: true, ...undoOf(statement) })),
    ];
  });
  const keys = additive.flatMap(({ table, keys: missing }) =>
    missing.flatMap((key) => addOnline(table.name, key).map(stepOf)),
  );
  return [...tables, ...keys];
}

const rewrites = (statement: string): boolean =>
  isGenerated(statement) || !/ ADD COLUMN | DROP DEFAULT$/.test(statement);

/** Drops of indexes that an interrupted run has not completed. */
const leftIndexes = ({ drops, parts }: TablePlan): string[] =>
  drops.filter((statement) => parts.some(({ name }) => statement === `DROP INDEX ${quote(name)}`));

const stepOf = ({ sql, lock, clear }: ChangeStep): OnlineStep => ({
  statements: [sql],
  isHarmless: lock === 'SHARE UPDATE EXCLUSIVE',
  ...(clear === undefined ? {} : { clear }),
  ...undoOf(sql),
});

function undoOf(statement: string): { undo?: string } {
  const [, table, name] = /^(ALTER TABLE .+) VALIDATE CONSTRAINT (.+)$/.exec(statement) ?? [];
  return name ? { undo: `${table} DROP CONSTRAINT IF EXISTS ${name}` } : {};
}

/**
 * New columns and indexes of the modules' own tables. An index that stands is a step without statements, because even
 * `IF NOT EXISTS` would lock its table against writes.
 */
export async function moduleSteps(client: PoolClient, statements: readonly string[]): Promise<OnlineStep[]> {
  const steps: OnlineStep[] = [];
  for (const statement of statements) {
    if (/^ALTER TABLE [\w.]+ ADD COLUMN IF NOT EXISTS /.test(statement))
      steps.push({ statements: [statement], instead: statement });
    const [, name, schema, table] =
      /^CREATE (?:UNIQUE )?INDEX IF NOT EXISTS (\w+) ON (\w+)\.(\w+) /.exec(statement) ?? [];
    if (!name) continue;
    const { rows } = await client.query<{ table: string | null; valid: boolean | null }>(
      `SELECT to_regclass($1)::text AS table,
              (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($2)) AS valid`,
      [`${schema}.${table}`, `${schema}.${name}`],
    );
    const [found] = rows;
    if (!found?.table) continue;
    const clear = `DROP INDEX IF EXISTS ${schema}.${name}`;
    if (found.valid === false) steps.push({ statements: [clear] });
    const sql = statement.replace('INDEX IF NOT EXISTS', 'INDEX CONCURRENTLY');
    steps.push({ statements: found.valid ? [] : [sql], isHarmless: true, clear, instead: statement });
  }
  return steps;
}

/** What a step needs is only made later, in the transaction of the rest. */
const notYet = new Set(['3F000', '42703', '42704', '42883', '42P01']);

/**
 * Runs the steps one by one while requests go on: each waits for its locks a quarter of a second at a time, so that
 * nobody queues behind it for longer. A step that ends is never repeated, so an interrupted run goes on where it stopped.
 * Answers the statements of modules that have nothing left to do.
 */
export async function runOnline(client: PoolClient, steps: readonly OnlineStep[]): Promise<Set<string>> {
  const done = new Set<string>();
  await client.query('SET search_path = public');
  await client.query(`SET lock_timeout = '${lockWait}'`);
  try {
    for (const { statements, isHarmless = false, clear, undo, instead } of steps) {
      const work = () => (isHarmless ? patiently(client, statements) : together(client, statements));
      try {
        await retryOnLock(work, clear, client);
        if (instead !== undefined) done.add(instead);
      } catch (error) {
        if (error instanceof pg.DatabaseError && notYet.has(error.code ?? '')) continue;
        if (undo) await retryOnLock(() => client.query(undo)).catch(() => undefined);
        throw error;
      }
    }
  } finally {
    await client.query('RESET lock_timeout; RESET search_path').catch(() => undefined);
  }
  return done;
}

async function together(client: PoolClient, statements: readonly string[]): Promise<void> {
  await client.query('BEGIN');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function patiently(client: PoolClient, statements: readonly string[]): Promise<void> {
  await client.query('SET lock_timeout = 0');
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.query(`SET lock_timeout = '${lockWait}'`).catch(() => undefined);
  }
}
