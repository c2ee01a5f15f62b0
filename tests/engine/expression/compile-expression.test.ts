import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../../engine/core/expression/compile-expression.ts';
import { expressionLimits } from '../../../engine/core/expression/parse-expression.ts';
import type { Issue } from '../../../engine/core/meta/issue.ts';
import { bind, compiled, scope } from './support.ts';

const issuesOf = (text: string): Issue[] => {
  const outcome = compileExpression(text, scope);
  return outcome.ok ? [] : outcome.issues;
};
const brief = (text: string) => issuesOf(text).map(({ code, params }) => [code.slice('expression.'.length), params]);

describe('an expression with a mistake', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['', 'syntax', { position: 0 }],
    ['amount >', 'syntax', { position: 8 }],
    ['amount > 0)', 'syntax', { position: 10 }],
    ["name == 'a", 'syntax', { position: 8 }],
    ['amount = 1', 'syntax', { position: 7 }],
    ['amount > 1e3', 'syntax', { position: 9 }],
    ['amount > 1u', 'syntax', { position: 9 }],
    ['amount > 1234567890123456', 'syntax', { position: 9 }],
    ['amount > 0.1234567890123456', 'syntax', { position: 9 }],
    ["name == '\\x00'", 'syntax', { position: 8 }],
    ["name == '\ud800'", 'syntax', { position: 8 }],
    ["name == b'x'", 'syntax', { position: 8 }],
    ["{'a': 1}", 'syntax', { position: 0 }],
    ["name.matches('(')", 'syntax', { position: 13 }],
    ["name.matches('(?=a)')", 'syntax', { position: 13 }],
    ['rows.all(1, true)', 'syntax', { position: 9 }],
    ['amont > 0', 'unknownName', { name: 'amont', position: 0 }],
    ['old.amont > 0', 'unknownName', { name: 'amont', position: 4 }],
    ['input.other', 'unknownName', { name: 'other', position: 6 }],
    ["actor.password == ''", 'unknownName', { name: 'password', position: 6 }],
    ['rows.all(r, r.size > 0)', 'unknownName', { name: 'size', position: 14 }],
    ['r.weight > 0', 'unknownName', { name: 'r', position: 0 }],
    ['toString == null', 'unknownName', { name: 'toString', position: 0 }],
    ['actor.toString == null', 'unknownName', { name: 'toString', position: 6 }],
    ["type(name) == 'x'", 'unknownName', { name: 'type', position: 0 }],
    ['name.reverse()', 'unknownName', { name: 'reverse', position: 0 }],
    ['cel.bind(x, 1, x)', 'unknownName', { name: 'bind', position: 0 }],
    ["amount > 'a'", 'type', { expected: 'decimal', found: 'string', position: 9 }],
    ['name == 1', 'type', { expected: 'string', found: 'int', position: 8 }],
    ['active == 1', 'type', { expected: 'bool', found: 'int', position: 10 }],
    ['active < true', 'type', { expected: 'number', found: 'bool', position: 0 }],
    ['tags == tags', 'type', { expected: 'list', found: 'list', position: 8 }],
    ["name + 1 == 'a'", 'type', { expected: 'string', found: 'int', position: 7 }],
    ["name - 'a' == 'a'", 'type', { expected: 'number', found: 'string', position: 0 }],
    ['amount % 2 == 0', 'type', { expected: 'int', found: 'decimal', position: 0 }],
    ['!name', 'type', { expected: 'bool', found: 'string', position: 1 }],
    ['-name == 1', 'type', { expected: 'number', found: 'string', position: 1 }],
    ['amount && true', 'type', { expected: 'bool', found: 'decimal', position: 0 }],
    ['amount ? 1 : 2', 'type', { expected: 'bool', found: 'decimal', position: 0 }],
    ["active ? 1 : 'a'", 'type', { expected: 'int', found: 'string', position: 13 }],
    ["[1, 'a']", 'type', { expected: 'int', found: 'string', position: 4 }],
    ["name in 'abc'", 'type', { expected: 'list', found: 'string', position: 8 }],
    ['name in [1]', 'type', { expected: 'string', found: 'int', position: 0 }],
    ['name.all(c, true)', 'type', { expected: 'list', found: 'string', position: 0 }],
    ['rows.all(r, r.weight)', 'type', { expected: 'bool', found: 'decimal', position: 14 }],
    ['name.city', 'type', { expected: 'map', found: 'string', position: 0 }],
    ['amount.lower()', 'type', { name: 'lower', expected: 'string', found: 'decimal', position: 0 }],
    ['round(amount, count)', 'type', { name: 'round', expected: 'number, places', found: 'decimal, int', position: 0 }],
    ['round(amount, 21)', 'type', { name: 'round', expected: 'number, places', found: 'decimal, int', position: 0 }],
  ])('%s is refused: %s %j', (text, code, params) => {
    expect(brief(text)).toContainEqual([code, params]);
    expect(issuesOf(text).every((one) => one.path === '')).toBe(true);
  });

  it('reports all of them at once', () => {
    expect(brief("amont > 0 && name == 1 && nam.lower() == 'x'")).toEqual([
      ['unknownName', { name: 'amont', position: 0 }],
      ['type', { expected: 'string', found: 'int', position: 21 }],
      ['unknownName', { name: 'nam', position: 26 }],
    ]);
  });
});

