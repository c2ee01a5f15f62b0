import type { ASTNode } from '@marcbachmann/cel-js';
import { parseExpression, textOfNode } from '../expression/parse-expression.ts';

/** How a test of the builder compares. The ones that take nothing on the right are `empty`, `filled`, `true` and `false`. */
export const testOperators = [
  'is',
  'isNot',
  'less',
  'atMost',
  'more',
  'atLeast',
  'oneOf',
  'noneOf',
  'contains',
  'startsWith',
  'endsWith',
  'has',
  'hasNot',
  'empty',
  'filled',
  'true',
  'false',
] as const;
export type TestOperator = (typeof testOperators)[number];

/** A written value as a person types it (numbers by their digits), or the name of something to compare with. */
export type Operand =
  | { readonly kind: 'text' | 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: string };

export interface RuleTest {
  /** A field, or a way to one: `weight`, `old.weight`, `input.reason`, `actor.type`. */
  readonly field: string;
  readonly operator: TestOperator;
  /** One for most, any number for `oneOf` and `noneOf`, none for the rest. */
  readonly values: readonly Operand[];
}

/** All of the parts, or any of them. */
export interface RuleGroup {
  readonly join: 'all' | 'any';
  readonly parts: readonly (RuleTest | RuleGroup)[];
}

export const isGroup = (part: RuleTest | RuleGroup): part is RuleGroup => 'join' in part;

/** A rule as conditions, where the text has that form; null where only the text can say it. */
export function readRule(text: string): RuleGroup | null {
  const parsed = parseExpression(text);
  if ('code' in parsed) return null;
  const part = partOf(parsed.ast);
  return part && (isGroup(part) ? part : { join: 'all', parts: [part] });
}

/** The conditions as text. `readRule` gives them back, groups of one and groups inside their like aside. */
export function writeRule(group: RuleGroup): string {
  return group.parts
    .map((part) => {
      if (!isGroup(part)) return writeTest(part);
      return part.parts.length > 1 ? `(${writeRule(part)})` : writeRule(part);
    })
    .filter((text) => text !== '')
    .join(group.join === 'all' ? ' && ' : ' || ');
}

/** What a person has not said yet: a condition at all, its field, or what that is compared with (`number`: typed, but no number). */
export interface MissingPart {
  readonly what: 'condition' | 'field' | 'value' | 'number';
  /** The field of the condition; empty where it is what is missing. */
  readonly field: string;
}

/** A condition of which nothing is chosen yet. */
export const blankTest: RuleTest = Object.freeze({ field: '', operator: 'is', values: [] });

/** The operators that take nothing on the right. */
export const unaryOperators: readonly TestOperator[] = ['empty', 'filled', 'true', 'false'];

/** What conditions still lack before they can be written as a rule, in their order. */
export function missingIn(group: RuleGroup): MissingPart[] {
  if (group.parts.length === 0) return [{ what: 'condition', field: '' }];
  return group.parts.flatMap((part) => (isGroup(part) ? missingIn(part) : missingInTest(part)));
}

function missingInTest({ field, operator, values }: RuleTest): MissingPart[] {
  if (field === '') return [{ what: 'field', field }];
  if (unaryOperators.includes(operator)) return [];
  if (values.length === 0) return [{ what: 'value', field }];
  return values.flatMap((value) => {
    const what = missingInOperand(value);
    return what ? [{ what, field }] : [];
  });
}

/** What a value still lacks; null where it is whole. */
export function missingInOperand(operand: Operand): 'value' | 'number' | null {
  if (operand.kind === 'boolean') return null;
  const written = operand.kind === 'name' ? operand.name : operand.text;
  if (written === '') return 'value';
  return operand.kind === 'number' && !/^-?\d+(\.\d+)?$/.test(written) ? 'number' : null;
}

function partOf(node: ASTNode): RuleTest | RuleGroup | null {
  if (node.op !== '&&' && node.op !== '||') return testOf(node);
  const parts = chain(node, node.op).map(partOf);
  return parts.every((part) => part !== null) ? { join: node.op === '&&' ? 'all' : 'any', parts } : null;
}

const chain = (node: ASTNode, op: '&&' | '||'): ASTNode[] =>
  node.op === op ? (node.args as [ASTNode, ASTNode]).flatMap((inner) => chain(inner, op)) : [node];

const comparisons: Readonly<Record<string, TestOperator>> = {
  '==': 'is',
  '!=': 'isNot',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
};
const methods: readonly string[] = ['contains', 'startsWith', 'endsWith'] satisfies TestOperator[];

