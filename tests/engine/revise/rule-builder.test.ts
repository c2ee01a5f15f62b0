import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blankTest,
  missingIn,
  operatorsFor,
  readRule,
  writeRule,
  type Operand,
  type RuleGroup,
  type RuleTest,
  type TestOperator,
} from '../../../engine/core/revise/rule-builder.ts';

describe('a rule as conditions', () => {
  it.each([
    ["method == 'wire'", 1],
    ["country in ['US', 'CA'] && !(state in ['AK'])", 2],
    ["amount > -1.50 && (note == null || note.contains('it\\'s'))", 2],
    ["(adminType == '1' && actor.type != 'super') || (adminType == '2' && actor.type == 'staff')", 2],
    ["distribution && !closed && 'fragile' in marks && !('old' in marks)", 4],
    ['old.parent != null && parent == old.parent && paidOn > today', 3],
  ])('comes back as it was written: %s', (text, parts) => {
    const rule = readRule(text);
    expect(rule?.parts).toHaveLength(parts);
    expect(rule && writeRule(rule)).toBe(text);
  });

  it.each([
    'a + b > 3',
    'size(boxes) == 0',
    "'x' == method",
    '!(a == 1 || b == 2)',
    "code.matches('^a')",
    'a == 1 ? b : c',
    "record.lines.exists(l, l.a == 'b')",
    'a ==',
  ])('stays text where it has no such form: %s', (text) => {
    expect(readRule(text)).toBeNull();
  });

  it('never changes what a person has put together', () => {
    fc.assert(
      fc.property(fc.oneof(group(2), group(2, 'any')), (rule) => {
        expect(readRule(writeRule(rule))).toEqual(rule);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what conditions still lack', () => {
  const one = (part: RuleTest | RuleGroup): RuleGroup => ({ join: 'all', parts: [part] });
  const amount = (operator: TestOperator, ...values: Operand[]): RuleTest => ({ field: 'amount', operator, values });
  it.each<[string, RuleGroup, ReturnType<typeof missingIn>]>([
    ['a condition', { join: 'any', parts: [] }, [{ what: 'condition', field: '' }]],
    ['a field', one(blankTest), [{ what: 'field', field: '' }]],
    ['a value', one(amount('more', { kind: 'number', text: '' })), [{ what: 'value', field: 'amount' }]],
    ['another field', one(amount('more', { kind: 'name', name: '' })), [{ what: 'value', field: 'amount' }]],
    ['a first value of several', one(amount('oneOf')), [{ what: 'value', field: 'amount' }]],
    ['a number', one(amount('more', { kind: 'number', text: '8OO' })), [{ what: 'number', field: 'amount' }]],
    ['a field inside a group', one(one(blankTest)), [{ what: 'field', field: '' }]],
    ['nothing where it is whole', one(amount('more', { kind: 'number', text: '-8.5' })), []],
    ['nothing where no value is asked', one(amount('empty')), []],
  ])('%s', (_, group, missing) => {
    expect(missingIn(group)).toEqual(missing);
  });
});

const names = fc.constantFrom('amount', 'old.note', 'input.reason', 'actor.type', 'method');
const operands: fc.Arbitrary<Operand> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ unit: 'grapheme', maxLength: 8 }) }),
  fc.record({ kind: fc.constant('text' as const), text: fc.constantFrom("'", '\\', 'a\nb', '\\n', '"') }),
  fc.record({ kind: fc.constant('number' as const), text: fc.constantFrom('0', '-3', '12.50', '-0.1') }),
  fc.record({ kind: fc.constant('boolean' as const), value: fc.boolean() }),
  fc.record({ kind: fc.constant('name' as const), name: names }),
);
const counts = (operator: TestOperator) =>
  ['empty', 'filled', 'true', 'false'].includes(operator) ? [0, 0] : operator.endsWith('Of') ? [0, 3] : [1, 1];
const tests: fc.Arbitrary<RuleTest> = fc
  .tuple(names, fc.constantFrom(...operatorsFor('string'), ...operatorsFor('list'), ...operatorsFor('bool')))
  .chain(([field, operator]) => {
    const [minLength, maxLength] = counts(operator);
    return fc.record({
      field: fc.constant(field),
      operator: fc.constant(operator),
      values: fc.array(operands, { minLength, maxLength }),
    });
  });

/** Groups as the builder keeps them: two parts at least, and never a group in its like. */
const group = (depth: number, join: RuleGroup['join'] = 'all'): fc.Arbitrary<RuleGroup> => {
  const inner = join === 'all' ? 'any' : 'all';
  const part = depth === 0 ? tests : fc.oneof(tests, tests, group(depth - 1, inner));
  return fc.record({ join: fc.constant(join), parts: fc.array(part, { minLength: 2, maxLength: 3 }) });
};
