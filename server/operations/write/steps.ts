import { newBudget, stepsPerRecord, type Budget } from '../../../engine/core/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Maximum steps of rules per transaction, however many records it writes. */
const stepsPerWrite = 10 * stepsPerRecord;

/** Milliseconds of uninterrupted work before other requests get a turn. */
const turn = 20;

/**
 * The step budget of rules in one write: guards, filters, computed values and validations of a record share a budget,
 * and all records of the write another.
 */
export class Steps {
  private left: number;
  private readonly budgets = new WeakMap<Values, { budget: Budget; counted: number }>();

  /** `shared`: the records belong to independent requests, so there is no common budget. */
  constructor(shared = false) {
    this.left = shared ? Infinity : stepsPerWrite;
  }

  /** The budget of an existing record, the same object each time; a fresh one for a new record. */
  of(old: Values | null): Budget {
    const known = old && this.budgets.get(old);
    if (known) return known.budget;
    const budget = newBudget(this.left);
    if (old) this.budgets.set(old, { budget, counted: budget.left });
    return budget;
  }

  /** Adds the steps taken since the last call to the write's total. */
  count(old: Values | null, budget: Budget): void {
    const known = old && this.budgets.get(old);
    this.left -= (known ? known.counted : newBudget(this.left).left) - budget.left;
    if (known) known.counted = budget.left;
  }
}

/** Yields to other requests after a while of work; to be awaited between records. */
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
