import { describe, expect, it } from 'vitest';
import { compileEntity } from '../../../engine/core/compile/compile-entity.ts';
import type { EntityMeta, RuleTestMeta } from '../../../engine/core/meta/entity.ts';
import { parseEntity } from '../../../engine/core/meta/parse-entity.ts';
import { printEntity } from '../../../engine/core/meta/print-entity.ts';
import { changesBetween } from '../../../engine/core/revise/changes.ts';
import { applyCommands, type Command } from '../../../engine/core/revise/commands.ts';
import type { EntityDocument } from '../../../engine/core/revise/document.ts';
import { flatten, unflatten } from '../../../engine/core/revise/flat.ts';
import { lintDocument } from '../../../engine/core/revise/lint.ts';
import { mergeDocuments } from '../../../engine/core/revise/overlay.ts';
import { runRuleTests } from '../../../engine/core/revise/rule-tests.ts';

const tests: Record<string, RuleTestMeta> = {
  tooMany: {
    record: { count: 12, kind: 'small', parts: [{ weight: 1.5 }, { weight: 2 }] },
    expect: {
      codes: ['tooMany'],
      hidden: { note: true },
      required: { note: false },
      readOnly: { kind: false },
      values: { double: 24, total: 3.5 },
    },
  },
  fixedKind: { record: { kind: 'large' }, old: { kind: 'large' }, expect: { readOnly: { kind: true }, codes: [] } },
  late: { record: { day: '2026-01-02' }, now: '2026-01-03 08:00:00', expect: { codes: ['past'] } },
  shutByBoss: {
    record: { status: 'open', count: 1 },
    action: 'shut',
    input: { count: 2, why: 'done' },
    actor: { roles: ['boss'] },
    expect: { refusals: [], values: { status: 'shut', double: 4, reason: 'done' } },
  },
  shutByClerk: {
    record: { status: 'open' },
    action: 'shut',
    actor: { roles: ['clerk'] },
    expect: { refusals: ['notYours'] },
  },
};
const meta: EntityMeta = {
  entity: 'thing',
  path: 'thing',
  title: 'code',
  fields: {
    code: { type: 'text' },
    kind: { type: 'choice', options: ['small', 'large'], fixed: true },
    note: { type: 'text', visible: "kind == 'large'", required: "kind == 'large'" },
    count: { type: 'integer' },
    day: { type: 'date' },
    reason: { type: 'text' },
    double: { type: 'computed', value: 'count * 2', as: 'integer' },
    parts: { type: 'lines', fields: { weight: { type: 'decimal', scale: 2 } } },
    total: { type: 'rollup', over: 'parts', sum: 'weight' },
  },
  validations: [
    { code: 'tooMany', when: 'count > 9' },
    { code: 'past', when: 'day < today' },
  ],
  list: { columns: ['code'] },
  form: { basic: [['code', 'kind', 'note'], ['count', 'day', 'reason'], ['parts']] },
  workflow: {
    start: 'open',
    states: { open: { edit: true }, shut: {} },
    transitions: {
      shut: {
        from: ['open'],
        to: 'shut',
        form: ['count'],
        input: { why: { type: 'text' } },
        guard: [{ code: 'notYours', when: "!('boss' in actor.roles)" }],
        set: { reason: 'input.why' },
      },
    },
  },
  access: { clerk: { codes: ['read', 'shut'] } },
  tests,
};
const entityOf = (change: Partial<EntityMeta> = {}) => {
  const compiled = compileEntity({ ...meta, ...change });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.value;
};
const differing = (test: RuleTestMeta) =>
  runRuleTests(entityOf({ tests: { test } })).flatMap(({ differs }) =>
    differs.map(({ at, expected, found }) => [at, expected, found]),
  );
