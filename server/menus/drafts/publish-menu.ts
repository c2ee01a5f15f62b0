import type pg from 'pg';
import { issue, netChanges, type Entity, type RecordChange, type RecordStep } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { add } from '../../operations/write/add.ts';
import { edit } from '../../operations/write/edit.ts';
import type { Mutation, MutationResult } from '../../operations/write/mutation.ts';
import { runOne } from '../../operations/write/pipeline.ts';
import { remove } from '../../operations/write/remove.ts';
import type { Actor, Context } from '../../operations/context.ts';
import { constraintFields } from '../../store/constraint-fields.ts';
import { translateError } from '../../store/translate-error.ts';
import { databaseWithin } from '../../store/within.ts';
import { isNew, sameValue } from './draft-steps.ts';
import { menuRecords, type MenuRecord } from './menu-rows.ts';

type Input = Readonly<Record<string, unknown>>;

interface Publishing {
  readonly context: Context;
  readonly actor: Actor;
  readonly entity: Entity;
  readonly client: pg.PoolClient;
}

/**
 * Writes what the steps come to, each record under the rules and in the name of the publisher, within the transaction
 * of `client`. Answers the number of changed records. Throws `refused` with what has changed since the draft was started,
 * or with the issues of every record.
 */
export async function writeSteps(publishing: Publishing, steps: readonly RecordStep[]): Promise<number> {
  const { actor, entity, client } = publishing;
  const changes = netChanges(steps);
  const records = await menuRecords(client, entity, actor.tenant, 'FOR UPDATE');
  const moved = changes.flatMap((change) => movedIssues(change, records.get(change.id)));
  if (moved.length > 0) throw refused(...moved);
  const ids = new Map<string, string>();
  const real = (id: unknown): unknown => ids.get(String(id)) ?? id;
  for (const { id, after } of parentsFirst(changes.filter(({ before }) => !before))) {
    const { id: made } = await written(publishing, add, { ...after, parent: real(after?.['parent'] ?? null) }, id);
    ids.set(id, made);
  }
  for (const { id, before, after } of changes) {
    if (!before || !after) continue;
    const parent = 'parent' in after ? { parent: real(after['parent']) } : {};
    await written(publishing, edit, { id, version: records.get(id)?.version, ...after, ...parent }, id);
  }
  for (const { id } of parentsFirst(changes.filter(({ after }) => !after)).toReversed()) {
    await written(publishing, remove, { id, version: records.get(id)?.version }, id);
  }
  return changes.length;
}

/** What another person changed in a record since the draft was started. */
function movedIssues({ id, before }: RecordChange, record: MenuRecord | undefined) {
  if (!before) return [];
  if (!record) return [issue('menu.removedMeanwhile', id)];
  const name = String(record.fields['name']);
  return Object.entries(before)
    .filter(([field, value]) => !sameValue(record.fields[field], value))
    .map(([field]) => issue('menu.changedMeanwhile', `${id}.${field}`, { name, field }));
}

/** New or removed records in an order in which no record comes before its parent. */
export function parentsFirst(changes: readonly RecordChange[]): RecordChange[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const done = new Set<RecordChange>();
  const visit = (change: RecordChange, above: ReadonlySet<string>) => {
    const parent = byId.get(String((change.after ?? change.before)?.['parent'] ?? ''));
    if (parent && !above.has(parent.id)) visit(parent, new Set([...above, change.id]));
    done.add(change);
  };
  for (const change of changes) visit(change, new Set());
  return [...done];
}

async function written({ context, actor, entity, client }: Publishing, mutation: Mutation, input: Input, at: string) {
  const { tenant, timeZone, facts } = actor;
  const named = { ...actor, entrance: { tenant, member: null, account: facts.id, timeZone } };
  // The escalation check has its own connection and has run before the transaction (`refuseEscalation`).
  const { gate: _, ...ungated } = context;
  const request = { actor: named, entity, key: null, fingerprint: '' };
  try {
    return await runOne<MutationResult>({ ...ungated, database: databaseWithin(client) }, request, mutation, input);
  } catch (error) {
    throw atRecord(translateError(error, constraintFields(actor.catalog)), at);
  }
}

/** Refuses entries that would grant rights which the publisher does not hold. */
export async function refuseEscalation(context: Context, actor: Actor, entity: Entity, steps: readonly RecordStep[]) {
  const changes = netChanges(steps);
  for (const verb of ['add', 'edit', 'delete'] as const) {
    const some = changes.filter((change) => verbOf(change) === verb);
    const inputs = some.map(({ id, after }) => ({ ...after, ...(isNew(id) ? {} : { id }) }));
    const found = some.length > 0 ? ((await context.gate?.(actor, entity, verb, inputs)) ?? []) : [];
    const issues = found.flatMap((each, at) => each.map((one) => ({ ...one, path: `${some[at]?.id}.${one.path}` })));
    if (issues.length > 0) throw refused(...issues);
  }
}

const verbOf = ({ before, after }: RecordChange) => (before ? (after ? 'edit' : 'delete') : 'add');

/** The error of a write, with the record's id before the paths of its issues. */
function atRecord(known: unknown, id: string): unknown {
  if (!(known instanceof AppError) || known.kind !== 'refused') return known;
  return refused(...(known.details.issues ?? []).map((each) => ({ ...each, path: `${id}.${each.path}` })));
}
