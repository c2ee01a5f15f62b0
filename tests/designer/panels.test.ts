import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../designer/panels/completions.ts';
import { layeredLayout } from '../../designer/panels/graph-layout.ts';
import { testOf } from '../../designer/panels/save-rule-test.ts';
import { possible } from '../../designer/panels/simulate.ts';
import { pasteCommands, pseudo, textRows } from '../../designer/panels/text-rows.ts';
import {
  compileEntity,
  entityScope,
  rulesOf,
  runRuleTests,
  type Bindings,
  type EntityMeta,
} from '../../engine/core/index.ts';

const meta: EntityMeta = {
  entity: 'thing',
  path: 'thing',
  title: 'code',
  fields: {
    code: { type: 'text' },
    kind: { type: 'choice', options: ['small', 'large'] },
    count: { type: 'integer' },
    parts: { type: 'lines', fields: { weight: { type: 'decimal', scale: 2 } } },
  },
  list: { columns: ['code'] },
  workflow: {
    start: 'open',
    states: { open: {}, shut: {} },
    transitions: {
      shut: {
        from: ['open'],
        to: 'shut',
        guard: [{ code: 'many', when: 'count > 3' }],
        form: ['count'],
        require: ['count'],
      },
      reopen: { from: ['shut'], to: 'open' },
    },
  },
  access: { clerk: { codes: ['shut', 'reopen'], rows: "kind == 'small'" }, member: { codes: ['read'] } },
};
const words = {
  field: (name: string) => (name === 'count' ? 'How many' : name),
  options: (name: string) => (name === 'kind' ? ['small', 'large'].map((value) => ({ value, label: value })) : []),
};

describe('suggestions in a rule', () => {
  const offered = (text: string) => {
    const { items, from } = completionsAt({ text, caret: text.length, scope: entityScope(meta), words });
    return items.map(({ insert }) => text.slice(0, from) + insert);
  };

  it.each([
    ['cou', 'count'],
    ['how', 'count'],
    ["kind == 'sm", "kind == 'small'"],
    ["kind in ['small', 'l", "kind in ['small', 'large'"],
    ['actor.ro', 'actor.roles'],
    ['code.sta', 'code.startsWith('],
    ['parts.exists(p, p.we', 'parts.exists(p, p.weight'],
    ["actor.type == 'st", "actor.type == 'staff'"],
  ])('is offered: %s', (text, wanted) => {
    expect(offered(text)).toContain(wanted);
  });

  it('is nothing inside a text that is no value of a choice', () => {
    expect(offered("code == 'cou")).toEqual([]);
  });
});

describe('the layout of a graph', () => {
  const measures = { height: 40, across: 60, down: 20, margin: 10 };
  const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, width: 80 }));
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'a', to: 'd' },
    { from: 'c', to: 'a' },
    { from: 'b', to: 'b' },
  ];

  it('goes from the first node to the right, whatever leads back', () => {
    const { nodes: placed, width } = layeredLayout({ nodes, edges, measures, first: 'a' });
    const columns = ['a', 'b', 'c', 'd'].map((id) => ((placed.get(id)?.x ?? 0) - 10) / 140);
    expect(columns).toEqual([0, 1, 2, 1]);
    expect(width).toBe(10 + 3 * 80 + 2 * 60 + 10);
  });

  it('lays no node on another one', () => {
    const all = [...layeredLayout({ nodes, edges, measures, first: 'a' }).nodes.values()];
    const overlap = all.flatMap((one, at) =>
      all.slice(at + 1).filter((other) => one.x === other.x && Math.abs(one.y - other.y) < one.height),
    );
    expect(overlap).toEqual([]);
  });
});

