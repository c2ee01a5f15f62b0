import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../designer/panels/completions.ts';
import { layeredLayout } from '../../designer/panels/graph-layout.ts';
import { possible } from '../../designer/panels/simulate.ts';
import { pasteCommands, pseudo, textRows } from '../../designer/panels/text-rows.ts';
import { compileEntity, entityScope, type Bindings, type EntityMeta } from '../../engine/index.ts';

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

describe('what can stand in a rule', () => {
  const offered = (text: string) => {
    const { items, from } = completionsAt(text, text.length, entityScope(meta), words);
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
    const { nodes: placed, width } = layeredLayout(nodes, edges, measures, 'a');
    const columns = ['a', 'b', 'c', 'd'].map((id) => ((placed.get(id)?.x ?? 0) - 10) / 140);
    expect(columns).toEqual([0, 1, 2, 1]);
    expect(width).toBe(10 + 3 * 80 + 2 * 60 + 10);
  });

  it('lays no node on another one', () => {
    const all = [...layeredLayout(nodes, edges, measures, 'a').nodes.values()];
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
    expect(pasteCommands('x\tCode\r\ny\tz\tbeyond\r\n', rows, cultures, at, 'zh-CN')).toEqual([
      { do: 'text', culture: 'zh-CN', key: rows[at]?.key, value: 'x' },
      { do: 'text', culture: 'zh-CN', key: rows[at + 1]?.key, value: 'y' },
      { do: 'text', culture: 'en-US', key: rows[at + 1]?.key, value: 'z' },
    ]);
    expect(pasteCommands('x\ny', rows, cultures, rows.length - 1, 'en-US')).toHaveLength(1);
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
