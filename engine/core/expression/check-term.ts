import type { ASTNode } from '@marcbachmann/cel-js';
import { Decimal, wireDigits } from '../meta/decimal.ts';
import type { Issue } from '../meta/issue.ts';
import { checkCall } from './check-call.ts';
import { expect, refuse, type Checking } from './checking.ts';
import type { Scope } from './expression.ts';
import { actorType, boolType, decimalType, dynType, intType, nullType, stringType } from './term-type.ts';
import { isNumeric, plainFields, recordFields, unify } from './term-type.ts';
import type { Arithmetic, Comparison, Term, TermType } from './term.ts';

export interface CheckedTerm {
  term: Term;
  /** Record fields in the order of their first use. */
  reads: readonly string[];
  issues: readonly Issue[];
}

/**
 * The typed tree of a parsed expression, with every issue of it: `expression.unknownName {name, position}`,
 * `expression.type {expected, found, position}`, `expression.syntax {position}`. Positions count characters from 0.
 * The tree may be used only if there are none.
 */
export function checkTerm(ast: ASTNode, scope: Scope): CheckedTerm {
  const reads = new Set<string>();
  const issues: Issue[] = [];
  const record = recordFields(scope);
  const names = new Map<string, (position: number) => Term>();
  for (const [name, type] of Object.entries(record)) {
    names.set(name, (position) => {
      reads.add(name);
      return { op: 'field', name, type, position };
    });
  }
  names.set('actor', (position) => ({ op: 'source', name: 'actor', type: actorType, position }));
  for (const name of ['now', 'today'] as const) {
    names.set(name, (position) => ({ op: 'clock', name, type: stringType, position }));
  }
  if (scope.old) {
    names.set('old', (position) => ({ op: 'source', name: 'old', type: { kind: 'record', fields: record }, position }));
  }
  for (const [name, source, fields] of [
    ['input', 'input', scope.input],
    ['record', 'referrer', scope.referrer],
  ] as const) {
    if (!fields) continue;
    const type: TermType = { kind: 'record', fields: plainFields(fields) };
    names.set(name, (position) => ({ op: 'source', name: source, type, position }));
  }
  return { term: check(ast, { names, issues, loops: 0, check }), reads: [...reads], issues };
}

