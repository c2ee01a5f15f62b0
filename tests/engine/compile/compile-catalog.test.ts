import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../../engine/core/compile/compile-catalog.ts';
import type { EntityMeta } from '../../../engine/core/meta/entity.ts';
import { entityFiles } from '../../support/entity-files.ts';

type Change = (meta: EntityMeta) => void;

const base = (): EntityMeta => ({
  entity: 'box',
  path: 'Box',
  title: 'name',
  fields: {
    name: { type: 'text' },
    weight: { type: 'integer' },
    rows: { type: 'lines', fields: { count: { type: 'integer' } } },
    up: { type: 'parent' },
    customer: { type: 'reference', to: 'person' },
  },
  list: { columns: ['name'] },
  workflow: {
    start: 'draft',
    states: { draft: {}, done: {} },
    transitions: { finish: { from: ['draft'], to: 'done' } },
  },
  access: { admin: { codes: ['*'] } },
});
const person: EntityMeta = {
  entity: 'person',
  path: 'Person',
  title: 'name',
  fields: { name: { type: 'text' } },
  list: { columns: ['name'] },
  access: {},
};

const issuesWith = (change: Change, ...others: EntityMeta[]): string[] => {
  const meta = base();
  change(meta);
  const compiled = compileCatalog([meta, person, account, ...others]);
  return compiled.ok ? [] : compiled.issues.map(({ code, path }) => `${path} ${code}`);
};
const account: EntityMeta = { ...person, entity: 'account', path: 'sysUser' };

