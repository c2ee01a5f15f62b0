import type { MoneyStep } from '../../support/money-steps.ts';
import { seeded } from './random.ts';
import type { Victim } from './fault-house.ts';
import type { Point } from './postgres-proxy.ts';

/** One kill: at a named point of a step that moves money, or at a moment that nothing knows of. */
export type Strike =
  | {
      readonly name: string;
      readonly kind: 'named';
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
    `^WITH trail AS \\(INSERT INTO lading\\.audit .* kept AS \\(INSERT INTO lading\\.idempotency .*(UPDATE|INSERT INTO) "${table}"`,
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
 * So many kills, the same for the same seed: three named ones and then one at random, steps and points in turn so that
 * each step soon meets each point, every other of them to Postgres. Among the first are all that the import has.
 */
export function strikesOf(count: number, steps: readonly MoneyStep[], seed: number): Strike[] {
  const random = seeded(seed);
  const first: Strike[] = importPoints.map((point) => ({
    ...{ name: `server, import of deposits, ${point.name}`, kind: 'import', at: point, victim: 'server' },
  }));
  let named = 0;
  const next = (): Strike => {
    const lap = Math.floor(named / steps.length);
    const [step, point] = [steps[named % steps.length], points[(named + lap) % points.length]];
    if (!step || !point) throw new Error('there is nothing to strike at');
    const victim = named % 2 === 1 ? 'postgres' : 'server';
    named += 1;
    return { name: `${victim}, ${step.name}, ${point.name}`, kind: 'named', step, at: point, victim };
  };
  const strikes = Array.from({ length: count - first.length }, (_, number): Strike => {
    if (number % 4 !== 3) return next();
    const victim = random() < 0.5 ? 'postgres' : 'server';
    const [after, turns] = [5 + Math.floor(random() * 20), Math.floor(random() * 200)];
    return { name: `${victim}, after ${after} requests and ${turns} turns`, kind: 'random', victim, after, turns };
  });
  return [...first, ...strikes].slice(0, count);
}
