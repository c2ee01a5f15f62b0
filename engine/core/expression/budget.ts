/** The steps that evaluations may still take. Everything that is asked of one record shares one; below zero it is spent. */
export interface Budget {
  left: number;
}

/** Most steps of all rules of one record together: about a twentieth of a second, and far more than rules of people need. */
export const stepsPerRecord = 500_000;

export const newBudget = (steps = stepsPerRecord): Budget => ({ left: Math.min(steps, stepsPerRecord) });

export const isSpent = (budget: Budget | undefined): boolean => budget !== undefined && budget.left < 0;

/** Thrown inside of an evaluation whose budget is spent; it never leaves the expression. */
export const spent = Symbol('spent');
