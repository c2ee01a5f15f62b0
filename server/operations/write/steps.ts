import { newBudget, stepsPerRecord, type Budget } from '../../../engine/core/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Most steps of rules in one transaction, however many records it writes. */
const stepsPerWrite = 10 * stepsPerRecord;

/** Longest that records are judged in a row while others wait, in milliseconds. */
const turn = 20;

/**
 * The steps that rules may take in one write: guards, filters, computed values and validations of one record share a
 * budget, and all records of the write another.
 */
export class Steps {
  private left: number;
  private readonly budgets = new WeakMap<Values, { budget: Budget; counted: number }>();

  /** `shared`: the records are of requests of their own, and each is judged as if it had come alone. */
  constructor(shared = false) {
    this.left = shared ? Infinity : stepsPerWrite;
  }

  /** The budget of a record that was there before, the same each time; a fresh one for a new record. */
  of(old: Values | null): Budget {
    const known = old && this.budgets.get(old);
    if (known) return known.budget;
    const budget = newBudget(this.left);
    if (old) this.budgets.set(old, { budget, counted: budget.left });
    return budget;
  }

  /** Counts what was taken of a budget since it was counted last. */
  count(old: Values | null, budget: Budget): void {
    const known = old && this.budgets.get(old);
    this.left -= (known ? known.counted : newBudget(this.left).left) - budget.left;
    if (known) known.counted = budget.left;
  }
}

/** Lets everybody else have a turn where the caller has worked for a while; to be awaited between records. */
export function createTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < turn) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
