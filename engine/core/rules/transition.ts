import type { Action, Entity } from '../compile/catalog.ts';
import { isSpent, newBudget } from '../expression/budget.ts';
import type { Bindings } from '../expression/expression.ts';
import { issue, type Issue, type Outcome } from '../meta/issue.ts';
import { isEmpty, ruleIssue, tooMuchWork } from './validate-record.ts';

/** What an action would do. Nothing has happened yet. */
export interface Plan {
  /** Fields to write, the new status among them. */
  patch: Record<string, unknown>;
  effects: readonly string[];
  jobs: readonly string[];
}

/**
 * The plan of an action on a record, or every reason against it: the wrong state, a missing answer of its dialog, a
 * guard. `bindings.record` is the record as it stands; `bindings.input` the parsed dialog.
 */
export function transition(entity: Entity, action: Action, bindings: Bindings): Outcome<Plan> {
  const { record, input = {} } = bindings;
  const wrong = wrongState(entity, action, record['status']);
  if (wrong) return { ok: false, issues: [wrong] };

  const issues: Issue[] = [];
  const answers: Record<string, unknown> = {};
  for (const field of action.form) {
    if (field.name in input) answers[field.name] = input[field.name];
    const needed = action.meta.require?.includes(field.name) || field.required === true;
    if (needed && isEmpty(field.name in answers ? answers[field.name] : record[field.name])) {
      issues.push(issue('required', field.name));
    }
  }
  for (const field of action.input) {
    if (field.required === true && isEmpty(input[field.name])) issues.push(issue('required', field.name));
  }
  if (issues.length > 0) return { ok: false, issues };

  const budget = bindings.budget ?? newBudget();
  const context: Bindings = { ...bindings, record: { ...record, ...answers }, old: record, input, budget };
  for (const rule of action.guard) if (rule.when.holds(context)) issues.push(ruleIssue(entity, rule, context));
  if (isSpent(budget)) issues.push(tooMuchWork);
  if (issues.length > 0) return { ok: false, issues };

  const set = Object.fromEntries(action.set.map(({ field, value }) => [field.name, value.evaluate(context) ?? null]));
  if (isSpent(budget)) return { ok: false, issues: [tooMuchWork] };
  const moved = action.transition ? { status: action.transition.to } : {};
  return {
    ok: true,
    value: {
      patch: { ...answers, ...set, ...moved },
      effects: action.meta.effects ?? [],
      jobs: action.meta.jobs ?? [],
    },
  };
}

/** Why an action has no place in this state, or null. Edits and deletes ask their state, too. */
export function wrongState(entity: Entity, action: Action | 'edit' | 'delete', status: unknown): Issue | null {
  if (entity.appendOnly && typeof action === 'string') return issue('appendOnly', '');
  if (entity.start === null) return null;
  const state = String(status);
  const name = typeof action === 'string' ? action : action.name;
  const allowed =
    action === 'edit'
      ? entity.states[state]?.edit === true
      : action === 'delete'
        ? entity.states[state]?.remove === true
        : !action.transition || action.transition.from.includes(state);
  return allowed ? null : issue('state.wrong', 'status', { action: name, state });
}
