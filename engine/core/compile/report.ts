import { compileExpression } from '../expression/compile-expression.ts';
import { LaterExpression, noExpression } from '../expression/lazy-expression.ts';
import type { Expression, ExpressionType, Scope } from '../expression/expression.ts';

/** Notes an issue; compiling goes on, so that all of them are found at once. */
export interface Report {
  (code: string, path: string, params?: Record<string, unknown>): void;
  /** Expressions have been checked by who sent them, and are compiled when they are needed. */
  trusts?: boolean;
}

/** The expression, or one that is never true once its issues are reported. `expected` null takes any type. */
export function expressionOf({
  text,
  path,
  scope,
  expected,
  report,
}: {
  text: string;
  path: string;
  scope: Scope;
  expected: ExpressionType | null;
  report: Report;
}): Expression {
  if (report.trusts) return new LaterExpression(text, scope);
  const compiled = compileExpression(text, scope);
  if (!compiled.ok) {
    for (const { code, params } of compiled.issues) report(code, path, params);
    return noExpression(text);
  }
  const { type } = compiled.value;
  if (expected && type !== expected && type !== 'dyn') report('expression.type', path, { expected, found: type });
  return compiled.value;
}

/** Freezes plain objects and arrays all the way down; leaves instances (expressions, maps) as they are. */
export function freezeDeep<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!plain) return value;
  for (const inner of Object.values(value)) freezeDeep(inner);
  return Object.freeze(value);
}
