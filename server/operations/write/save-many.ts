import { issue, type Entity } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { SavedOutcome, SavedRow } from '../../modules/module.ts';
import type { Actor, Context } from '../context.ts';
import { add } from './add.ts';
import { edit } from './edit.ts';
import type { Entry, Mutation, Outcome, Values } from './mutation.ts';
import { runEach } from './pipeline.ts';

/**
 * Adds and changes many records of one entity, each validated, answered and stored under its key as if it had come
 * alone; a refused one does not stop the others. They share transactions where possible.
 */
export async function saveMany(
  context: Context,
  actor: Actor,
  entity: Entity,
  rows: readonly SavedRow[],
): Promise<SavedOutcome[]> {
  const outcomes = new Map<SavedRow, SavedOutcome>();
  const save = async (mutation: Mutation, some: readonly SavedRow[]) => {
    const entries = some.map((row): Entry => {
      const input = inputOf(row);
      const fingerprint = `${entity.path}/${mutation.name} ${JSON.stringify(input)}`;
      return { input, request: { actor, entity, key: row.key, fingerprint } };
    });
    const shared = { actor, entity, key: null, fingerprint: `${entity.path}/${mutation.name}` };
    const done = await runEach(context, shared, mutation, entries, 'independent');
    for (const [at, row] of some.entries()) outcomes.set(row, outcomeOf(row.key, done[at] as Outcome));
  };
  await save(
    add,
    rows.filter(({ id }) => id === undefined),
  );
  await save(
    edit,
    rows.filter(({ id }) => id !== undefined),
  );
  return rows.map((row) => outcomes.get(row) as SavedOutcome);
}

const inputOf = ({ id, version, values }: SavedRow): Values => {
  const { id: _id, version: _version, ...input } = values;
  return id === undefined ? input : { ...input, id, ...(version === undefined ? {} : { version }) };
};

function outcomeOf(key: string, outcome: Outcome): SavedOutcome {
  if (!(outcome instanceof AppError)) return { key, ok: true, id: outcome.id, version: outcome.version ?? 1 };
  const { kind, details } = outcome;
  const issues = details.issues ?? [issue(`error.${kind}`, '', details.params)];
  const current = kind === 'stale' ? (details.data as { version?: unknown } | undefined)?.version : undefined;
  return { key, ok: false, issues, ...(typeof current === 'number' ? { version: current } : {}) };
}
