import { describe, expect, it } from 'vitest';
import type { EntityMeta } from '../../../engine/core/meta/entity.ts';
import { accessSummary } from '../../../engine/core/revise/access-summary.ts';
import type { EntityDocument } from '../../../engine/core/revise/document.ts';
import { lintDocument } from '../../../engine/core/revise/lint.ts';
import { ruleGraph } from '../../../engine/core/revise/rule-graph.ts';
import { checkDocument } from '../../../engine/core/revise/commands.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { projectRoot } from '../../support/entity-files.ts';

/** A thing with a flow and nothing to find. */
const sound: EntityMeta = {
  entity: 'thing',
  path: 'thing',
  title: 'code',
  fields: {
    code: { type: 'text', required: true },
    kind: { type: 'choice', options: ['small', 'large'] },
    count: { type: 'integer' },
    total: { type: 'computed', value: 'count * 2', as: 'integer' },
  },
  validations: [{ code: 'tooMany', when: 'count > 9' }],
  list: { columns: ['code', 'kind', 'total'], views: { large: { filter: "kind == 'large'" } } },
  form: { basic: [['code', 'kind'], ['count']] },
  workflow: {
    start: 'open',
    states: { open: { edit: true }, shut: {} },
    transitions: { shut: { from: ['open'], to: 'shut' }, reopen: { from: ['shut'], to: 'open' } },
  },
  access: { clerk: { codes: ['read', 'add', 'shut', 'reopen'] } },
};
const lint = (change: Partial<EntityMeta>, texts: EntityDocument['texts'] = {}) => {
  const document = { meta: { ...sound, ...change }, texts };
  expect(checkDocument(document)).toEqual([]);
  return lintDocument(document).map(({ code, path, severity }) => `${severity} ${code} ${path}`);
};
const fields = (change: EntityMeta['fields']) => ({ fields: { ...sound.fields, ...change } });
const flow = (change: Partial<NonNullable<EntityMeta['workflow']>>) => ({
  workflow: { ...sound.workflow!, ...change },
});
const rule = (when: string, code = 'odd') => ({ validations: [{ code, when }] });