function check(node: ASTNode, checking: Checking): Term {
  const position = node.start;
  switch (node.op) {
    case 'value':
      return literal(node, checking);
    case 'id': {
      const named = checking.names.get(node.args);
      return named ? named(position) : refuse(checking, 'unknownName', { name: node.args, position });
    }
    case '.':
      return member(node, checking);
    case '[]':
      return item(node, checking);
    case 'list':
      return list(node, checking);
    case '!_':
      return { op: 'not', of: expect(check(node.args, checking), 'bool', checking), type: boolType, position };
    case '-_': {
      const of = expect(check(node.args, checking), 'number', checking);
      return { op: 'negate', of, type: of.type, position };
    }
    case '&&':
    case '||': {
      const left = expect(check(node.args[0], checking), 'bool', checking);
      const right = expect(check(node.args[1], checking), 'bool', checking);
      return { op: node.op === '&&' ? 'and' : 'or', left, right, type: boolType, position };
    }
    case '?:': {
      const condition = expect(check(node.args[0], checking), 'bool', checking);
      const [yes, no] = [check(node.args[1], checking), check(node.args[2], checking)];
      return { op: 'choose', condition, yes, no, type: common(yes.type, no, checking), position };
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(node, checking);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return arithmetic(node, checking);
    case 'in':
      return membership(node, checking);
    case 'call':
      return checkCall({ name: node.args[0], receiver: null, args: node.args[1], position }, checking);
    case 'rcall':
      return checkCall({ name: node.args[0], receiver: node.args[1], args: node.args[2], position }, checking);
    case 'map':
    case '.?':
    case '[?]':
      return refuse(checking, 'syntax', { position });
  }
}

function literal(node: ASTNode & { op: 'value' }, checking: Checking): Term {
  const { args: value, start: position } = node;
  // A text that Postgres cannot hold would make the two readings differ.
  if (typeof value === 'string' && !/[\0\ud800-\udfff]/u.test(value)) {
    return { op: 'literal', value, type: stringType, position };
  }
  if (typeof value === 'boolean') return { op: 'literal', value, type: boolType, position };
  if (value === null) return { op: 'literal', value, type: nullType, position };
  if (typeof value === 'bigint' && value < 10n ** BigInt(wireDigits)) {
    return { op: 'literal', value, type: intType, position };
  }
  // The source text, because the parser has already made a float of it.
  const decimal = typeof value === 'number' ? Decimal.parse(node.input.slice(node.start, node.end)) : null;
  if (decimal) return { op: 'literal', value: decimal, type: decimalType, position };
  return refuse(checking, 'syntax', { position });
}

function item({ args, start: position }: ASTNode & { op: '[]' }, checking: Checking): Term {
  const of = expect(check(args[0], checking), 'list', checking);
  const index = expect(check(args[1], checking), 'int', checking);
  return { op: 'item', of, index, type: of.type.kind === 'list' ? of.type.of : dynType, position };
}

function list({ args, start: position }: ASTNode & { op: 'list' }, checking: Checking): Term {
  const items = args.map((each) => check(each, checking));
  const of = items.reduce<TermType>((type, each) => common(type, each, checking), nullType);
  return { op: 'list', items, type: { kind: 'list', of }, position };
}

function membership({ args, start: position }: ASTNode & { op: 'in' }, checking: Checking): Term {
  const one = check(args[0], checking);
  const all = expect(check(args[1], checking), 'list', checking);
  if (all.type.kind === 'list') comparable(one, { type: all.type.of, position: one.position }, checking);
  return { op: 'in', item: one, list: all, type: boolType, position };
}

function member({ args: [owner, name], pos: position }: ASTNode & { op: '.' }, checking: Checking): Term {
  const of = check(owner, checking);
  const { type } = of;
  if (type.kind === 'map' || type.kind === 'dyn') return { op: 'member', of, name, type: dynType, position };
  if (type.kind !== 'record')
    return refuse(checking, 'type', { expected: 'map', found: type.kind, position: of.position });
  const part = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (!part) return refuse(checking, 'unknownName', { name, position });
  return { op: 'member', of, name, type: part, position };
}

function comparison({ op: operator, args }: ASTNode & { op: Comparison }, checking: Checking): Term {
  const [left, right] = [check(args[0], checking), check(args[1], checking)];
  const { position } = left;
  const equality = operator === '==' || operator === '!=';
  if (equality && (left.type.kind === 'null' || right.type.kind === 'null')) {
    const of = right.type.kind === 'null' ? left : right;
    const isNull: Term = { op: 'isNull', of, type: boolType, position };
    return operator === '==' ? isNull : { op: 'not', of: isNull, type: boolType, position };
  }
  comparable(left, right, checking);
  if (!equality) {
    for (const side of [left, right]) {
      if (isNumeric(side.type) || side.type.kind === 'string' || side.type.kind === 'dyn') continue;
      refuse(checking, 'type', { expected: 'number', found: side.type.kind, position: side.position });
    }
  }
  return { op: 'compare', operator, left, right, type: boolType, position };
}

function comparable(term: Term, { type, position }: Pick<Term, 'type' | 'position'>, checking: Checking): void {
  const scalar = (one: TermType): boolean => one.kind !== 'list' && one.kind !== 'map' && one.kind !== 'record';
  if (scalar(term.type) && scalar(type) && unify(term.type, type)) return;
  refuse(checking, 'type', { expected: term.type.kind, found: type.kind, position });
}

function arithmetic({ op: operator, args }: ASTNode & { op: Arithmetic }, checking: Checking): Term {
  const [left, right] = [check(args[0], checking), check(args[1], checking)];
  const { position } = left;
  const text = operator === '+' && [left, right].some((side) => side.type.kind === 'string');
  const isRemainder = operator === '%';
  for (const side of [left, right]) {
    const { kind } = side.type;
    if (kind === 'dyn' || (text ? kind === 'string' : isRemainder ? kind === 'int' : isNumeric(side.type))) continue;
    const expected = text ? 'string' : isRemainder ? 'int' : 'number';
    refuse(checking, 'type', { expected, found: kind, position: side.position });
  }
  return { op: 'arithmetic', operator, left, right, type: unify(left.type, right.type) ?? dynType, position };
}

function common(type: TermType, term: Term, checking: Checking): TermType {
  const unified = unify(type, term.type);
  if (!unified) refuse(checking, 'type', { expected: type.kind, found: term.type.kind, position: term.position });
  return unified ?? dynType;
}
