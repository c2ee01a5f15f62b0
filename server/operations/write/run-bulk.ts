import { issue, type Issue } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Entry, Mutation, Outcome, Values } from './mutation.ts';
import { runEach } from './pipeline.ts';
import type { WriteRequest } from './write.ts';
import { refusal } from './write-outcomes.ts';

/** The result for one record of a bulk request. */
export interface RowResult {
  id: string;
  ok: boolean;
  issues?: readonly Issue[];
}

/** Runs a mutation on many records in order; a refused one does not stop the others. None at all is refused. */
export async function runBulk(
  context: Context,
  request: WriteRequest,
  mutation: Mutation,
  ids: readonly unknown[],
  inputOf: (id: string) => Values,
): Promise<RowResult[]> {
  const trimmed = someOf(ids).map((id) => String(id).trim());
  const entries = trimmed.map((id): Entry => ({ request: requestFor(request, id), input: inputOf(id) }));
  const outcomes = await runEach(context, request, mutation, entries, 'bulk');
  return outcomes.map((outcome, at) => resultOf(trimmed[at] ?? '', outcome));
}

/** Runs work that cannot share a transaction for each of many records. */
export async function forEach(
  ids: readonly unknown[],
  request: WriteRequest,
  one: (request: WriteRequest, id: string) => Promise<unknown>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const raw of someOf(ids)) {
    const id = String(raw);
    try {
      await one(requestFor(request, id), id);
      results.push({ id, ok: true });
    } catch (error) {
      results.push(resultOf(id, refusal(error)));
    }
  }
  return results;
}

function someOf(ids: readonly unknown[]): readonly unknown[] {
  if (ids.length === 0) throw refused(issue('ids.none', 'ids'));
  return ids;
}

/** The request for one of many records, as if it had come alone. */
const requestFor = (request: WriteRequest, id: string): WriteRequest => ({
  ...request,
  key: request.key === null ? null : `${request.key}:${id}`,
  fingerprint: `${request.fingerprint}:${id}`,
});

function resultOf(id: string, outcome: Outcome): RowResult {
  if (!(outcome instanceof AppError)) return { id, ok: true };
  const { kind, details } = outcome;
  return { id, ok: false, issues: details.issues ?? [issue(`error.${kind}`, '', details.params)] };
}