describe('an expression too large to be a rule', () => {
  it.each([
    ['a long text', `name == '${'x'.repeat(expressionLimits.maxLength)}'`],
    ['many parts', Array.from({ length: 600 }, () => '1').join('+')],
    ['deep brackets', '('.repeat(40) + '1' + ')'.repeat(40)],
    ['loops in loops in loops', 'rows.all(a, rows.all(b, rows.all(c, true)))'],
  ])('is refused: %s', (_, text) => {
    expect(issuesOf(text).map((one) => one.code)).toEqual(['expression.tooLarge']);
  });

  it('is refused, not crashed on, whatever it is made of', () => {
    for (const text of ['!'.repeat(3_999), '-'.repeat(3_999) + '1', '['.repeat(3_999), 'a.'.repeat(1_999) + 'a']) {
      expect(compileExpression(text, scope).ok).toBe(false);
    }
  });

  it('is accepted just below the limit, and evaluated', () => {
    const sum = compiled(Array.from({ length: 500 }, () => '1').join('+'));
    expect(sum.evaluate(bind())).toBe(500);
  });
});

describe('a checked expression', () => {
  it.each([
    ['amount > 0', 'bool'],
    ['amount', 'decimal'],
    ['count + 1', 'int'],
    ['count + 1.0', 'decimal'],
    ['name', 'string'],
    ['tags', 'list'],
    ['address', 'map'],
    ['actor', 'map'],
    ['extra', 'dyn'],
    ['null', 'dyn'],
    ['active ? null : count', 'int'],
    ['sum(rows.map(r, r.pieces))', 'int'],
    ['max(count, amount)', 'decimal'],
  ])('%s is of type %s', (text, type) => {
    expect(compiled(text).type).toBe(type);
  });

  it('names the fields of the record that it reads, once each', () => {
    const text = 'rows.all(name, name.weight > amount) && old.count > 1 && input.reason == city && actor.id != city';
    expect(compiled(text).reads).toEqual(['rows', 'amount', 'city']);
  });

  it('cannot be changed', () => {
    const expression = compiled('amount > 0');
    expect(Object.isFrozen(expression)).toBe(true);
    expect(Object.isFrozen(expression.reads)).toBe(true);
  });

  it('knows input and the old record only where there are such', () => {
    expect(compileExpression('input.reason', { fields: {} }).ok).toBe(false);
    expect(compileExpression('old.reason', { fields: { reason: 'string' } }).ok).toBe(false);
  });
});

describe('a page that forbids eval', () => {
  it('still compiles and evaluates expressions', () => {
    const { Function: original, eval: evaluate } = globalThis;
    const forbid = () => {
      throw new EvalError();
    };
    try {
      Object.assign(globalThis, { Function: forbid, eval: forbid });
      expect(compiled("name.matches('^A') && amount * 2 > 1").holds(bind({ name: 'Ann', amount: 2 }))).toBe(true);
    } finally {
      Object.assign(globalThis, { Function: original, eval: evaluate });
    }
  });
});