describe('a catalog', () => {
  it('compiles to something frozen, all the way down', () => {
    const compiled = compileCatalog([base(), person, account]);
    expect(compiled.ok).toBe(true);
    if (!compiled.ok) return;
    const [box] = compiled.value.entities;
    expect(Object.isFrozen(compiled.value)).toBe(true);
    expect(Object.isFrozen(box?.fields)).toBe(true);
    expect(Object.isFrozen(box?.meta.fields)).toBe(true);
    expect(compiled.value.byPath.get('box')).toBe(box);
    expect(box?.codes).toEqual(['read', 'add', 'edit', 'delete', 'import', 'export', 'finish']);
  });

  it('has the same hash for the same content and another for another', () => {
    const hash = (change: Change) => {
      const meta = base();
      change(meta);
      const compiled = compileCatalog([meta, person, account]);
      return compiled.ok ? compiled.value.hash : null;
    };
    expect(hash(() => undefined)).toBe(hash(() => undefined));
    expect(hash((meta) => (meta.fields['name'] = { type: 'text', maxLength: 5 }))).not.toBe(hash(() => undefined));
  });

  it('reports every issue of every entity at once, each with its path', () => {
    const found = issuesWith(
      (meta) => {
        meta.title = 'nothing';
        meta.list.columns = ['gone'];
        meta.validations = [{ code: 'odd', when: 'weight >' }];
      },
      { ...person, entity: 'other', path: 'Other', title: 'lost' },
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'box: title schema.unknownField',
        'box: list.columns schema.unknownField',
        'box: validations[0].when expression.syntax',
        'other: title schema.unknownField',
      ]),
    );
  });

  const cases: [string, Change, string][] = [
    ['a title that is no field', (meta) => (meta.title = 'x'), 'title schema.unknownField'],
    ['an owner that is no field', (meta) => (meta.owner = 'x'), 'owner schema.unknownField'],
    ['an organisation that is no field', (meta) => (meta.org = 'x'), 'org schema.unknownField'],
    ['a tree over no field', (meta) => (meta.tree = 'x'), 'tree schema.unknownField'],
    ['an unknown column', (meta) => (meta.list.columns = ['x']), 'list.columns schema.unknownField'],
    [
      'a summary of a sub-table',
      (meta) => {
        meta.fields['rows'] = { type: 'lines', fields: { note: { type: 'text' } } };
        meta.detail = { summary: ['rows'] };
      },
      'detail.summary[0] schema.unfitField',
    ],
    [
      'a text of a sub-table whose translations no field of it keeps',
      (meta) => {
        meta.fields['rows'] = { type: 'lines', fields: { note: { type: 'text', translations: 'notes' } } };
      },
      'fields.rows.fields.note.translations schema.unknownField',
    ],
    ['a summary of no field', (meta) => (meta.detail = { summary: ['x'] }), 'detail.summary[0] schema.unknownField'],
    ['an unknown filter', (meta) => (meta.list.filters = ['x']), 'list.filters schema.unknownField'],
    ['an unknown searched field', (meta) => (meta.list.search = ['x']), 'list.search schema.unknownField'],
    ['a searched number', (meta) => (meta.list.search = ['weight']), 'list.search schema.notText'],
    ['a total of no numbers', (meta) => (meta.list.totals = ['name']), 'list.totals schema.notANumber'],
    [
      'a named total of no numbers',
      (meta) => (meta.list.counted = { heavy: { sum: 'name', when: 'weight > 1' } }),
      'list.counted.heavy.sum schema.notANumber',
    ],
    [
      'a balance at no moment',
      (meta) => {
        const balance = { at: 'name', stands: 'before' as const, of: ['name'], column: 'weight' };
        meta.list.counted = { heavy: { sum: 'weight', when: 'weight > 1', balance } };
      },
      'list.counted.heavy.balance.at schema.notAMoment',
    ],
    [
      'a balance of what is no field',
      (meta) => {
        const balance = { at: 'createdAt', stands: 'after' as const, of: ['x'], column: 'weight' };
        meta.list.counted = { heavy: { sum: 'weight', when: 'weight > 1', balance } };
      },
      'list.counted.heavy.balance.of schema.unknownField',
    ],
    [
      'a named total of what is no field',
      (meta) => (meta.list.counted = { heavy: { sum: 'weight', when: 'x > 1' } }),
      'list.counted.heavy.when expression.unknownName',
    ],
    ['an unknown sort', (meta) => (meta.list.sort = '-x,name'), 'list.sort schema.unknownField'],
    ['an index on nothing', (meta) => (meta.indexes = [{ fields: ['x'] }]), 'indexes[0] schema.unknownField'],
    ['a form with an unknown field', (meta) => (meta.form = { basic: [['x']] }), 'form.basic schema.unknownField'],
    ['a field twice in a form', (meta) => (meta.form = { a: [['name']], b: [['name']] }), 'form.b schema.twice'],
    [
      'a detail with an unknown field',
      (meta) => (meta.detail = { sections: { a: [['x']] } }),
      'detail.sections.a schema.unknownField',
    ],
    ['a declared id', (meta) => (meta.fields['id'] = { type: 'text' }), 'fields.id schema.givenField'],
    [
      'a status beside a workflow',
      (meta) => (meta.fields['status'] = { type: 'text' }),
      'fields.status schema.givenField',
    ],
    [
      'the column of another field',
      (meta) => (meta.fields['x'] = { type: 'text', id: meta.title }),
      'fields.x.id schema.duplicateKey',
    ],
    [
      'a column that every row has',
      (meta) => (meta.fields['x'] = { type: 'lines', fields: { seq: { type: 'text' } } }),
      'fields.x.fields.seq schema.givenField',
    ],
    ['a reference to nowhere', (meta) => (meta.fields['x'] = { type: 'reference' }), 'fields.x.to schema.missing'],
    ['lines without fields', (meta) => (meta.fields['x'] = { type: 'lines' }), 'fields.x.fields schema.missing'],
    ['a choice of nothing', (meta) => (meta.fields['x'] = { type: 'choice' }), 'fields.x.options schema.missing'],
    [
      'a sequence without form',
      (meta) => (meta.fields['x'] = { type: 'sequence' }),
      'fields.x.sequence schema.missing',
    ],
    [
      'a computed field of nothing',
      (meta) => (meta.fields['x'] = { type: 'computed' }),
      'fields.x.value schema.missing',
    ],
    [
      'a computed field of no type',
      (meta) => (meta.fields['x'] = { type: 'computed', value: 'weight' }),
      'fields.x.as schema.missing',
    ],
    [
      'lines in lines',
      (meta) => (meta.fields['x'] = { type: 'lines', fields: { y: { type: 'lines', fields: {} } } }),
      'fields.x.fields.y schema.nestedLines',
    ],
    [
      'a roll-up over no lines',
      (meta) => (meta.fields['x'] = { type: 'rollup', over: 'name', count: true }),
      'fields.x.over schema.unknownField',
    ],
    [
      'a roll-up of no column',
      (meta) => (meta.fields['x'] = { type: 'rollup', over: 'rows', sum: 'none' }),
      'fields.x.sum schema.unknownField',
    ],
    [
      'a copy through no reference',
      (meta) => (meta.fields['x'] = { type: 'computed', as: 'text', value: 'lookup:name.y' }),
      'fields.x.value schema.unknownField',
    ],
    [
      'a copy of what the target has not',
      (meta) => (meta.fields['x'] = { type: 'computed', as: 'text', value: 'lookup:customer.y' }),
      'fields.x.value schema.unknownField',
    ],
    [
      'a reference to no entity',
      (meta) => (meta.fields['x'] = { type: 'reference', to: 'ghost' }),
      'fields.x.to schema.unknownEntity',
    ],
    [
      'a related list of no entity',
      (meta) => (meta.detail = { related: [{ entity: 'ghost', by: 'x' }] }),
      'detail.related[0] schema.unknownEntity',
    ],
    [
      'a related list by a field that points elsewhere',
      (meta) => (meta.detail = { related: [{ entity: 'box', by: 'customer' }] }),
      'detail.related[0].by schema.unknownField',
    ],
    [
      'a figure of a list by a field that points elsewhere',
      (meta) => {
        meta.list.counted = { heavy: { sum: 'weight', when: 'weight > 9' } };
        meta.list.figures = [{ entity: 'box', by: 'customer', counted: 'heavy' }];
      },
      'list.figures[0].by schema.unknownField',
    ],
    [
      'a figure that is no named total',
      (meta) => (meta.list.figures = [{ entity: 'box', by: 'up', counted: 'none' }]),
      'list.figures[0].counted schema.unknownField',
    ],
    [
      'a picker filter over unknown fields',
      (meta) => (meta.fields['customer'] = { type: 'reference', to: 'person', filter: 'ghost == 1' }),
      'fields.customer.filter expression.unknownName',
    ],
    [
      'a start that is no state',
      (meta) => meta.workflow && (meta.workflow.start = 'x'),
      'workflow.start schema.unknownState',
    ],
    [
      'a transition from no state',
      (meta) => meta.workflow && (meta.workflow.transitions['finish'] = { from: ['x'], to: 'done' }),
      'workflow.transitions.finish.from schema.unknownState',
    ],
    [
      'a transition to no state',
      (meta) => meta.workflow && (meta.workflow.transitions['finish'] = { from: ['draft'], to: 'x' }),
      'workflow.transitions.finish.to schema.unknownState',
    ],
    [
      'a state that awaits what does not leave it',
      (meta) => meta.workflow && (meta.workflow.states['done'] = { awaits: 'finish' }),
      'workflow.states.done.awaits schema.awaits',
    ],
    [
      'a state after which a step is meant that does not leave it',
      (meta) => meta.workflow && (meta.workflow.states['done'] = { next: 'finish' }),
      'workflow.states.done.next schema.awaits',
    ],
    [
      'a field called as what every object inherits',
      (meta) => (meta.fields['constructor'] = { type: 'text' }),
      'fields.constructor schema.reservedName',
    ],
    [
      'a state called so',
      (meta) => meta.workflow && (meta.workflow.states['toString'] = {}),
      'workflow.states.toString schema.reservedName',
    ],
    [
      'a value called so',
      (meta) => (meta.fields['kind'] = { type: 'choice', options: ['a', 'valueOf'] }),
      'fields.kind.options.valueOf schema.reservedName',
    ],
    [
      'a section called so',
      (meta) => (meta.form = { constructor: [['name']] }),
      'form.constructor schema.reservedName',
    ],
    [
      'a view called so',
      (meta) => (meta.list.views = { hasOwnProperty: { filter: 'weight == 1' } }),
      'list.views.hasOwnProperty schema.reservedName',
    ],
    [
      'a rule called so',
      (meta) => (meta.validations = [{ code: 'constructor', when: 'weight == 1' }]),
      'validations.constructor schema.reservedName',
    ],
    [
      'an action called as the wire calls its own',
      (meta) => (meta.actions = { page: {} }),
      'actions.page schema.reservedName',
    ],
    ['an action called as a transition', (meta) => (meta.actions = { finish: {} }), 'actions.finish schema.twice'],
    [
      'a dialog with an unknown field',
      (meta) => (meta.actions = { go: { form: ['x'] } }),
      'actions.go.form schema.unknownField',
    ],
    [
      'an action that sets an unknown field',
      (meta) => (meta.actions = { go: { set: { x: '1' } } }),
      'actions.go.set schema.unknownField',
    ],
    [
      'a guard that cannot be read',
      (meta) => (meta.actions = { go: { guard: [{ code: 'a', when: 'ghost' }] } }),
      'actions.go.guard[0].when expression.unknownName',
    ],
    [
      'a rule that is no yes or no',
      (meta) => (meta.validations = [{ code: 'a', when: 'weight + 1' }]),
      'validations[0].when expression.type',
    ],
    [
      'a view of unknown fields',
      (meta) => (meta.list.views = { a: { filter: 'ghost == 1' } }),
      'list.views.a.filter expression.unknownName',
    ],
    [
      'a grant of an unknown code',
      (meta) => (meta.access = { clerk: { codes: ['fly'] } }),
      'access.clerk.codes schema.unknownCode',
    ],
    [
      'a grant that hides an unknown field',
      (meta) => (meta.access = { clerk: [{ codes: ['read'], hide: ['x'] }] }),
      'access.clerk[0] schema.unknownField',
    ],
    [
      'a row scope that cannot be read',
      (meta) => (meta.access = { clerk: { codes: ['read'], rows: 'ghost == 1' } }),
      'access.clerk.rows expression.unknownName',
    ],
    [
      'a rule that reads a secret',
      (meta) => {
        meta.fields['key'] = { type: 'secret' };
        meta.validations = [{ code: 'a', when: "key == 'x'" }];
      },
      'validations[0].when expression.unknownName',
    ],
  ];
  it.each(cases)('refuses %s', (_, change, expected) => {
    expect(issuesWith(change)).toEqual([`box: ${expected}`]);
  });

  it('refuses two entities on one path, whatever the case', () => {
    expect(issuesWith(() => undefined, { ...person, entity: 'twin', path: 'BOX' })).toEqual([
      'twin: path schema.samePath',
    ]);
  });

  it('reaches every code that compiling can report', () => {
    const sources = ['check-names', 'compile-actions', 'compile-catalog', 'compile-entity']
      .map((name) => readFileSync(new URL(`../../../engine/core/compile/${name}.ts`, import.meta.url), 'utf8'))
      .join('\n');
    const codes = new Set([...sources.matchAll(/'(schema\.\w+)'/g)].map(([, code]) => code));
    const reached = new Set([...cases.map(([, , expected]) => expected.split(' ').at(-1)), 'schema.samePath']);
    expect([...codes].filter((code) => !reached.has(code))).toEqual([]);
  });

  it('is made from the project itself without an issue, whatever the order of its files', () => {
    const metas = entityFiles.map(({ file }) => JSON.parse(readFileSync(file, 'utf8')) as EntityMeta);
    for (const all of [metas, metas.toReversed()]) {
      const compiled = compileCatalog(all);
      expect(compiled.ok ? [] : compiled.issues).toEqual([]);
    }
  });
});
