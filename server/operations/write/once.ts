import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { claimKeySql, keepAnswerSql, releaseKeySql, renewKeySql, type Claim } from '../../store/idempotency-sql.ts';
import { prepared } from '../../store/database.ts';
import type { SqlQuery } from '../../store/sql.ts';
import type { Context } from '../context.ts';
import { keyOf, write, type WriteRequest } from './write.ts';

/** How long a repetition waits for the first answer, and how often it looks (ms). */
const patience = 5_000;
const glance = 100;
/** A claim outlives its node this long (s), and is renewed while its node lives (ms). */
const lease = 30;
const renewal = 10_000;

/**
 * Runs what is more than one write under the idempotency key of its request. The key is claimed first, and no connection
 * is held meanwhile: a repetition waits for the answer of the first, throws `busy` where that takes too long, and runs
 * itself only where the first failed or its node ended.
 */
export async function once<T>(context: Context, request: WriteRequest, run: () => Promise<T>): Promise<T> {
  const key = keyOf(request);
  if (key === null) return run();
  const claim: Claim = { ...key, holder: context.newId(), seconds: lease };
  const until = performance.now() + patience;
  for (;;) {
    const found = await beginOrLook<T>(context, request, claim);
    if (found === 'mine') return runAsHolder(context, request, { claim, run });
    if (found !== 'running') return found.answer;
    if (performance.now() > until) throw new AppError('busy');
    await pause(glance);
  }
}

/** Claims the key, or answers what its holder has answered; a claim without an answer is replayed as null. */
async function beginOrLook<T>(
  context: Context,
  request: WriteRequest,
  claim: Claim,
): Promise<{ answer: T } | 'mine' | 'running'> {
  const found = await write<{ answer: T } | 'mine' | null>(context, request, async (first) => {
    await first.open();
    await first.run(claimKeySql(claim));
    return 'mine';
  });
  return found ?? 'running';
}

async function runAsHolder<T>(
  context: Context,
  request: WriteRequest,
  { claim, run }: { claim: Claim; run: () => Promise<T> },
): Promise<T> {
  const { actor } = request;
  // Not as the session, which may end or get other rights meanwhile: what ran has run.
  const system = { tenant: actor.tenant, member: null, account: actor.facts.id, timeZone: actor.timeZone };
  const note = (statement: SqlQuery) =>
    context.database.write(system, (transaction) => transaction.run(prepared(statement, actor)));
  const renewing = setInterval(() => void note(renewKeySql(claim)).catch(() => undefined), renewal);
  const kept = (answer: T) => note(keepAnswerSql({ ...claim, answer: JSON.stringify({ answer }) }));
  try {
    const answer = await run().catch(async (error: unknown) => {
      // A refused request may be retried at once; where this fails too, the claim ends by itself.
      await note(releaseKeySql(claim)).catch(() => undefined);
      throw error;
    });
    // What ran has run. Without a kept answer a repetition is busy until the claim ends by itself, and runs only then.
    await kept(answer).catch(() => kept(answer).catch(() => undefined));
    return answer;
  } finally {
    clearInterval(renewing);
  }
}
