import { newBudget } from './budget.ts';
import { compareValues } from './compare-values.ts';
import { evaluateTerm } from './evaluate-term.ts';
import type { Bindings, Expression } from './expression.ts';
import { termOf, type Comparison, type Term, type Value } from './term.ts';

/** What a condition can come out as. */
interface Outcomes {
  readonly yes: boolean;
  readonly no: boolean;
  readonly unknown: boolean;
}

const anything: Outcomes = { yes: true, no: true, unknown: true };
const anonymous: Bindings = {
  record: {},
  actor: { id: '', type: '', member: null, org: null, roles: [] },
  now: '',
  today: '',
};

/** Whether a condition is constant: `always`, `never`, or null for "not decided". Sound but incomplete. */
export function constantOf(expression: Expression): 'always' | 'never' | null {
  const term = termOf.get(expression);
  if (!term) return null;
  const { yes, no, unknown } = outcomesOf(term);
  if (!yes) return 'never';
  return no || unknown ? null : 'always';
}

function outcomesOf(term: Term): Outcomes {
  switch (term.op) {
    case 'and': {
      const [left, right] = [outcomesOf(term.left), outcomesOf(term.right)];
      const yes = left.yes && right.yes && !contradict(term);
      const unknown = (left.unknown && (right.yes || right.unknown)) || (right.unknown && left.yes);
      return { yes, no: left.no || right.no || !yes, unknown };
    }
    case 'or': {
      const [left, right] = [outcomesOf(term.left), outcomesOf(term.right)];
      const unknown = (left.unknown && (right.no || right.unknown)) || (right.unknown && left.no);
      return { yes: left.yes || right.yes, no: left.no && right.no, unknown };
    }
    case 'not': {
      const { yes, no, unknown } = outcomesOf(term.of);
      return { yes: no, no: yes, unknown };
    }
    case 'isNull':
      return isFixed(term.of)
        ? known(evaluateTerm(term, anonymous, newBudget()))
        : { yes: true, no: true, unknown: false };
    default:
      return isFixed(term) ? known(evaluateTerm(term, anonymous, newBudget())) : anything;
  }
}

const known = (value: Value): Outcomes => ({ yes: value === true, no: value === false, unknown: value === undefined });

/** Whether a term is made of written values alone. */
function isFixed(term: Term): boolean {
  switch (term.op) {
    case 'literal':
      return true;
    case 'isNull':
    case 'not':
    case 'negate':
      return isFixed(term.of);
    case 'and':
    case 'or':
    case 'compare':
    case 'arithmetic':
      return isFixed(term.left) && isFixed(term.right);
    case 'list':
      return term.items.every(isFixed);
    case 'in':
      return isFixed(term.item) && isFixed(term.list);
    case 'call':
      return term.args.every(isFixed);
    default:
      return false;
  }
}

interface Bound {
  readonly name: string;
  readonly operator: Comparison | 'empty' | 'filled';
  readonly value: Value;
}

/** `a == 1 && a == 2`, `a > 5 && a < 3`, `a == null && a == 1`: parts of a chain that cannot hold together. */
function contradict(term: Term): boolean {
  const bounds = chain(term).flatMap(boundOf);
  return bounds.some((one, at) =>
    bounds.slice(at + 1).some((other) => one.name === other.name && (excludes(one, other) || excludes(other, one))),
  );
}

const chain = (term: Term): Term[] => (term.op === 'and' ? [...chain(term.left), ...chain(term.right)] : [term]);

function boundOf(term: Term): Bound[] {
  if (term.op === 'isNull' && term.of.op === 'field') return [{ name: term.of.name, operator: 'empty', value: null }];
  if (term.op === 'not' && term.of.op === 'isNull' && term.of.of.op === 'field')
    return [{ name: term.of.of.name, operator: 'filled', value: null }];
  if (term.op !== 'compare' || term.left.op !== 'field' || !isFixed(term.right)) return [];
  return [{ name: term.left.name, operator: term.operator, value: evaluateTerm(term.right, anonymous, newBudget()) }];
}

function excludes(one: Bound, other: Bound): boolean {
  if (one.operator === 'empty') return other.operator !== 'empty';
  const order = compareValues(one.value, other.value);
  if (order === undefined) return false;
  switch (one.operator) {
    case '==':
      return !satisfies(other.operator, order);
    case '>':
      return (other.operator === '<' || other.operator === '<=') && order >= 0;
    case '>=':
      return (other.operator === '<' && order >= 0) || (other.operator === '<=' && order > 0);
    default:
      return false;
  }
}

/** Whether a value that stands so to another one passes its comparison. */
function satisfies(operator: Bound['operator'], order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return operator === 'filled';
  }
}

/** A comparison of a field with a written text: `method == 'wire'`, `method in ['wire', 'ach']`. */
export interface Mention {
  readonly field: string;
  readonly text: string;
}

/** Every text that a field is compared with, anywhere in the expression. */
export function mentionsOf(expression: Expression): Mention[] {
  const term = termOf.get(expression);
  const found: Mention[] = [];
  if (term) walk(term, (each) => found.push(...mentionOf(each)));
  return found;
}

function mentionOf(term: Term): Mention[] {
  if (term.op === 'compare') return [...pair(term.left, term.right), ...pair(term.right, term.left)];
  if (term.op !== 'in' || term.list.op !== 'list') return term.op === 'in' ? pair(term.list, term.item) : [];
  return term.list.items.flatMap((item) => pair(term.item, item));
}

const pair = (field: Term, value: Term): Mention[] =>
  field.op === 'field' && value.op === 'literal' && typeof value.value === 'string'
    ? [{ field: field.name, text: value.value }]
    : [];

function walk(term: Term, visit: (term: Term) => void): void {
  visit(term);
  for (const inner of innerTerms(term)) walk(inner, visit);
}

function innerTerms(term: Term): readonly Term[] {
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
      return [term.over, ...(term.only ? [term.only] : []), term.body];
    default:
      return [];
  }
}
