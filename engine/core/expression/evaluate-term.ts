import { Decimal } from '../meta/decimal.ts';
import { spent, type Budget } from './budget.ts';
import { compareValues, equalValues, toDecimal } from './compare-values.ts';
import type { Bindings } from './expression.ts';
import type { Arithmetic, Comparison, Parameter, Term, TermType, Value } from './term.ts';
import { fromWire, isObject, partOf } from './wire-values.ts';

type Locals = ReadonlyMap<string, Value>;
type TermOf<O extends Term['op']> = Extract<Term, { op: O }>;

const none: Locals = new Map();

/** What the terms of one evaluation share; the body of a loop has locals of its own. */
interface Evaluation {
  readonly bindings: Bindings;
  readonly budget: Budget;
  readonly locals: Locals;
}

/**
 * The value of a term: null where it is empty, undefined where SQL would have computed NULL. Each term is one step of the
 * budget, long texts and lists are several. Throws `spent` when there are none left, and nothing else.
 */
export const evaluateTerm = (term: Term, bindings: Bindings, budget: Budget): Value =>
  valueOf(term, { bindings, budget, locals: none });

function valueOf(term: Term, evaluation: Evaluation): Value {
  const { bindings, budget } = evaluation;
  if (--budget.left < 0) throw spent;
  // Most terms are leaves: they need no way to run others.
  if (term.op === 'field') return measured(fromWire(partOf(bindings.record, term.name), term.type), budget);
  if (term.op === 'literal') return term.value;
  const run = (inner: Term): Value => valueOf(inner, evaluation);
  switch (term.op) {
    case 'source':
      return fromWire(bindings[term.name], { kind: 'map' });
    case 'clock':
      return bindings[term.name];
    case 'local':
      return evaluation.locals.get(term.name);
    case 'member':
      return measured(memberOf(run(term.of), term.name, term.type), budget);
    case 'item': {
      const [of, index] = [run(term.of), run(term.index)];
      return Array.isArray(of) && typeof index === 'bigint' ? at(of, index) : undefined;
    }
    case 'isNull': {
      const of = run(term.of);
      return of === null || of === undefined;
    }
    case 'not': {
      const of = run(term.of);
      return typeof of === 'boolean' ? !of : undefined;
    }
    case 'negate': {
      const of = run(term.of);
      return typeof of === 'bigint' ? -of : toDecimal(of)?.negate();
    }
    case 'and':
    case 'or':
      return decide([term.left, term.right], run, term.op === 'or');
    case 'compare':
      return compare(term.operator, run(term.left), run(term.right));
    case 'arithmetic':
      return measured(compute(term, run(term.left), run(term.right)), budget);
    case 'choose': {
      const condition = run(term.condition);
      return typeof condition === 'boolean' ? run(condition ? term.yes : term.no) : undefined;
    }
    case 'list':
      return term.items.map(run);
    case 'in': {
      const [item, list] = [run(term.item), measured(run(term.list), budget)];
      return Array.isArray(list) ? decide(list as readonly Value[], (one) => equalValues(item, one), true) : undefined;
    }
    case 'call': {
      const args = term.args.map((arg) => measured(run(arg), budget));
      const { takes, cost, evaluate } = term.called;
      if (!takes.every((taken, place) => fits(args[place], taken))) return undefined;
      if (cost && (budget.left -= cost(args)) < 0) throw spent;
      return evaluate(args);
    }
    case 'loop':
      return loop(term, evaluation);
  }
}

/** Returns the value and charges its size to the budget. */
function measured(value: Value, budget: Budget): Value {
  if (typeof value === 'string') budget.left -= value.length >> 4;
  else if (Array.isArray(value)) budget.left -= value.length >> 2;
  return value;
}

/**
 * Kleene's three-valued "and" and "or": a deciding value wins over unknown; otherwise one unknown part makes the result
 * unknown.
 */
function decide<T>(parts: readonly T[], run: (part: T) => Value, deciding: boolean): boolean | undefined {
  let known = true;
  for (const part of parts) {
    const value = run(part);
    if (value === deciding) return deciding;
    if (value !== !deciding) known = false;
  }
  return known ? !deciding : undefined;
}

function compare(operator: Comparison, left: Value, right: Value): boolean | undefined {
  if (operator === '==') return equalValues(left, right);
  if (operator === '!=') {
    const equal = equalValues(left, right);
    return equal === undefined ? undefined : !equal;
  }
  const order = compareValues(left, right);
  if (order === undefined) return undefined;
  return operator === '<' ? order < 0 : operator === '<=' ? order <= 0 : operator === '>' ? order > 0 : order >= 0;
}

/** Integers only if the types are integers; anything else is decimal, whatever the values are. */
function compute({ operator, type }: TermOf<'arithmetic'>, left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return operator === '+' ? left + right : undefined;
  if (type.kind === 'int') {
    return typeof left === 'bigint' && typeof right === 'bigint' ? computeWhole(operator, left, right) : undefined;
  }
  const [first, second] = [toDecimal(left), toDecimal(right)];
  return first && second ? computeDecimal(operator, first, second) : undefined;
}

function computeWhole(operator: Arithmetic, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right === 0n ? undefined : left % right;
  }
}

function computeDecimal(operator: Arithmetic, left: Decimal, right: Decimal): Decimal | undefined {
  switch (operator) {
    case '+':
      return left.add(right);
    case '-':
      return left.sub(right);
    case '*':
      return left.mul(right);
    case '/':
      return right.sign === 0 ? undefined : left.div(right);
    case '%':
      return undefined;
  }
}

function loop(term: TermOf<'loop'>, evaluation: Evaluation): Value {
  const over = valueOf(term.over, evaluation);
  if (!Array.isArray(over)) return undefined;
  const items: readonly Value[] = over;
  const locals = new Map(evaluation.locals);
  const inner = { ...evaluation, locals };
  const run = (body: Term) => (item: Value) => {
    locals.set(term.variable, item);
    return valueOf(body, inner);
  };
  switch (term.loop) {
    case 'all':
      return decide(items, run(term.body), false);
    case 'exists':
      return decide(items, run(term.body), true);
    case 'exists_one': {
      const found = select(items, run(term.body));
      return found && found.length === 1;
    }
    case 'filter':
      return select(items, run(term.body));
    case 'map':
      return (term.only ? select(items, run(term.only)) : items)?.map(run(term.body));
  }
}

/** The items that hold; unknown if one is. */
function select(items: readonly Value[], holds: (item: Value) => Value): readonly Value[] | undefined {
  const verdicts = items.map(holds);
  if (verdicts.some((verdict) => typeof verdict !== 'boolean')) return undefined;
  return items.filter((_, place) => verdicts[place] === true);
}

function memberOf(of: Value, name: string, type: TermType): Value {
  if (of === null) return fromWire(null, type);
  return isObject(of) ? fromWire(partOf(of, name), type) : undefined;
}

const at = (list: readonly Value[], index: bigint): Value => (index < 0n ? undefined : list[Number(index)]);

function fits(value: Value, taken: Parameter): boolean {
  const number = typeof value === 'bigint' || value instanceof Decimal;
  switch (taken) {
    case 'string':
    case 'pattern':
      return typeof value === 'string';
    case 'number':
      return number;
    case 'places':
      return typeof value === 'bigint';
    case 'ordered':
      return number || typeof value === 'string';
    case 'list':
    case 'numbers':
    case 'orderedList':
      return Array.isArray(value);
  }
}
