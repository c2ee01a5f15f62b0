import type { Actor, Context } from './context.ts';
import { mostTogether, takeTogether, type Asked } from './run-together.ts';
import { recordId, takeAlone, type Step, type Stepped } from './take-step.ts';
import type { WriteRequest } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** Transactions of one person and step that are under way before others wait for the next one. */
const mostUnderWay = 2;

/** Milliseconds after which nobody waits any longer: what is under way may be held up by a lock. */
const longestWait = 50;

/** Milliseconds for which each goes alone after some could not go together. */
const apartFor = 1_000;

/** One request that waits, and whom to tell. */
interface Waiting extends Asked {
  done(answer: Stepped | Promise<Stepped>): void;
  failed(error: unknown): void;
}

/** The same step of one person: what is under way, and what goes with the next transaction. */
interface Queue {
  underWay: number;
  waiting: Waiting[];
  timer: NodeJS.Timeout | undefined;
  apartUntil: number;
}

const queues = new WeakMap<Actor, Map<string, Queue>>();

function queueOf({ actor, entity }: WriteRequest, step: Step): Queue {
  const own = queues.get(actor) ?? new Map<string, Queue>();
  queues.set(actor, own);
  const word = `${entity.name} ${step.name}`;
  const queue = own.get(word) ?? { underWay: 0, waiting: [], timer: undefined, apartUntil: 0 };
  own.set(word, queue);
  return queue;
}

/**
 * `takeAlone` for a person, or a program in their name, who asks for the same step of many records at once: what comes while
 * others are under way shares the next transaction, and its commit, as a bulk does. Each is judged, answered and repeated as
 * if it were alone; whoever asks for one at a time never waits.
 */
export async function takeShared(context: Context, request: WriteRequest, step: Step, input: Values): Promise<Stepped> {
  const id = recordId(input['id']);
  const queue = queueOf(request, step);
  if (performance.now() < queue.apartUntil) return takeAlone(context, request, step, input);
  return new Promise<Stepped>((done, failed) => {
    queue.waiting.push({ id, request, input, done, failed });
    if (queue.underWay < mostUnderWay) depart(context, queue, step);
    else queue.timer ??= setTimeout(() => depart(context, queue, step), longestWait);
  });
}

/** Sends off those who wait; a second request for a record waits until the first is through. */
function depart(context: Context, queue: Queue, step: Step): void {
  clearTimeout(queue.timer);
  queue.timer = undefined;
  const group = new Map<string, Waiting>();
  const rest: Waiting[] = [];
  for (const each of queue.waiting) {
    if (group.size < mostTogether && !group.has(each.id)) group.set(each.id, each);
    else rest.push(each);
  }
  queue.waiting = rest;
  queue.underWay += 1;
  void take(context, queue, step, [...group.values()]).finally(() => {
    queue.underWay -= 1;
    if (queue.waiting.length > 0) depart(context, queue, step);
  });
}

/** Takes the step of all of them, together as far as that goes, and tells each what came of it. */
async function take(context: Context, queue: Queue, step: Step, group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  try {
    const outcomes = await takeTogether(context, first.request, step, group);
    for (const [at, outcome] of (outcomes ?? []).entries()) {
      if (outcome instanceof Error) group[at]?.failed(outcome);
      else group[at]?.done(outcome);
    }
    if (outcomes) return;
  } catch (error) {
    for (const { failed } of group) failed(error);
    return;
  }
  if (group.length > 1) queue.apartUntil = performance.now() + apartFor;
  const alone = group.map(({ request, input, done }) => {
    const answer = takeAlone(context, request, step, input);
    done(answer);
    return answer;
  });
  await Promise.allSettled(alone);
}
