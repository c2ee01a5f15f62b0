import { compileCatalog } from '../../../engine/core/compile/compile-catalog.ts';
import type { Action, Entity } from '../../../engine/core/compile/catalog.ts';
import type { Bindings } from '../../../engine/core/expression/expression.ts';
import type { EntityMeta } from '../../../engine/core/meta/entity.ts';

const meta: EntityMeta = {
  entity: 'box',
  path: 'Box',
  title: 'name',
  fields: {
    name: { type: 'text', required: true },
    kind: { type: 'choice', options: ['small', 'large'] },
    weight: { type: 'integer', required: "kind == 'large'", visible: 'kind != null' },
    seal: { type: 'text', readOnly: "kind == 'small'" },
    code: { type: 'text', fixed: true },
    amount: { type: 'decimal', scale: 2 },
    tags: { type: 'choices', options: ['a', 'b'] },
    at: { type: 'datetime' },
    rows: { type: 'lines', min: 1, max: 2, fields: { count: { type: 'integer', required: true } } },
  },
  validations: [{ code: 'tooHeavy', when: 'weight > 30', at: 'weight' }],
  list: {
    columns: ['name'],
    sort: '-createdAt,name',
    views: { heavy: { filter: 'weight > 10' }, named: { filter: "name == 'x'" } },
  },
  workflow: {
    start: 'draft',
    states: { draft: { edit: true, remove: true }, packed: { edit: true }, gone: {} },
    transitions: {
      pack: {
        from: ['draft'],
        to: 'packed',
        form: ['weight', 'name'],
        require: ['weight'],
        input: { why: { type: 'text', required: true } },
        guard: [{ code: 'light', when: 'weight < 1', at: 'weight' }],
        set: { seal: 'input.why' },
        effects: ['box.weigh'],
        jobs: ['box.print'],
      },
    },
  },
  actions: { peek: {} },
  access: {},
};
const account: EntityMeta = {
  entity: 'account',
  path: 'sysUser',
  title: 'name',
  fields: { name: { type: 'text' } },
  list: { columns: ['name'] },
  access: {},
};

const compiled = compileCatalog([meta, account]);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));

/** A small entity with every kind of rule in it. */
export const box = compiled.value.byName.get('box') as Entity;
export const actionOf = (name: string): Action => box.actions.get(name) as Action;

export const bindings = (record: Record<string, unknown>, more: Partial<Bindings> = {}): Bindings => ({
  record,
  actor: { id: '7', type: 'staff', member: null, org: '1', roles: ['clerk'] },
  now: '2026-03-04 05:06:07',
  today: '2026-03-04',
  ...more,
});
