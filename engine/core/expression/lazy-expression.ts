import { compileExpression } from './compile-expression.ts';
import type { Bindings, Expression, ExpressionType, Scope } from './expression.ts';

/** Replaces a text that is no expression: it has no value and is never true. */
export const noExpression = (text: string): Expression => ({
  text,
  type: 'bool',
  reads: [],
  evaluate: () => undefined,
  holds: () => false,
});

/**
 * An expression that was checked elsewhere, compiled when anything but its text is first needed: a browser
 * that shows a list reads none of the rules that a form of the same entity will need.
 */
export class LaterExpression implements Expression {
  readonly text: string;
  readonly #scope: Scope;
  #compiled: Expression | null = null;

  constructor(text: string, scope: Scope) {
    this.text = text;
    this.#scope = scope;
  }

  get #now(): Expression {
    if (this.#compiled) return this.#compiled;
    const found = compileExpression(this.text, this.#scope);
    return (this.#compiled = found.ok ? found.value : noExpression(this.text));
  }

  get type(): ExpressionType {
    return this.#now.type;
  }

  get reads(): readonly string[] {
    return this.#now.reads;
  }

  evaluate(bindings: Bindings): unknown {
    return this.#now.evaluate(bindings);
  }

  holds(bindings: Bindings): boolean {
    return this.#now.holds(bindings);
  }
}
