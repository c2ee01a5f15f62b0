import type { Action } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { auditEachSql, keepEachSql } from '../../store/idempotency-sql.ts';
import type { WholeRecord } from '../../store/read-record-sql.ts';
import { bookAllSql, bookEach } from './booking.ts';
import type { Context } from '../context.ts';
import { sealSecrets } from './create-record.ts';
import { forEach, refusalOf, requestFor, runAction, mutationOf, type RowResult } from './run-action.ts';
import { createTurns, Steps } from './steps.ts';
import { isRecordId, recordId } from '../record-id.ts';
import { answerOf, type Mutation, type PreparedMutation } from './take-step.ts';
import { openEach, orOneByOne, refusal, type BatchKind, type BatchEntry, type Outcome } from './batch.ts';
import { write, type Write, type WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** Most records of one transaction: their locks are held until its end. */
export const maxBatch = 200;

/** One of many records that are to take the same step. */
export interface BatchItem extends BatchEntry {
  readonly id: string;
}

/**
 * The same action on many records, in their order, each as if it had come alone: one that is refused does not hold up the
 * others. As far as it can be done they share transactions and statements, which is several times faster than each its own.
 */
export async function runBulk(
  context: Context,
  request: WriteRequest,
  action: Action,
  ids: readonly unknown[],
  input: Values,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const step = mutationOf(action);
  for (let at = 0; at < ids.length; at += maxBatch) {
    const some = ids.slice(at, at + maxBatch).map((id) => String(id).trim());
    const asked = some.map((id) => ({ id, request: requestFor(request, id), input: { ...input, id } }));
    const outcomes = await runBatch(context, request, step, asked, 'bulk');
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
export async function runBatch(
  context: Context,
  request: WriteRequest,
  step: Mutation,
  asked: readonly BatchItem[],
  company: BatchKind,
): Promise<Outcome[] | null> {
  if (asked.length < 2 || new Set(asked.map(({ id }) => id)).size < asked.length) return null;
  const attempt = (books: Books) =>
    write(context, { ...request, key: null }, (write) => takeEach(write, step, asked, company, books));
  return orOneByOne(company, () =>
    // Mostly the book refuses none; whom it does refuse is found out where it did.
    attempt('with the commit').catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'refused') return attempt('before');
      throw error;
    }),
  );
}

/** When the bookings are made: all or nothing in the last packet, or each on its own before the records are written. */
type Books = 'with the commit' | 'before';

async function takeEach(
  write: Write,
  step: Mutation,
  asked: readonly BatchItem[],
  company: BatchKind,
  books: Books,
): Promise<Outcome[]> {
  write.together = true;
  write.steps = new Steps(company === 'crowd');
  write.refuseUnless(step.needs);
  const wholes = write.wholes(asked.map(({ id }) => id).filter(isRecordId), step.needs);
  const { keys, outcomes, rows } = await openEach(write, company, asked, wholes);
  const found = new Map(rows[0]?.map((row) => [String((row as unknown as WholeRecord).record['id']), row]));
  const steps = new Map<number, PreparedMutation>();
  const giveWay = createTurns();
  for (const [at, { id, input }] of asked.entries()) {
    await giveWay();
    if (outcomes[at]) continue;
    try {
      steps.set(at, await step.take(write, write.locked(found.get(recordId(id)), step.needs), input));
    } catch (error) {
      outcomes[at] = refusal(error);
    }
  }
  const settled = await settleEach(write, step, steps, outcomes);
  if (books === 'before') await bookFor(write, steps, settled, outcomes);

  const done = [...settled].map(([at, record]) => {
    const taken = steps.get(at) as PreparedMutation;
    const answer = answerOf(write, record, taken.old);
    outcomes[at] = answer;
    return { ...taken, record, answer, key: keys[at] };
  });
  const { updates, changes } = write.updateEach(done);
  const trail = done.map(({ answer: { id, version } }, at) => write.trail(id, step.name, version, changes[at] ?? []));
  const keeps = done.flatMap(({ key, answer }) => (key ? [{ ...key, answer: JSON.stringify(answer) }] : []));
  await write.end(
    ...(books === 'before' ? [] : bookAllSql(done.map(({ booking }) => booking))),
    ...updates,
    ...(trail.length > 0 ? [auditEachSql(trail)] : []),
    ...(keeps.length > 0 ? [keepEachSql(keeps)] : []),
    ...done.flatMap(({ answer: { id, version }, jobs }) => write.enqueue(id, step.name, version, jobs)),
  );
  return outcomes as Outcome[];
}

/** The records that every rule lets pass; why the others do not goes to the outcomes. */
async function settleEach(
  write: Write,
  step: Mutation,
  steps: ReadonlyMap<number, PreparedMutation>,
  outcomes: (Outcome | undefined)[],
): Promise<Map<number, Values>> {
  const asked = [...steps].map(([place, taken]) => ({
    ...{ place, taken, questions: write.questions(taken.record, taken.touched, taken.copied, taken.old) },
  }));
  const statements = asked.flatMap(({ questions }) => questions.statements);
  const answers = statements.length > 0 ? await write.run(...statements) : [];
  const settled = new Map<number, Values>();
  let at = 0;
  const giveWay = createTurns();
  for (const { place, taken, questions } of asked) {
    await giveWay();
    const own = answers.slice(at, (at += questions.statements.length));
    try {
      const { record } = write.answered(questions, own, taken.record, taken.old, taken.issues);
      settled.set(place, step.seals ? await sealSecrets(write.context, write.request.entity, record) : record);
    } catch (error) {
      outcomes[place] = refusal(error);
    }
  }
  return settled;
}

/** Books for the settled records; one whose booking is refused is settled no longer. */
async function bookFor(
  write: Write,
  steps: ReadonlyMap<number, PreparedMutation>,
  settled: Map<number, Values>,
  outcomes: (Outcome | undefined)[],
): Promise<void> {
  const places = [...settled.keys()];
  const issues = await bookEach(
    write,
    places.map((place) => steps.get(place)?.booking ?? null),
  );
  for (const [at, place] of places.entries()) {
    const reasons = issues[at] ?? [];
    if (reasons.length === 0) continue;
    settled.delete(place);
    outcomes[place] = refused(...reasons);
  }
}