function testOf(node: ASTNode): RuleTest | null {
  switch (node.op) {
    case 'id':
    case '.':
      return test(node, 'true');
    case '!_':
      return negated(node.args);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [left, right] = node.args;
      const isNull = right.op === 'value' && right.args === null;
      if (isNull && (node.op === '==' || node.op === '!=')) return test(left, node.op === '==' ? 'empty' : 'filled');
      const operator = comparisons[node.op];
      return operator ? test(left, operator, right) : null;
    }
    case 'in':
      return membership({ item: node.args[0], list: node.args[1], written: 'oneOf', held: 'has' });
    case 'rcall': {
      const [name, receiver, args] = node.args;
      const [needle] = args;
      return methods.includes(name) && needle && args.length === 1
        ? test(receiver, name as TestOperator, needle)
        : null;
    }
    default:
      return null;
  }
}

function negated(node: ASTNode): RuleTest | null {
  if (node.op === 'in')
    return membership({ item: node.args[0], list: node.args[1], written: 'noneOf', held: 'hasNot' });
  return node.op === 'id' || node.op === '.' ? test(node, 'false') : null;
}

function membership({
  item,
  list,
  written,
  held,
}: {
  item: ASTNode;
  list: ASTNode;
  written: TestOperator;
  held: TestOperator;
}): RuleTest | null {
  return list.op === 'list' ? test(item, written, ...list.args) : test(list, held, item);
}

function test(left: ASTNode, operator: TestOperator, ...right: readonly ASTNode[]): RuleTest | null {
  const field = nameOf(left);
  const values = right.map(operandOf);
  return field !== null && values.every((value) => value !== null) ? { field, operator, values } : null;
}

/** `weight`, or `old.weight`; null for anything that is computed. */
function nameOf(node: ASTNode): string | null {
  if (node.op === 'id') return node.args;
  return node.op === '.' && node.args[0].op === 'id' ? `${node.args[0].args}.${node.args[1]}` : null;
}

function operandOf(node: ASTNode): Operand | null {
  const name = nameOf(node);
  if (name !== null) return { kind: 'name', name };
  if (node.op === '-_') {
    const of = operandOf(node.args);
    return of?.kind === 'number' ? { kind: 'number', text: `-${of.text}` } : null;
  }
  if (node.op !== 'value') return null;
  if (typeof node.args === 'string') return { kind: 'text', text: node.args };
  if (typeof node.args === 'boolean') return { kind: 'boolean', value: node.args };
  const written = textOfNode(node);
  return /^\d+(\.\d+)?$/.test(written) ? { kind: 'number', text: written } : null;
}

const signs: Partial<Record<TestOperator, string>> = {
  is: '==',
  isNot: '!=',
  less: '<',
  atMost: '<=',
  more: '>',
  atLeast: '>=',
};

function writeTest({ field, operator, values }: RuleTest): string {
  const [first] = values;
  const value = first ? writeOperand(first) : "''";
  switch (operator) {
    case 'empty':
      return `${field} == null`;
    case 'filled':
      return `${field} != null`;
    case 'true':
      return field;
    case 'false':
      return `!${field}`;
    case 'oneOf':
      return `${field} in [${values.map(writeOperand).join(', ')}]`;
    case 'noneOf':
      return `!(${field} in [${values.map(writeOperand).join(', ')}])`;
    case 'has':
      return `${value} in ${field}`;
    case 'hasNot':
      return `!(${value} in ${field})`;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return `${field}.${operator}(${value})`;
    default:
      return `${field} ${signs[operator] ?? '=='} ${value}`;
  }
}

function writeOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'text':
      return quoted(operand.text);
    case 'number':
      return operand.text;
    case 'boolean':
      return String(operand.value);
    case 'name':
      return operand.name;
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as the grammar writes it. */
export const quoted = (text: string): string =>
  `'${text.replace(/[\\'\n\r\t]/g, (letter) => escapes[letter] ?? letter)}'`;

/** The operators that fit a type, the usual one first. */
export function operatorsFor(type: string): TestOperator[] {
  switch (type) {
    case 'bool':
      return ['true', 'false', 'empty', 'filled'];
    case 'int':
    case 'decimal':
      return ['is', 'isNot', 'less', 'atMost', 'more', 'atLeast', 'oneOf', 'noneOf', 'empty', 'filled'];
    case 'list':
      return ['has', 'hasNot', 'empty', 'filled'];
    case 'map':
      return ['empty', 'filled'];
    default:
      return [...testOperators].filter((each) => !['has', 'hasNot', 'true', 'false'].includes(each));
  }
}
