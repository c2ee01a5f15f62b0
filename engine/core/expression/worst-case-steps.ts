import type { Expression } from './expression.ts';
import { termOf, type Term } from './term.ts';

/**
 * The most steps that an expression may take, where `rowsOf` says how long the list of a field may become. What is not
 * bounded by a declaration (texts, untyped values) counts as one.
 */
export function worstCaseSteps(expression: Expression, rowsOf: (field: string) => number): number {
  const term = termOf.get(expression);
  return term ? stepsOf(term, rowsOf) : 0;
}

function stepsOf(term: Term, rowsOf: (field: string) => number): number {
  if (term.op === 'field') return 1 + (term.type.kind === 'list' ? rowsOf(term.name) >> 2 : 0);
  const own = 1 + partsOf(term).reduce((sum, part) => sum + stepsOf(part, rowsOf), 0);
  if (term.op !== 'loop') return own;
  const each = [term.body, term.only].reduce((sum, part) => sum + (part ? stepsOf(part, rowsOf) : 0), 0);
  return own + lengthOf(term.over, rowsOf) * each;
}

/** The most entries of a list. */
function lengthOf(term: Term, rowsOf: (field: string) => number): number {
  if (term.op === 'field') return rowsOf(term.name);
  if (term.op === 'list') return term.items.length;
  if (term.op === 'loop') return lengthOf(term.over, rowsOf);
  return Math.max(0, ...partsOf(term).map((part) => lengthOf(part, rowsOf)));
}

/** The parts that are computed once each time their term is; the body of a loop is not among them. */
function partsOf(term: Term): readonly Term[] {
  switch (term.op) {
    case 'member':
    case 'isNull':
    case 'not':
    case 'negate':
      return [term.of];
    case 'item':
      return [term.of, term.index];
    case 'and':
    case 'or':
    case 'compare':
    case 'arithmetic':
      return [term.left, term.right];
    case 'choose':
      return [term.condition, term.yes, term.no];
    case 'list':
      return term.items;
    case 'in':
      return [term.item, term.list];
    case 'call':
      return term.args;
    case 'loop':
      return [term.over];
    default:
      return [];
  }
}
