import { describe, expect, it } from 'vitest';
import { compileEntity } from '../../../engine/core/compile/compile-entity.ts';
import type { Entity } from '../../../engine/core/compile/catalog.ts';
import { newBudget, stepsPerRecord } from '../../../engine/core/expression/budget.ts';
import { compileExpression } from '../../../engine/core/expression/compile-expression.ts';
import type { EntityMeta } from '../../../engine/core/meta/entity.ts';
import { parseEntity } from '../../../engine/core/meta/parse-entity.ts';
import { lintDocument } from '../../../engine/core/revise/lint.ts';
import { transition } from '../../../engine/core/rules/transition.ts';
import { validateRecord } from '../../../engine/core/rules/validate-record.ts';
import { bindings } from './box.ts';

const nested = 'rows.exists(x, rows.exists(y, x.a + y.a < -1))';
const metaOf = (rules: number, when = nested, max?: number): EntityMeta => ({
  entity: 'pile',
  path: 'Pile',
  title: 'name',
  fields: {
    name: { type: 'text' },
    rows: { type: 'lines', fields: { a: { type: 'integer' } }, ...(max === undefined ? {} : { max }) },
  },
  validations: Array.from({ length: rules }, (_, at) => ({ code: `rule${at}`, when })),
  list: { columns: ['name'] },
  workflow: {
    start: 'open',
    states: { open: {} },
    transitions: { shut: { from: ['open'], to: 'open', guard: [{ code: 'far', when }], set: { name: "'shut'" } } },
  },
  access: {},
});
const pile = (rules: number, when?: string): Entity => {
  const compiled = compileEntity(metaOf(rules, when));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.value;
};
const recordOf = (rows: number) => ({
  name: 'A',
  rows: Array.from({ length: rows }, () => ({ a: 1 })),
  status: 'open',
});
const codes = (entity: Entity, rows: number, budget = newBudget()) =>
  validateRecord(entity, bindings(recordOf(rows), { budget })).map(({ code }) => code);

describe('the steps of one record', () => {
  it('are shared by all of its rules: a record for which they do not suffice is refused', () => {
    const budget = newBudget();
    expect(codes(pile(15), 1000, budget)).toEqual(['rules.tooMuchWork']);
    // The step that finds none left is the last one that is taken.
    expect(budget.left).toBeGreaterThan(-2000);
    expect(codes(pile(15), 60)).toEqual([]);
    expect(codes(pile(1), 200)).toEqual([]);
  });

  it('suffice for loops over the longest table', () => {
    expect(codes(pile(15, 'rows.exists(x, x.a < 0)'), 5000)).toEqual([]);
  });

  it('refuse where each evaluation brings none along, and an action whose guard has none left', () => {
    expect(validateRecord(pile(1), bindings(recordOf(1000))).map(({ code }) => code)).toEqual(['rules.tooMuchWork']);
    const entity = pile(0);
    const shut = entity.actions.get('shut');
    const outcome = shut && transition(entity, shut, bindings(recordOf(1000)));
    expect(outcome).toMatchObject({
      ok: false,
      issues: [{ code: 'rules.tooMuchWork', params: { max: stepsPerRecord } }],
    });
    expect(shut && transition(entity, shut, bindings(recordOf(10)))).toMatchObject({ ok: true });
  });

  it('are taken by long texts and by patterns that make large machines', () => {
    const scope = { fields: { text: 'string' as const, pattern: 'string' as const } };
    const left = (text: string, record: Record<string, unknown>) => {
      const compiled = compileExpression(text, scope);
      if (!compiled.ok) throw new Error(text);
      const budget = newBudget();
      compiled.value.evaluate(bindings(record, { budget }));
      return stepsPerRecord - budget.left;
    };
    expect(left("text.contains('b')", { text: 'a' })).toBeLessThan(10);
    expect(left("text.contains('b')", { text: 'a'.repeat(160_000) })).toBeGreaterThan(10_000);
    expect(left('text.matches(pattern)', { text: 'a', pattern: 'a{1000}'.repeat(20) })).toBeGreaterThan(100_000);
    expect(left("text.matches('^[A-Z]{2}[0-9]{9}[A-Z]{2}$')", { text: 'LX123456789CN' })).toBeLessThan(1000);
  });
});

describe('rules of a declaration', () => {
  it('are at most a hundred', () => {
    expect(parseEntity(JSON.stringify(metaOf(100)))).toMatchObject({ ok: true });
    expect(parseEntity(JSON.stringify(metaOf(200)))).toMatchObject({
      ok: false,
      issues: [{ code: 'schema.tooMany', path: 'validations', params: { max: 100 } }],
    });
  });

  it('that a long record would be refused for are named', () => {
    const found = (meta: EntityMeta) =>
      lintDocument({ meta, texts: {} }).filter(({ code }) => code.startsWith('lint.costly'));
    const both = [{ path: 'validations[0].when' }, { path: 'workflow.transitions.shut.guard[0].when' }];
    expect(found(metaOf(1))).toMatchObject(both.map(({ path }) => ({ code: 'lint.costly', path, severity: 'hint' })));
    expect(found(metaOf(1, nested, 100))).toEqual([]);
    expect(found(metaOf(20, nested, 100))).toMatchObject([
      { code: 'lint.costlyTogether', path: 'validations[0].when' },
    ]);
    expect(found(metaOf(20, 'rows.exists(x, x.a < 0)'))).toEqual([]);
  });
});
