import type { MoneyStep } from '../../support/money-steps.ts';
import { seeded } from './random.ts';
import type { Victim } from './fault-house.ts';
import type { Point } from './postgres-proxy.ts';

/** One kill: at a named point of a step that moves money, or at a moment that nothing knows of. */
export type Strike =
  | {
      readonly name: string;
      /** `message`: the gateway of payments asks, and nobody's key. */
      readonly kind: 'named' | 'message';
      readonly step: MoneyStep;
      readonly at: NamedPoint;
      readonly victim: Victim;
    }
  | { readonly name: string; readonly kind: 'import'; readonly at: NamedPoint; readonly victim: Victim }
  | {
      readonly name: string;
      readonly kind: 'random';
      readonly victim: Victim;
      readonly after: number;
      readonly turns: number;
    };

export interface NamedPoint {
  readonly name: string;
  readonly statement: (table: string) => RegExp;
  readonly when: Point['when'];
  /** Whether Postgres has kept all of it by then. */
  readonly kept: boolean;
}

const at = (name: string, when: Point['when'], statement: NamedPoint['statement'], kept = false): NamedPoint => ({
  ...{ name: `${when} ${name}`, when, statement, kept },
});
const taking = () => /^SELECT lading\.enter\(/;
const posting = () => /ledger\.(post|reverse|hold|settle|short_of_credit)\(/;
// One statement writes the row and the line of the trail, and keeps the answer.
const moving = (table: string) =>
  new RegExp(
    `^WITH _audit AS \\(INSERT INTO lading\\.audit .* _answer AS \\(INSERT INTO lading\\.idempotency .*(UPDATE|INSERT INTO) "${table}"`,
  );
const commit = () => /^COMMIT/;

/** The places of one money path, in their order. */
export const points: readonly NamedPoint[] = [
  at('the key is taken', 'after', taking),
  at('the posting', 'before', posting),
  at('the posting', 'after', posting),
  at('the row moves', 'before', moving),
  at('the row moves', 'after', moving),
  at('the commit', 'before', commit),
  at('the commit', 'after', commit, true),
];

/** Those of the job that imports: its batch posts, notes how far it came, commits. */
const importPoints: readonly NamedPoint[] = [
  at('a row of the batch is posted', 'after', posting),
  at('the progress of the batch', 'after', () => /^UPDATE lading\.job SET state/),
];

/**
 * Those of a message of the payments' gateway, which is kept by one transaction and counts by another: `kept` tells
 * whether the money has moved.
 */
const messagePoints: readonly NamedPoint[] = [
  at('the message is kept', 'before', () => /^INSERT INTO payment_message/),
  at('the payment is looked at', 'before', () => /^SELECT status, amount::text, currency, session/),
  at('the commit', 'before', commit),
  at('the commit', 'after', commit, true),
];

/**
 * So many kills, the same for the same seed: three named ones and then one at random, steps and points in turn so that
 * each step soon meets each point, every other of them to Postgres. Among the first are all that the import and messages have.
 */
export function strikesOf(count: number, steps: readonly MoneyStep[], seed: number): Strike[] {
  const random = seeded(seed);
  const first: Strike[] = importPoints.map((point) => ({
    ...{ name: `server, import of deposits, ${point.name}`, kind: 'import', at: point, victim: 'server' },
  }));
  const next = inTurn(
    'named',
    steps.filter((step) => !step.told),
    points,
  );
  // The rarer ones first: refunds are reported as well as payments.
  const nextMessage = inTurn('message', steps.filter((step) => step.told).toReversed(), messagePoints);
  first.push(...messagePoints.map(nextMessage));
  const strikes = Array.from({ length: count - first.length }, (_, number): Strike => {
    if (number % 4 !== 3) return next();
    if (number % 16 === 7) return nextMessage();
    const victim = number % 16 < 8 ? 'server' : 'postgres';
    const [after, turns] = [5 + Math.floor(random() * 20), Math.floor(random() * 200)];
    return { name: `${victim}, after ${after} requests and ${turns} turns`, kind: 'random', victim, after, turns };
  });
  return [...first, ...strikes].slice(0, count);
}

/** Each step soon meets each point, and every other of them is to Postgres. */
function inTurn(kind: 'named' | 'message', steps: readonly MoneyStep[], places: readonly NamedPoint[]): () => Strike {
  let taken = 0;
  return () => {
    const lap = Math.floor(taken / steps.length);
    const [step, point] = [steps[taken % steps.length], places[(taken + lap) % places.length]];
    if (!step || !point) throw new Error('there is nothing to strike at');
    const victim = taken % 2 === 1 ? 'postgres' : 'server';
    taken += 1;
    return { name: `${victim}, ${step.name}, ${point.name}`, kind, step, at: point, victim };
  };
}
