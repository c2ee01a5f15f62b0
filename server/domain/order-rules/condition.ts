import {
  compileExpression,
  newBudget,
  operatorsFor,
  writeRule,
  type Expression,
  type Operand,
  type RuleTest,
  type TestOperator,
} from '../../../engine/core/index.ts';
import { issue, type Issue } from '../../modules/module.ts';
import { factTypes, type Fact } from './facts.ts';

/** A stored condition of a rule. */
export interface ConditionLine {
  readonly fact?: unknown;
  readonly operator?: unknown;
  readonly value?: unknown;
}

export interface Conditions {
  readonly match: unknown;
  readonly conditions: readonly ConditionLine[];
  /** What the lines cannot say, in CEL; it must hold as well. */
  readonly expression: unknown;
}

export type Compiled =
  | { ok: true; text: string; holds(facts: Record<Fact, unknown>): boolean }
  | { ok: false; issues: Issue[] };

const systemActor = { id: '', type: 'system', member: null, org: null, roles: [] };
const wantsNothing: readonly string[] = ['empty', 'filled'];
const wantsMany: readonly string[] = ['oneOf', 'noneOf'];

/** The conditions of a rule as one expression of the product's language; a rule without any holds for every order. */
export function compileConditions({ match, conditions, expression }: Conditions): Compiled {
  const issues: Issue[] = [];
  const parts = conditions.flatMap((line, at) => testOf(line, `conditions[${at}]`, issues) ?? []);
  if (issues.length > 0) return { ok: false, issues };
  const written = writeRule({ join: match === 'any' ? 'any' : 'all', parts });
  const own = typeof expression === 'string' ? expression.trim() : '';
  const text = [written, own].flatMap((part) => (part === '' ? [] : `(${part})`)).join(' && ');
  if (text === '') return { ok: true, text, holds: () => true };
  const compiled = compileExpression(text, { fields: { ...factTypes } });
  if (!compiled.ok) return { ok: false, issues: compiled.issues.map((found) => ({ ...found, path: 'expression' })) };
  if (compiled.value.type !== 'bool') return { ok: false, issues: [issue('orderRules.notACondition', 'expression')] };
  const [forbidden] = /\b(now|today|actor)\b/.exec(own.replace(/'[^']*'|"[^"]*"/g, "''")) ?? [];
  if (forbidden) return { ok: false, issues: [issue('orderRules.notAFact', 'expression', { name: forbidden })] };
  return { ok: true, text, holds: (facts) => holds(compiled.value, facts) };
}

const holds = (expression: Expression, facts: Record<Fact, unknown>): boolean =>
  expression.holds({ record: facts, actor: systemActor, now: '', today: '', budget: newBudget() });

function testOf({ fact, operator, value }: ConditionLine, path: string, issues: Issue[]): RuleTest | null {
  const type = factTypes[fact as Fact];
  const isNumber = type === 'int' || type === 'decimal';
  if (type === undefined) return refuse(issues, 'required', `${path}.fact`);
  if (!operatorsFor(type).includes(operator as TestOperator))
    return refuse(issues, 'orderRules.operator', `${path}.operator`);
  const typed = typeof value === 'string' ? value.trim() : '';
  const values = wantsNothing.includes(String(operator))
    ? []
    : (wantsMany.includes(String(operator)) ? typed.split(',') : [typed]).map((each) => each.trim());
  if (values.some((each) => each === '')) return refuse(issues, 'required', `${path}.value`);
  if (isNumber && values.some((each) => !/^-?[0-9]{1,12}([.][0-9]{1,4})?$/.test(each)))
    return refuse(issues, 'orderRules.notANumber', `${path}.value`);
  const operands = values.map((text): Operand => ({ kind: isNumber ? 'number' : 'text', text }));
  return { field: String(fact), operator: operator as TestOperator, values: operands };
}

function refuse(issues: Issue[], code: string, path: string): null {
  issues.push(issue(code, path));
  return null;
}