describe('what is probably not meant', () => {
  it('is nothing in a sound document', () => {
    expect(lint({})).toEqual([]);
  });

  it.each<[string, Partial<EntityMeta>, string[]]>([
    ['a layout for no section', { formLayout: { lost: 'tab' } }, ['hint lint.unknownSection formLayout.lost']],
    [
      'a default that the field refuses',
      fields({ count: { type: 'integer', default: 'xx' } }),
      ['problem lint.badDefault fields.count.default'],
    ],
    ['a field in no screen', fields({ lost: { type: 'text' } }), ['hint lint.unusedField fields.lost']],
    [
      'a field that is hidden and required',
      fields({ code: { type: 'text', required: true, visible: false } }),
      ['problem lint.hiddenRequired fields.code'],
    ],
    [
      'a field that is locked and required, with nothing to fill it',
      fields({ code: { type: 'text', required: true, readOnly: true } }),
      ['problem lint.readOnlyRequired fields.code'],
    ],
    [
      'a required field that no form asks for',
      { form: { basic: [['kind', 'count']] } },
      ['problem lint.requiredNotAsked fields.code'],
    ],
    [
      'a default that is no option',
      fields({ kind: { type: 'choice', options: ['small'], default: 'huge' } }),
      ['problem lint.unknownOption fields.kind.default', 'problem lint.unknownOption list.views.large.filter'],
    ],
    ['a rule of a value that is none', rule("kind == 'huge'"), ['problem lint.unknownOption validations[0].when']],
    ['a rule of a state that is none', rule("status == 'gone'"), ['problem lint.unknownOption validations[0].when']],
    [
      'a rule that cannot hold',
      rule("kind == 'small' && kind == 'large'"),
      ['problem lint.neverTrue validations[0].when'],
    ],
    [
      'a rule between bounds that do not meet',
      rule('count > 5 && count < 3'),
      ['problem lint.neverTrue validations[0].when'],
    ],
    [
      'a rule of an empty field with a value',
      rule('count == null && count == 3'),
      ['problem lint.neverTrue validations[0].when'],
    ],
    ['a rule that always holds', rule('count > 3 || 1 < 2'), ['problem lint.alwaysTrue validations[0].when']],
    ['a rule that may or may not hold', rule('count > 5 && count < 7 || count == null'), []],
    [
      'two rules of one code',
      {
        validations: [
          { code: 'odd', when: 'count > 5' },
          { code: 'odd', when: 'count < 2' },
        ],
      },
      ['problem lint.sameCode validations[1].code'],
    ],
    [
      'values that need one another',
      fields({
        total: { type: 'computed', value: 'other + 1', as: 'integer' },
        other: { type: 'computed', value: 'total + 1', as: 'integer' },
      }),
      ['problem lint.valueCycle fields.other.value'],
    ],
    [
      'fields that show one another',
      fields({
        kind: { type: 'choice', options: ['small', 'large'], visible: 'count > 1' },
        count: { type: 'integer', visible: "kind == 'large'" },
      }),
      ['hint lint.stateCycle fields.count'],
    ],
    [
      'a view that the database cannot choose',
      { list: { columns: ['code'], views: { odd: { filter: "code.matches('^a')" } } } },
      ['hint lint.unusedField fields.total', 'problem expression.noSql list.views.odd.filter'],
    ],
    [
      'a state that nobody comes to, without a way out',
      flow({ states: { ...sound.workflow!.states, lost: {} } }),
      ['hint lint.unreachable workflow.states.lost', 'hint lint.final workflow.states.lost'],
    ],
    [
      'a state that only leads to itself',
      flow({ transitions: { shut: { from: ['open'], to: 'shut' }, reopen: { from: ['shut'], to: 'shut' } } }),
      ['hint lint.stuck workflow.states.shut'],
    ],
    [
      'a step that only administrators may take',
      { access: { clerk: { codes: ['read', 'shut'] } } },
      ['hint lint.adminOnly workflow.transitions.reopen'],
    ],
    [
      'a step that nobody may take',
      { access: { admin: { codes: ['read', 'add', 'shut'] } } },
      ['hint lint.nobody workflow.transitions.reopen'],
    ],
  ])('%s', (_, change, found) => {
    expect(lint(change)).toEqual(found);
  });

  it('a search that looks into too much', () => {
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { type: 'text' as const }]));
    const search = ['code', ...Object.keys(many)];
    expect(lint({ ...fields(many), list: { columns: sound.list.columns, search } })).toEqual([
      'hint lint.slowSearch list.search',
    ]);
  });

  it('words that a language lacks', () => {
    const words = {
      name: 'Thing',
      plural: 'Things',
      fields: { code: 'Code', kind: 'Kind', count: 'Count', total: ' ' },
      states: { open: 'Open', shut: 'Shut' },
      actions: { shut: 'Shut', reopen: 'Reopen' },
    };
    expect(lint({ validations: [], list: { columns: ['code', 'kind', 'total'] } }, { 'en-US': words })).toEqual([
      'problem lint.missingText texts.en-US.options.kind.small',
      'problem lint.missingText texts.en-US.options.kind.large',
      'problem lint.missingText texts.en-US.fields.total',
      'problem lint.missingText texts.en-US.sections.basic',
    ]);
  });

  it('is no problem anywhere in the schemas that are delivered', () => {
    const catalog = loadCatalog(`${projectRoot}/schemas`);
    if (!catalog.ok) throw new Error('the catalog has issues');
    const problems = catalog.value.entities.flatMap(({ meta }) =>
      lintDocument({ meta, texts: {} }).filter(({ severity }) => severity === 'problem'),
    );
    expect(problems).toEqual([]);
  });
});

describe('the graph of the rules', () => {
  it('says what reads and what decides each field', () => {
    const { nodes, edges } = ruleGraph({
      ...sound,
      fields: { ...sound.fields, kind: { type: 'text', visible: 'count > 1' } },
    });
    expect(nodes.filter(({ kind }) => kind === 'field').map(({ name }) => name)).toEqual(['kind', 'count', 'total']);
    expect(edges.map(({ from, to }) => `${from} > ${to}`)).toEqual([
      'count > fields.kind.visible',
      'fields.kind.visible > kind',
      'count > fields.total.value',
      'fields.total.value > total',
      'count > validations[0].when',
      'kind > list.views.large.filter',
    ]);
  });
});

describe('what a role may do', () => {
  it('is listed line by line, and administrators have everything that is not restricted', () => {
    const access = {
      clerk: [
        { codes: ['read'], rows: "kind == 'small'", hide: ['count'] },
        { codes: ['add', 'edit'], rows: 'org', readOnly: ['kind'] },
      ],
      member: { codes: [] },
    };
    expect(accessSummary({ ...sound, access })).toEqual([
      { role: 'admin', lines: [{ code: 'everything' }] },
      {
        role: 'clerk',
        lines: [
          { code: 'may', codes: ['read'], rows: "kind == 'small'", rule: true },
          { code: 'hides', fields: ['count'] },
          { code: 'may', codes: ['add', 'edit'], rows: 'org', rule: false },
          { code: 'readsOnly', fields: ['kind'] },
        ],
      },
      { role: 'member', lines: [{ code: 'nothing' }] },
    ]);
  });
});