const document: EntityDocument = { meta, texts: {} };
const done = (...commands: Command[]) => {
  const outcome = applyCommands(document, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value.document;
};
const refused = (...commands: Command[]) => {
  const outcome = applyCommands(document, commands);
  return outcome.ok ? [] : outcome.issues.map(({ code, path }) => `${code} ${path}`);
};

describe('tests stored with the rules', () => {
  it('are green where the rules answer as expected', () => {
    expect(runRuleTests(entityOf())).toEqual(Object.keys(tests).map((name) => ({ name, differs: [] })));
  });

  it.each<[string, RuleTestMeta, unknown[]]>([
    ['a rule that is silent', { record: { count: 9 }, expect: { codes: ['tooMany'] } }, ['codes', ['tooMany'], []]],
    ['a rule nobody expected', { record: { count: 10 }, expect: { codes: [] } }, ['codes', [], ['tooMany']]],
    [
      'a field that shows',
      { record: { kind: 'large' }, expect: { hidden: { note: true } } },
      ['hidden.note', true, false],
    ],
    ['a field not asked', { record: {}, expect: { required: { note: true } } }, ['required.note', true, false]],
    ['a field not locked', { record: {}, expect: { readOnly: { kind: true } } }, ['readOnly.kind', true, false]],
    ['another value', { record: { count: 2 }, expect: { values: { double: 5 } } }, ['values.double', 5, 4]],
    [
      'an action that passes',
      { record: { status: 'open' }, action: 'shut', actor: { roles: ['boss'] }, expect: { refusals: ['notYours'] } },
      ['refusals', ['notYours'], []],
    ],
    [
      'an action from another state',
      { record: { status: 'shut' }, action: 'shut', expect: { refusals: [] } },
      ['refusals', [], ['state.wrong']],
    ],
  ])('are red with both sides: %s', (_, test, wanted) => {
    expect(differing(test)).toEqual([wanted]);
  });

  it('are a finding where they are red, at the expectation', () => {
    const red = { ...meta, tests: { ...tests, wrong: { record: { count: 2 }, expect: { values: { double: 5 } } } } };
    const found = lintDocument({ meta: red, texts: {} }).filter(({ code }) => code === 'lint.testRed');
    expect(found).toEqual([
      {
        ...{ code: 'lint.testRed', path: 'tests.wrong.expect.values.double', severity: 'problem' },
        params: { test: 'wrong', what: 'values.double', expected: '5', found: '4' },
      },
    ]);
  });

  it.each<[string, RuleTestMeta, string]>([
    ['field', { record: { lost: 1 }, expect: {} }, 'schema.unknownField tests.test.record.lost'],
    ['column', { record: { parts: [{ lost: 1 }] }, expect: {} }, 'schema.unknownField tests.test.record.parts[0].lost'],
    [
      'expected field',
      { record: {}, expect: { hidden: { lost: true } } },
      'schema.unknownField tests.test.expect.hidden.lost',
    ],
    ['rule', { record: {}, expect: { codes: ['lost'] } }, 'schema.unknownRule tests.test.expect.codes[0]'],
    ['action', { record: {}, action: 'lost', expect: {} }, 'schema.unknownAction tests.test.action'],
    [
      'answer',
      { record: {}, action: 'shut', input: { code: 'x' }, expect: {} },
      'schema.unknownField tests.test.input.code',
    ],
    [
      'guard',
      { record: {}, action: 'shut', expect: { refusals: ['tooMany'] } },
      'schema.unknownRule tests.test.expect.refusals[0]',
    ],
    ['action to refuse', { record: {}, expect: { refusals: [] } }, 'schema.missing tests.test.action'],
    ['clock', { record: {}, now: 'noon', expect: {} }, 'schema.name tests.test.now'],
  ])('are refused where they speak of what is not there: %s', (_, test, wanted) => {
    expect(refused({ do: 'set', at: 'tests.test', value: test })).toEqual([wanted]);
  });

  it('go along when a field, a column, an action or they themselves are renamed', () => {
    const renamed = done(
      { do: 'rename', at: 'fields.count', to: 'amount' },
      { do: 'rename', at: 'fields.note', to: 'remark' },
      { do: 'rename', at: 'fields.parts.fields.weight', to: 'mass' },
      { do: 'rename', at: 'workflow.transitions.shut', to: 'close' },
      { do: 'rename', at: 'tests.tooMany', to: 'farTooMany' },
    );
    const { farTooMany, shutByBoss } = renamed.meta.tests ?? {};
    expect(farTooMany?.record).toEqual({ amount: 12, kind: 'small', parts: [{ mass: 1.5 }, { mass: 2 }] });
    expect(farTooMany?.expect.hidden).toEqual({ remark: true });
    expect([shutByBoss?.action, shutByBoss?.input]).toEqual(['close', { amount: 2, why: 'done' }]);
    expect(runRuleTests(entityOf(renamed.meta)).flatMap(({ differs }) => differs)).toEqual([]);
    expect(unflatten(flatten(renamed)).meta.tests).toEqual(renamed.meta.tests);
  });

  it('let go of a field that they were only given, and hold one that they expect something of', () => {
    expect(refused({ do: 'remove', at: 'fields.note', letGo: true })).toEqual([
      'schema.fieldUsed tests.tooMany.expect.hidden.note',
      'schema.fieldUsed tests.tooMany.expect.required.note',
    ]);
    const gone = done(
      { do: 'remove', at: 'validations[1]' },
      { do: 'set', at: 'tests.late.expect.codes', value: [] },
      { do: 'remove', at: 'fields.day', letGo: true },
    );
    expect(gone.meta.tests?.['late']?.record).toEqual({});
  });

  it('are printed one by one and parsed again, and tell what changed of them by name', () => {
    const text = printEntity(meta);
    const parsed = parseEntity(text);
    expect(parsed.ok && printEntity(parsed.value)).toBe(text);
    expect(text).toContain('\n    "late": { "record": { "day": "2026-01-02" }, "now": "2026-01-03 08:00:00", ');
    const changed = done(
      { do: 'remove', at: 'tests.late' },
      { do: 'set', at: 'tests.few', value: { record: { count: 1 }, expect: { codes: [] } } },
      { do: 'set', at: 'tests.fixedKind.expect.codes', value: ['past'] },
    );
    const said = changesBetween(document, changed).map(({ kind, thing, name }) => `${kind} ${thing} ${name}`);
    expect(said).toEqual(['removed test late', 'added test few', 'added test fixedKind']);
  });

  it('merge by name', () => {
    const one = { record: { count: 1 }, expect: { codes: [] } };
    const theirs = done({ do: 'set', at: 'tests.theirs', value: one });
    const mine = done({ do: 'set', at: 'tests.mine', value: one }, { do: 'remove', at: 'tests.late' });
    const merged = mergeDocuments(document, theirs, mine);
    expect(merged.conflicts).toEqual([]);
    expect(Object.keys(merged.document.meta.tests ?? {}).toSorted()).toEqual([
      'fixedKind',
      'mine',
      'shutByBoss',
      'shutByClerk',
      'theirs',
      'tooMany',
    ]);
  });
});
