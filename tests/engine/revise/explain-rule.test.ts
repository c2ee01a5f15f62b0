import { describe, expect, it } from 'vitest';
import { compileEntity } from '../../../engine/core/compile/compile-entity.ts';
import type { Bindings } from '../../../engine/core/expression/expression.ts';
import type { EntityMeta } from '../../../engine/core/meta/entity.ts';
import { explainField, explainRule } from '../../../engine/core/revise/explain-rule.ts';
import { entityScope } from '../../../engine/core/revise/rules.ts';

const meta: EntityMeta = {
  entity: 'thing',
  path: 'thing',
  title: 'code',
  fields: {
    code: { type: 'text', fixed: true },
    kind: { type: 'text' },
    count: { type: 'integer' },
    note: { type: 'text', required: true, visible: "(kind == 'large' || kind == 'huge') && !(count > 3)" },
  },
  list: { columns: ['code'] },
  access: {},
};
const bindings = (record: Record<string, unknown>): Bindings => ({
  record,
  actor: { id: '1', type: 'staff', member: null, org: null, roles: [] },
  now: '2026-01-01 00:00:00',
  today: '2026-01-01',
});

describe('why a condition answers as it does', () => {
  it('is explained part by part, with the values found', () => {
    const text = meta.fields['note']?.visible as string;
    const why = explainRule(text, entityScope(meta), bindings({ kind: 'large', count: 5 }));
    expect(why).toMatchObject({
      op: 'and',
      value: false,
      parts: [
        {
          op: 'or',
          text: "kind == 'large' || kind == 'huge'",
          value: true,
          parts: [{ value: true, reads: [{ name: 'kind', value: 'large' }] }, { value: false }],
        },
        { op: 'not', text: '!(count > 3)', value: false, parts: [{ text: 'count > 3', value: true }] },
      ],
    });
  });

  it('is unknown where something is empty, and null where the text cannot be read', () => {
    expect(explainRule('count > 3', entityScope(meta), bindings({}))).toMatchObject({ value: undefined });
    expect(explainRule('count >', entityScope(meta), bindings({}))).toBeNull();
    expect(explainRule('nothing > 3', entityScope(meta), bindings({}))).toBeNull();
  });

  it('says what decides each state of a field', () => {
    const compiled = compileEntity(meta);
    if (!compiled.ok) throw new Error('issues');
    const entity = compiled.value;
    const states = (name: string, given: Bindings) =>
      explainField(entity, entity.byName.get(name)!, given).map(({ state, value, by }) => `${state} ${value} ${by}`);
    expect(states('note', bindings({ kind: 'small' }))).toEqual([
      'visible false rule',
      'readOnly false always',
      'required false hidden',
    ]);
    expect(states('code', { ...bindings({}), old: {} })).toEqual([
      'visible true always',
      'readOnly true fixed',
      'required false readOnly',
    ]);
  });
});
