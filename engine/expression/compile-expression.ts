import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js';
import { issue } from '../meta/issue.ts';
import { checkTerm } from './check-term.ts';
import { evaluateTerm } from './evaluate-term.ts';
import type { Bindings, Expression, ExpressionOutcome, Scope } from './expression.ts';
import { publicType } from './term-type.ts';
import { termOf } from './term.ts';
import { toWire } from './wire-values.ts';

/** What an expression may measure. All work, in the browser and in Postgres, is bounded by these. */
export const expressionLimits = Object.freeze({ maxLength: 4_000, maxNodes: 1_000, maxDepth: 32 });

/**
 * The checked expression, or every issue of the text, with path '' and in `params` the `position` (characters from 0):
 * `expression.syntax`; `expression.unknownName {name}` for a name or function that does not exist; `expression.type
 * {expected, found}`; `expression.tooLarge {max}`. Pure and not cached. The grammar is CEL's, parsed without `eval`;
 * types, empty values and numbers are those of the README beside.
 */
export function compileExpression(text: string, scope: Scope): ExpressionOutcome {
  const parsed = parse(text);
  if ('code' in parsed) return { ok: false, issues: [parsed] };
  const { term, reads, issues } = checkTerm(parsed.ast, scope);
  if (issues.length > 0) return { ok: false, issues: [...issues] };

  const expression: Expression = Object.freeze({
    text,
    type: publicType(term.type),
    reads: Object.freeze(reads),
    evaluate: (bindings: Bindings) => toWire(evaluateTerm(term, bindings)),
    holds: (bindings: Bindings) => evaluateTerm(term, bindings) === true,
  });
  termOf.set(expression, term);
  return { ok: true, value: expression };
}

const parser = new Environment({
  limits: {
    maxAstNodes: expressionLimits.maxNodes,
    maxDepth: expressionLimits.maxDepth,
    maxListElements: expressionLimits.maxNodes,
    maxCallArguments: 8,
  },
});

function parse(text: string): { ast: ASTNode } | ReturnType<typeof issue> {
  const { maxLength } = expressionLimits;
  if (text.length > maxLength) return issue('expression.tooLarge', '', { position: maxLength, max: maxLength });
  try {
    return { ast: parser.parse(text).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const position = error.range?.start ?? 0;
    if (error.code !== 'limit_exceeded') return issue('expression.syntax', '', { position });
    return issue('expression.tooLarge', '', { position, max: expressionLimits.maxNodes });
  }
}
