import type { Action } from '../../engine/index.ts';
import { AppError, refused } from '../errors.ts';
import { auditEachSql, keepEachSql, keptEachSql, takeKeysSql, type AuditEntry } from '../store/kept-sql.ts';
import type { Whole } from '../store/read-record-sql.ts';
import { bookEach } from './booking.ts';
import type { Context } from './context.ts';
import { sealSecrets } from './create-record.ts';
import { forEach, refusalOf, requestFor, runAction, stepOf, type RowResult } from './run-action.ts';
import { answerOf, isRecordId, recordId, type Step, type Stepped, type TakenStep } from './take-step.ts';
import { Apart, write, type Write, type WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** Most records of one transaction: their locks are held until its end. */
export const mostTogether = 200;

/** One of many records that are to take the same step, as if it had come alone. */
export interface Asked {
  readonly id: string;
  readonly request: WriteRequest;
  readonly input: Values;
}

/** What came of one of many: what it answers alone, or the refusal that it would have thrown. */
export type Outcome = Stepped | AppError;

/**
 * The same action on many records, in their order, each as if it had come alone: one that is refused does not hold up the
 * others. As far as it can be done they share transactions and statements, which is several times faster than each its own.
 */
export async function runOnMany(
  context: Context,
  request: WriteRequest,
  action: Action,
  ids: readonly unknown[],
  input: Values,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const step = stepOf(action);
  for (let at = 0; at < ids.length; at += mostTogether) {
    const some = ids.slice(at, at + mostTogether).map((id) => String(id).trim());
    const asked = some.map((id) => ({ id, request: requestFor(request, id), input: { ...input, id } }));
    const outcomes = await takeTogether(context, request, step, asked);
    results.push(
      ...(outcomes
        ? outcomes.map((each, at) => resultOf(some[at] ?? '', each))
        : await forEach(some, request, (each, id) => runAction(context, each, action, { ...input, id }))),
    );
  }
  return results;
}

const resultOf = (id: string, outcome: Outcome): RowResult =>
  outcome instanceof AppError ? refusalOf(id, outcome) : { id, ok: true };

/**
 * One step of several records by the person of `request`, in one transaction. Null, and nothing written, where they must go
 * one by one: a record is named twice, an effect asks the database itself, or one row fails in it.
 */
export async function takeTogether(
  context: Context,
  request: WriteRequest,
  step: Step,
  asked: readonly Asked[],
): Promise<Outcome[] | null> {
  if (asked.length < 2 || new Set(asked.map(({ id }) => id)).size < asked.length) return null;
  try {
    return await write(context, { ...request, key: null }, (write) => takeEach(write, step, asked));
  } catch (error) {
    if (error instanceof Apart) return null;
    if (error instanceof AppError && (error.status < 500 || error.details.undone)) return null;
    throw error;
  }
}

async function takeEach(write: Write, step: Step, asked: readonly Asked[]): Promise<Outcome[]> {
  write.together = true;
  write.refuseUnless(step.needs);
  const keys = new Map(asked.map(({ id, request }) => [id, write.keyOf(request)]));
  const held = [...keys.values()].filter((key) => key !== null);
  // Keys before rows, as a request alone has them, so that nobody waits in a circle.
  const opened = await write.open(
    ...(held.length > 0 ? [takeKeysSql(held), keptEachSql(held)] : []),
    write.wholes(asked.map(({ id }) => id).filter(isRecordId), step.needs),
  );
  const found = new Map((opened.at(-1) ?? []).map((row) => [String((row as unknown as Whole).record['id']), row]));
  const answered = new Map(held.length > 0 ? opened[1]?.map((row) => [String(row['key']), row]) : []);

  const outcomes = new Map<string, Outcome>();
  const steps = new Map<string, TakenStep>();
  for (const { id, input } of asked) {
    try {
      const key = keys.get(id);
      const before = key && answered.get(key.key);
      if (before) {
        if (before['hash'] !== key.hash.toString('hex')) throw new AppError('keyReused');
        outcomes.set(id, JSON.parse(String(before['answer'])) as Stepped);
        continue;
      }
      steps.set(id, await step.take(write, write.locked(found.get(recordId(id)), step.needs), input));
    } catch (error) {
      outcomes.set(id, refusal(error));
    }
  }
  const settled = await settleEach(write, step, steps, outcomes);
  await bookFor(write, steps, settled, outcomes);

  const done = [...settled].map(([id, record]) => {
    const { old, reaching, jobs } = steps.get(id) as TakenStep;
    const answer = answerOf(write, record, old);
    outcomes.set(id, answer);
    return { id, old, record, reaching, jobs, answer, version: answer.version };
  });
  const { updates, changes } = write.updateEach(done);
  const trail = done.map(({ id, version }, at): AuditEntry => write.trail(id, step.name, version, changes[at] ?? []));
  const keeps = done.flatMap(({ id, answer }) => {
    const key = keys.get(id);
    return key ? [{ ...key, answer: JSON.stringify(answer) }] : [];
  });
  await write.end(
    ...updates,
    ...(trail.length > 0 ? [auditEachSql(trail)] : []),
    ...(keeps.length > 0 ? [keepEachSql(keeps)] : []),
    ...done.flatMap(({ id, version, jobs }) => write.enqueue(id, step.name, version, jobs)),
  );
  return asked.map(({ id }) => outcomes.get(id) ?? new AppError('notFound'));
}

/** The refusal of one of many. Throws what is no refusal, which ends them all. */
function refusal(error: unknown): AppError {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return error;
}

/** The records that every rule lets pass; why the others do not goes to the outcomes. */
async function settleEach(
  write: Write,
  step: Step,
  steps: ReadonlyMap<string, TakenStep>,
  outcomes: Map<string, Outcome>,
): Promise<Map<string, Values>> {
  const asked = [...steps].map(([id, taken]) => ({
    ...{ id, taken, questions: write.questions(taken.record, taken.touched, taken.copied, taken.old) },
  }));
  const statements = asked.flatMap(({ questions }) => questions.statements);
  const answers = statements.length > 0 ? await write.run(...statements) : [];
  const settled = new Map<string, Values>();
  let at = 0;
  for (const { id, taken, questions } of asked) {
    const own = answers.slice(at, (at += questions.statements.length));
    try {
      const { record } = write.answered(questions, own, taken.record, taken.old, taken.issues);
      settled.set(id, step.seals ? await sealSecrets(write.context, write.request.entity, record) : record);
    } catch (error) {
      outcomes.set(id, refusal(error));
    }
  }
  return settled;
}

/** Books for the settled records; one whose booking is refused is settled no longer. */
async function bookFor(
  write: Write,
  steps: ReadonlyMap<string, TakenStep>,
  settled: Map<string, Values>,
  outcomes: Map<string, Outcome>,
): Promise<void> {
  const ids = [...settled.keys()];
  const issues = await bookEach(
    write,
    ids.map((id) => steps.get(id)?.booking ?? null),
  );
  for (const [at, id] of ids.entries()) {
    const reasons = issues[at] ?? [];
    if (reasons.length === 0) continue;
    settled.delete(id);
    outcomes.set(id, refused(...reasons));
  }
}
