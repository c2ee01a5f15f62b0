import type { Action } from '../../engine/index.ts';
import { AppError, refused } from '../errors.ts';
import { auditEachSql, keepEachSql, keptEachSql, type AuditEntry } from '../store/kept-sql.ts';
import type { Whole } from '../store/read-record-sql.ts';
import { bookEach } from './booking.ts';
import type { Context } from './context.ts';
import { forEach, refusalOf, requestFor, runAction, takeStep, type RowResult, type TakenStep } from './run-action.ts';
import { isRecordId, recordId } from './update-record.ts';
import { Apart, write, type Write, type WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** Most records of one transaction: their locks are held until its end. */
const mostTogether = 200;

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
  for (let at = 0; at < ids.length; at += mostTogether) {
    const some = ids.slice(at, at + mostTogether).map((id) => String(id).trim());
    const together = await runTogether(context, request, action, some, input);
    results.push(
      ...(together ?? (await forEach(some, request, (each, id) => runAction(context, each, action, { ...input, id })))),
    );
  }
  return results;
}

/** Null, and nothing written, where the records must go one by one: an effect asks the database itself, or one row fails in it. */
async function runTogether(
  context: Context,
  request: WriteRequest,
  action: Action,
  ids: readonly string[],
  input: Values,
): Promise<RowResult[] | null> {
  if (ids.length < 2 || new Set(ids).size < ids.length) return null;
  try {
    return await write(context, { ...request, key: null }, (write) => stepTogether(write, request, action, ids, input));
  } catch (error) {
    if (error instanceof Apart || (error instanceof AppError && error.status < 500)) return null;
    throw error;
  }
}

async function stepTogether(
  write: Write,
  request: WriteRequest,
  action: Action,
  ids: readonly string[],
  input: Values,
): Promise<RowResult[]> {
  write.together = true;
  write.refuseUnless(action.needs);
  const keys = new Map(ids.map((id) => [id, write.keyOf(requestFor(request, id))]));
  const asked = [...keys.values()].filter((key) => key !== null);
  // The keys are looked at after the rows are locked: whoever held a row has kept its answer by then.
  const [rows = [], kept = []] = await write.open(
    write.wholes(ids.filter(isRecordId), action.needs),
    ...(asked.length > 0 ? [keptEachSql(asked)] : []),
  );
  const found = new Map(rows.map((row) => [String((row as unknown as Whole).record['id']), row]));
  const answered = new Map(kept.map((row) => [String(row['key']), row['hash']]));

  const results = new Map<string, RowResult>();
  const steps = new Map<string, TakenStep>();
  for (const id of ids) {
    try {
      const key = keys.get(id);
      const before = key && answered.get(key.key);
      if (before !== undefined && before !== null) {
        if (before !== key?.hash.toString('hex')) throw new AppError('keyReused');
        results.set(id, { id, ok: true });
        continue;
      }
      const locked = write.locked(found.get(recordId(id)), action.needs);
      steps.set(id, await takeStep(write, action, locked, { ...input, id }));
    } catch (error) {
      results.set(id, refusalOf(id, error));
    }
  }
  const settled = await settleEach(write, steps, results);
  await bookFor(write, steps, settled, results);

  const done = [...settled].map(([id, record]) => {
    const { old, reaching, jobs } = steps.get(id) as TakenStep;
    return { id, old, record, reaching, jobs, version: Number(old['version']) + 1 };
  });
  const { updates, changes } = write.updateEach(done);
  const trail = done.map(({ id, version }, at): AuditEntry => write.trail(id, action.name, version, changes[at] ?? []));
  const keeps = done.flatMap(({ id, version, record }) => {
    const key = keys.get(id);
    const answer = { id, version, ...(request.entity.start === null ? {} : { status: record['status'] }) };
    return key ? [{ ...key, answer: JSON.stringify(answer) }] : [];
  });
  await write.end(
    ...updates,
    ...(trail.length > 0 ? [auditEachSql(trail)] : []),
    ...(keeps.length > 0 ? [keepEachSql(keeps)] : []),
    ...done.flatMap(({ id, version, jobs }) => write.enqueue(id, action.name, version, jobs)),
  );
  return ids.map((id) => results.get(id) ?? { id, ok: true });
}

/** The records that every rule lets pass; why the others do not goes to the results. */
async function settleEach(
  write: Write,
  steps: ReadonlyMap<string, TakenStep>,
  results: Map<string, RowResult>,
): Promise<Map<string, Values>> {
  const asked = [...steps].map(([id, step]) => ({
    ...{ id, step, questions: write.questions(step.record, step.touched, step.copied, step.old) },
  }));
  const statements = asked.flatMap(({ questions }) => questions.statements);
  const answers = statements.length > 0 ? await write.run(...statements) : [];
  const settled = new Map<string, Values>();
  let at = 0;
  for (const { id, step, questions } of asked) {
    const own = answers.slice(at, (at += questions.statements.length));
    try {
      settled.set(id, write.answered(questions, own, step.record, step.old, []).record);
    } catch (error) {
      results.set(id, refusalOf(id, error));
    }
  }
  return settled;
}

/** Books for the settled records; one whose booking is refused is settled no longer. */
async function bookFor(
  write: Write,
  steps: ReadonlyMap<string, TakenStep>,
  settled: Map<string, Values>,
  results: Map<string, RowResult>,
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
    results.set(id, refusalOf(id, refused(...reasons)));
  }
}