describe('the words of an entity in a grid', () => {
  const document = { meta, texts: { 'en-US': { name: 'Thing', fields: { code: 'Code' } }, 'zh-CN': {} } };
  const cultures = ['zh-CN', 'en-US'];
  const rows = textRows(document, cultures);

  it('say what is there, and which are needed', () => {
    expect(rows.find(({ key }) => key === 'fields.code')).toEqual({
      key: 'fields.code',
      needed: true,
      words: { 'zh-CN': '', 'en-US': 'Code' },
    });
    expect(rows.find(({ key }) => key === 'help.code')?.needed).toBe(false);
  });

  it('take a pasted block from a cell down and to the right, and nothing beyond the grid', () => {
    const at = rows.findIndex(({ key }) => key === 'fields.code');
    expect(pasteCommands({ text: 'x\tCode\r\ny\tz\tbeyond\r\n', rows, cultures, row: at, culture: 'zh-CN' })).toEqual([
      { do: 'text', culture: 'zh-CN', key: rows[at]?.key, value: 'x' },
      { do: 'text', culture: 'zh-CN', key: rows[at + 1]?.key, value: 'y' },
      { do: 'text', culture: 'en-US', key: rows[at + 1]?.key, value: 'z' },
    ]);
    expect(pasteCommands({ text: 'x\ny', rows, cultures, row: rows.length - 1, culture: 'en-US' })).toHaveLength(1);
  });

  it('keep their parameters as a pseudo-language', () => {
    expect(pseudo('Pay {amount}')).toMatch(/^\[Þàý \{amount\}~+\]$/);
  });
});

describe('a flow that is tried out', () => {
  const compiled = compileEntity(meta);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  const entity = compiled.value;
  const bindings = (record: Record<string, unknown>, input: Record<string, unknown> = {}): Bindings => ({
    record: { status: 'open', kind: 'small', ...record },
    input,
    actor: { id: '1', type: 'staff', member: null, org: null, roles: ['clerk'] },
    now: '2026-01-01 00:00:00',
    today: '2026-01-01',
  });
  const verdicts = (role: string, given: Bindings) =>
    possible(entity, role, given).map(({ action, because, issues }) => [
      action.name,
      because,
      ...issues.map(({ code }) => code),
    ]);

  it.each([
    ['what asks for more', 'clerk', bindings({}), ['shut', 'rules', 'required']],
    ['what a rule refuses', 'clerk', bindings({}, { count: 4 }), ['shut', 'rules', 'many']],
    ['what may be done', 'clerk', bindings({}, { count: 2 }), ['shut', null]],
    ['who has no right', 'member', bindings({}), ['shut', 'code']],
    ['who has it for other records', 'clerk', bindings({ kind: 'large' }), ['shut', 'rows']],
    ['an administrator that nobody names', 'admin', bindings({ kind: 'large' }, { count: 1 }), ['shut', null]],
    ['another state', 'clerk', bindings({ status: 'shut' }), ['shut', 'state', 'state.wrong']],
  ])('says %s', (_, role, given, wanted) => {
    expect(verdicts(role, given)[0]).toEqual(wanted);
  });
});

describe('a tried record that is saved as a test', () => {
  const kept: EntityMeta = {
    ...meta,
    fields: {
      ...meta.fields,
      code: { type: 'text', required: "kind == 'large'" },
      note: { type: 'text' },
      pin: { type: 'secret' },
      parts: { type: 'lines', fields: { weight: { type: 'decimal', scale: 2 }, pin: { type: 'secret' } } },
      heaviest: { type: 'computed', as: 'integer', value: 'parts.exists(p, p.weight > 9) ? 1 : 0' },
    },
  };
  const compiled = compileEntity(kept);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  const entity = compiled.value;
  const bindings: Bindings = {
    record: {
      ...{ id: '9', status: 'open', kind: 'large', count: 4, code: '', note: 'Ring Ann', pin: '1234' },
      ...{ $code: 'A', parts: [{ weight: 10, pin: '1' }] },
    },
    actor: { id: '7', type: 'staff', member: null, org: null, roles: ['clerk'] },
    now: '2026-01-01 00:00:00',
    today: '2026-01-01',
  };

  it('holds what rules read of it, without secrets, and expects what the rules say now', () => {
    const test = testOf(entity, entity.byName.get('code'), bindings);
    expect(test.record).toEqual({ status: 'open', kind: 'large', count: 4, parts: [{ weight: 10 }] });
    expect(test.expect).toEqual({
      ...{ codes: [], hidden: { code: false }, required: { code: true }, readOnly: { code: false } },
    });
    expect(testOf(entity, entity.byName.get('heaviest'), bindings).expect.values).toEqual({ heaviest: 1 });
  });

  it('tries the action of a guard, and passes on the record that it was saved from', () => {
    const guard = rulesOf(kept).find(({ kind }) => kind === 'guard');
    const test = testOf(entity, guard, bindings);
    expect([test.action, test.expect.refusals]).toEqual(['shut', ['many']]);
    const again = compileEntity({ ...kept, tests: { many: test } });
    expect(again.ok && runRuleTests(again.value)).toEqual([{ name: 'many', differs: [] }]);
  });
});
