import type { Grant, Issue } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { Booking } from '../../modules/module.ts';
import type { FoundReference } from '../../store/reference-sql.ts';
import { bookingSql } from './booking.ts';
import type { Context } from '../context.ts';
import { sealSecrets } from './create-record.ts';
import { recordId } from '../record-id.ts';
import { write, type Locked, type Write, type WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** What can be done to one record that is there: an edit, or an action of its entity. */
export interface Mutation {
  /** As the trail calls it. */
  readonly name: string;
  /** The permission code. */
  readonly needs: string;
  /** Whether what is typed may hold secrets in plain. */
  readonly seals: boolean;
  /** Takes the step of a locked record. Throws `stale`, or `refused` with every reason. */
  take(write: Write, locked: Locked, input: Values): Promise<PreparedMutation>;
}

/** A record after its step, before the rules have judged it. */
export interface PreparedMutation {
  readonly old: Values;
  readonly record: Values;
  readonly touched: ReadonlySet<string>;
  /** What is against it already. */
  readonly issues: readonly Issue[];
  readonly reaching: readonly Grant[];
  readonly copied: readonly FoundReference[];
  readonly jobs: readonly string[];
  /** What the last effect books, which nobody has booked yet. */
  readonly booking: Booking | null;
}

/** What a step answers. */
export interface MutationResult {
  id: string;
  version: number;
  /** Where the entity has states. */
  status?: unknown;
}

/**
 * Takes one step of one record in a transaction of its own: lock, take, judge, write. Throws `notFound`, `forbidden`, `stale`
 * with the record as it is now, or `refused` with every reason at once.
 */
export async function runOne(
  context: Context,
  request: WriteRequest,
  step: Mutation,
  input: Values,
): Promise<MutationResult> {
  const { entity } = request;
  const id = recordId(input['id']);
  return write(context, request, async (write) => {
    write.refuseUnless(step.needs);
    const [rows] = await write.open(write.whole(id, step.needs));
    const taken = await step.take(write, write.locked(rows?.[0], step.needs), input);
    const { old, touched, issues, copied, reaching, jobs, booking } = taken;
    const settled = await write.settle(taken.record, old, touched, issues, copied);
    const record = step.seals ? await sealSecrets(context, entity, settled.record) : settled.record;
    const answer = answerOf(write, record, old);
    await write.end(
      ...(booking ? [bookingSql(booking)] : []),
      ...write.update(step.name, record, old, reaching, answer),
      ...write.enqueue(answer.id, step.name, answer.version, jobs),
    );
    return answer;
  }).catch((error: unknown) => {
    // The row would leave what the person may reach.
    if (!(error instanceof AppError) || error.kind !== 'forbidden' || error.details.params) throw error;
    throw new AppError('forbidden', { params: { code: `${entity.path}:${step.needs}` } });
  });
}

/** What is answered for a record that is written as `record`. */
export function answerOf({ request: { entity } }: Write, record: Values, old: Values): MutationResult {
  const answer = { id: String(old['id']), version: Number(old['version']) + 1 };
  return entity.start === null ? answer : { ...answer, status: record['status'] };
}
