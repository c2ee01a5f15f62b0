import type { Issue } from '../meta/issue.ts';
import type { Budget } from './budget.ts';

/** The types that expressions know; the same words as `CelType` of the field types, which this floor may not import. */
export type ExpressionType = 'string' | 'int' | 'decimal' | 'bool' | 'list' | 'map' | 'dyn';

/**
 * The names an expression may use. Besides the fields there are always `actor` (id, type, member, org: strings or
 * null; roles: list of strings), `now` (`YYYY-MM-DD HH:mm:ss`) and `today` (`YYYY-MM-DD`), both in the tenant's zone.
 */
export interface Scope {
  fields: Record<string, ExpressionType>;
  /** Per `lines` field the types of its rows' fields, so that `boxes.all(b, b.weight > 0)` is checked. */
  lines?: Record<string, Record<string, ExpressionType>>;
  /** Fields of the dialog, as `input.name`. */
  input?: Record<string, ExpressionType>;
  /** The record before the change, as `old.name`. */
  old?: boolean;
  /** Picker filters: the fields of the record that refers, as `record.name`. */
  referrer?: Record<string, ExpressionType>;
}

/** What an expression runs on: canonical wire values by name. Missing names are null. */
export interface Bindings {
  record: Record<string, unknown>;
  actor: ActorFacts;
  now: string;
  today: string;
  input?: Record<string, unknown>;
  old?: Record<string, unknown> | null;
  referrer?: Record<string, unknown>;
  /** Shared by all that is asked of one record; without one each evaluation has its own. */
  budget?: Budget;
}

export interface ActorFacts {
  id: string;
  /** 'super' | 'admin' | 'staff' | 'member' | 'system' */
  type: string;
  member: string | null;
  org: string | null;
  roles: readonly string[];
}

/** A checked expression. Frozen. */
export interface Expression {
  readonly text: string;
  readonly type: ExpressionType;
  /** The record fields it reads. */
  readonly reads: readonly string[];
  /** The value, or undefined where CEL gives an error (a null in a comparison, a division by zero) or the budget is spent. Never throws. */
  evaluate(bindings: Bindings): unknown;
  /** True only if the value is true: an error or a null is no, as `IS TRUE` is in SQL. */
  holds(bindings: Bindings): boolean;
}

/** SQL in pieces, so that the caller numbers the parameters: text, a constant, or a fact of the actor. */
export type SqlPiece =
  | string
  | { value: unknown; type: string }
  | { actor: keyof ActorFacts }
  | { clock: 'now' | 'today' }
  | { referrer: string; type: string };

export interface SqlScope {
  /** The SQL of a field, already as its wire value compares (dates as text), or null if it has none. */
  column(name: string): string | null;
}

export type ExpressionOutcome = { ok: true; value: Expression } | { ok: false; issues: Issue[] };
