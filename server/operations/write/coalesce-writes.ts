import { addBatch } from './add-together.ts';
import type { Actor, Context } from '../context.ts';
import { createRecord } from './create-record.ts';
import { maxBatch, runBatch } from './run-batch.ts';
import { recordId } from '../record-id.ts';
import { runOne, type Mutation, type MutationResult } from './take-step.ts';
import type { BatchEntry, Outcome } from './batch.ts';
import type { WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** Transactions of one queue at once: while the database works on one, this process prepares the other. */
const maxUnderWay = 2;

/** Milliseconds in which those who asked together a moment ago may do so again. */
const shortWait = 2;

/** Milliseconds after which nobody waits any longer: what is under way may be held up by a lock. */
const maxWait = 50;

/** Milliseconds for which each goes alone after some could not go together; twice as long each time, until they can. */
const apartFor = { first: 1_000, most: 60_000 };

/** How one kind of write is done. */
interface CoalescedWrite<T extends BatchEntry> {
  /** What came of each in one transaction; null, and nothing written, where they must go one by one. */
  together(group: readonly T[]): Promise<Outcome[] | null>;
  alone(one: T): Promise<MutationResult>;
  /** Of two that answer the same, the second waits until the first is through. */
  alike(one: T): unknown;
}

/** One request that waits, and whom to tell. */
interface Waiting<T> {
  readonly one: T;
  done(answer: MutationResult | Promise<MutationResult>): void;
  failed(error: unknown): void;
}

/** One kind of write by one person: what is under way, and who goes with the next transaction. */
interface Queue {
  transactions: number;
  requests: number;
  /** How many were asking at once, at most, since somebody waited for others in vain. */
  crowd: number;
  waiting: Waiting<never>[];
  timer: NodeJS.Timeout | undefined;
  apartUntil: number;
  apartFor: number;
}

const queues = new WeakMap<Actor, Map<string, Queue>>();

function queueOf({ actor, entity }: WriteRequest, verb: string): Queue {
  const own = queues.get(actor) ?? new Map<string, Queue>();
  queues.set(actor, own);
  const word = `${entity.name} ${verb}`;
  const queue = own.get(word) ?? {
    transactions: 0,
    requests: 0,
    crowd: 0,
    waiting: [],
    timer: undefined,
    apartUntil: 0,
    apartFor: 0,
  };
  own.set(word, queue);
  return queue;
}

/**
 * One step of one record, for a person, or a program in their name, who asks for many at once: what comes while others of
 * the same are under way shares the next transaction and its commit, as a bulk does. Each is judged, answered and repeated as
 * if it had come alone (`takeAlone`). Whoever asks for one at a time does not wait, but for a moment after a crowd. Where
 * secrets are hashed each goes alone: that takes longer than a transaction should.
 */
export async function runCoalesced(
  context: Context,
  request: WriteRequest,
  step: Mutation,
  input: Values,
): Promise<MutationResult> {
  if (hashes(request)) return runOne(context, request, step, input);
  const one = { id: recordId(input['id']), request, input };
  return share(queueOf(request, step.name), one, {
    together: (group) => runBatch(context, request, step, group, 'crowd'),
    alone: (each) => runOne(context, each.request, step, each.input),
    alike: ({ id }) => id,
  });
}

/** A new record in the same way: alone it is `createRecord`. */
export function addCoalesced(context: Context, request: WriteRequest, input: Values): Promise<MutationResult> {
  if (hashes(request)) return createRecord(context, request, input);
  const one: BatchEntry = { request, input };
  return share(queueOf(request, 'add'), one, {
    together: (group) => addBatch(context, request, group),
    alone: (each) => createRecord(context, each.request, each.input),
    alike: (each) => each.request.key ?? each,
  });
}

const hashes = ({ entity }: WriteRequest): boolean => entity.fields.some(({ meta }) => meta.type === 'secret');

function share<T extends BatchEntry>(queue: Queue, one: T, way: CoalescedWrite<T>): Promise<MutationResult> {
  if (performance.now() < queue.apartUntil) return way.alone(one);
  return new Promise<MutationResult>((done, failed) => {
    (queue.waiting as Waiting<T>[]).push({ one, done, failed });
    queue.crowd = Math.max(queue.crowd, queue.requests + queue.waiting.length);
    next(queue, way);
  });
}

/** Sends off those who wait once they are a fair part of the crowd, or have waited long enough. */
function next<T extends BatchEntry>(queue: Queue, way: CoalescedWrite<T>): void {
  if (queue.waiting.length === 0) return;
  const free = queue.transactions < maxUnderWay;
  if (free && queue.waiting.length * maxUnderWay >= queue.crowd) return depart(queue, way);
  queue.timer ??= setTimeout(
    () => {
      queue.crowd = queue.requests + queue.waiting.length;
      depart(queue, way);
    },
    free ? shortWait : maxWait,
  );
}

/** Sends off those who wait, as many as may share a transaction. */
function depart<T extends BatchEntry>(queue: Queue, way: CoalescedWrite<T>): void {
  clearTimeout(queue.timer);
  queue.timer = undefined;
  const group = new Map<unknown, Waiting<T>>();
  const rest: Waiting<T>[] = [];
  for (const each of queue.waiting as Waiting<T>[]) {
    const word = way.alike(each.one);
    if (group.size < maxBatch && !group.has(word)) group.set(word, each);
    else rest.push(each);
  }
  queue.waiting = rest as Waiting<never>[];
  queue.transactions += 1;
  queue.requests += group.size;
  void send(queue, way, [...group.values()]).finally(() => {
    queue.transactions -= 1;
    queue.requests -= group.size;
    clearTimeout(queue.timer);
    queue.timer = undefined;
    next(queue, way);
  });
  // Whoever stayed behind waits for what goes now, but not for ever.
  if (queue.waiting.length > 0) queue.timer = setTimeout(() => depart(queue, way), maxWait);
}

/** Writes for all of them, together as far as that goes, and tells each what came of it. Never throws. */
async function send<T extends BatchEntry>(
  queue: Queue,
  way: CoalescedWrite<T>,
  group: readonly Waiting<T>[],
): Promise<void> {
  try {
    const outcomes = group.length > 1 ? await way.together(group.map(({ one }) => one)) : null;
    if (outcomes) {
      queue.apartFor = 0;
      for (const [at, { done, failed }] of group.entries()) {
        const outcome = outcomes[at];
        if (outcome instanceof Error || !outcome) failed(outcome);
        else done(outcome);
      }
      return;
    }
  } catch (error) {
    for (const { failed } of group) failed(error);
    return;
  }
  if (group.length > 1) {
    queue.apartFor = Math.min(apartFor.most, queue.apartFor * 2 || apartFor.first);
    queue.apartUntil = performance.now() + queue.apartFor;
  }
  const alone = group.map(({ one, done }) => {
    const answer = way.alone(one);
    done(answer);
    return answer;
  });
  await Promise.allSettled(alone);
}
