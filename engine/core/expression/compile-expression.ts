import { newBudget, spent } from './budget.ts';
import { checkTerm } from './check-term.ts';
import { evaluateTerm } from './evaluate-term.ts';
import type { Bindings, Expression, ExpressionOutcome, Scope } from './expression.ts';
import { parseExpression } from './parse-expression.ts';
import { publicType } from './term-type.ts';
import { termOf, type Term, type Value } from './term.ts';
import { toWire } from './wire-values.ts';

/**
 * The checked expression, or every issue of the text, with path '' and in `params` the `position` (characters from 0):
 * `expression.syntax`; `expression.unknownName {name}` for a name or function that does not exist; `expression.type
 * {expected, found}`; `expression.tooLarge {max}`. Pure. The grammar is CEL's, parsed without `eval`; types, empty values
 * and numbers are those of the README beside. Asked again about the same names it answers what it answered.
 */
export function compileExpression(text: string, scope: Scope): ExpressionOutcome {
  const known = knownIn(scope);
  const found = known.get(text) ?? compile(text, scope);
  known.set(text, found);
  return found;
}

/** How many different sets of names are remembered, the last used ones: a schema being designed is compiled at every step. */
const maxScopes = 32;
const signatures = new WeakMap<Scope, string>();
const remembered = new Map<string, Map<string, ExpressionOutcome>>();

function knownIn(scope: Scope): Map<string, ExpressionOutcome> {
  const signature = signatures.get(scope) ?? JSON.stringify(scope);
  signatures.set(scope, signature);
  const known = remembered.get(signature) ?? new Map<string, ExpressionOutcome>();
  remembered.delete(signature);
  remembered.set(signature, known.size > maxTexts ? new Map() : known);
  const [oldest] = remembered.keys();
  if (remembered.size > maxScopes && oldest !== undefined) remembered.delete(oldest);
  return known;
}
const maxTexts = 500;

function compile(text: string, scope: Scope): ExpressionOutcome {
  const parsed = parseExpression(text);
  if ('code' in parsed) return { ok: false, issues: [parsed] };
  const { term, reads, issues } = checkTerm(parsed.ast, scope);
  if (issues.length > 0) return { ok: false, issues: [...issues] };

  const expression: Expression = Object.freeze({
    text,
    type: publicType(term.type),
    reads: Object.freeze(reads),
    evaluate: (bindings: Bindings) => toWire(valueOf(term, bindings)),
    holds: (bindings: Bindings) => valueOf(term, bindings) === true,
  });
  termOf.set(expression, term);
  return { ok: true, value: expression };
}

/** Also unknown once the budget is spent: the caller checks the budget. */
function valueOf(term: Term, bindings: Bindings): Value {
  try {
    return evaluateTerm(term, bindings, bindings.budget ?? newBudget());
  } catch (error) {
    if (error === spent) return undefined;
    throw error;
  }
}
