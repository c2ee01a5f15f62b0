import { issue, type Entity } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { SavedOutcome, SavedRow } from '../../modules/module.ts';
import { addBatch } from './add-together.ts';
import type { Actor, Context } from '../context.ts';
import { createRecord } from './create-record.ts';
import { maxBatch, runBatch } from './run-batch.ts';
import { isRecordId } from '../record-id.ts';
import { runOne, type MutationResult } from './take-step.ts';
import { refusal, type BatchEntry, type Outcome } from './batch.ts';
import { edit } from './update-record.ts';
import type { WriteRequest } from './write.ts';

/**
 * Adds and changes many records of one entity, each judged, answered and kept under its key as if it had come alone by `add`
 * or `edit`; one that is refused does not hold up the others. As far as they can they share transactions.
 */
export async function saveMany(
  context: Context,
  actor: Actor,
  entity: Entity,
  rows: readonly SavedRow[],
): Promise<SavedOutcome[]> {
  const outcomes = new Map<SavedRow, SavedOutcome>();
  const save = async (
    some: readonly SavedRow[],
    together: (request: WriteRequest, asked: readonly (BatchEntry & { id: string })[]) => Promise<Outcome[] | null>,
    alone: (request: WriteRequest, input: SavedRow['values']) => Promise<MutationResult>,
    verb: string,
  ) => {
    for (let at = 0; at < some.length; at += maxBatch) {
      const group = some.slice(at, at + maxBatch);
      const asked = group.map((row) => {
        const input = inputOf(row);
        const fingerprint = `${entity.path}/${verb} ${JSON.stringify(input)}`;
        return { id: row.id ?? '', input, request: { actor, entity, key: row.key, fingerprint } };
      });
      const shared = { actor, entity, key: null, fingerprint: `${entity.path}/${verb}` };
      const done = await together(shared, asked);
      for (const [place, row] of group.entries()) {
        const each = asked[place] as (typeof asked)[number];
        const outcome = done ? done[place] : await alone(each.request, each.input).catch(refusal);
        outcomes.set(row, outcomeOf(row.key, outcome as Outcome));
      }
    }
  };
  await save(
    rows.filter(({ id }) => id === undefined),
    (request, asked) => addBatch(context, request, asked),
    (request, input) => createRecord(context, request, input),
    'add',
  );
  await save(
    rows.filter(({ id }) => id !== undefined),
    (request, asked) =>
      asked.every(({ id }) => isRecordId(id))
        ? runBatch(context, request, edit, asked, 'crowd')
        : Promise.resolve(null),
    (request, input) => runOne(context, request, edit, input),
    'edit',
  );
  return rows.map((row) => outcomes.get(row) as SavedOutcome);
}

const inputOf = ({ id, version, values }: SavedRow): SavedRow['values'] => {
  const { id: _id, version: _version, ...input } = values;
  return id === undefined ? input : { ...input, id, ...(version === undefined ? {} : { version }) };
};

function outcomeOf(key: string, outcome: Outcome): SavedOutcome {
  if (!(outcome instanceof AppError)) return { key, ok: true, id: outcome.id, version: outcome.version };
  const { kind, details } = outcome;
  const issues = details.issues ?? [issue(`error.${kind}`, '', details.params)];
  const stands = kind === 'stale' ? (details.data as { version?: unknown } | undefined)?.version : undefined;
  return { key, ok: false, issues, ...(typeof stands === 'number' ? { version: stands } : {}) };
}
