import { describe, expect, it } from 'vitest';
import { applyCommands, type Command } from '../../../engine/core/revise/commands.ts';
import type { EntityDocument } from '../../../engine/core/revise/document.ts';
import { applyEdits } from '../../../engine/core/revise/edit.ts';
import { printDocument } from '../../../engine/core/revise/flat.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { projectRoot } from '../../support/entity-files.ts';

const catalog = loadCatalog(`${projectRoot}/schemas`);
if (!catalog.ok) throw new Error('the catalog has issues');
const meta = catalog.value.byName.get('recharge')?.meta;
if (!meta) throw new Error('there is no recharge');
const recharge: EntityDocument = {
  meta,
  texts: {
    'en-US': { name: 'Recharge', plural: 'Recharges', fields: { amount: 'Amount' }, help: { amount: 'What came in' } },
  },
};

const done = (commands: Command[], document = recharge) => {
  const outcome = applyCommands(document, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  expect(JSON.stringify(applyEdits(outcome.value.document, outcome.value.inverse).document)).toBe(
    JSON.stringify(document),
  );
  return outcome.value.document;
};
const refused = (...commands: Command[]) => {
  const outcome = applyCommands(recharge, commands);
  return outcome.ok ? [] : outcome.issues.map(({ code, path }) => `${code} ${path}`);
};

describe('commands on a draft', () => {
  it('renames a field wherever it is spoken of, and keeps its column', () => {
    const renamed = done([{ do: 'rename', at: 'fields.paidOn', to: 'receivedOn' }]);
    expect(renamed.meta.fields['receivedOn']).toMatchObject({ type: 'date', id: 'paidOn' });
    expect(renamed.meta.validations?.[0]).toEqual({ code: 'paidLater', when: 'receivedOn > today', at: 'receivedOn' });
    expect(printDocument(renamed).replace('"id": "paidOn"', '')).not.toContain('paidOn');
    expect(printDocument(done([{ do: 'rename', at: 'fields.receivedOn', to: 'paidOn' }], renamed))).toBe(
      printDocument(recharge),
    );
  });

  it('renames the field in the filter of a picker, where it is one of the record that refers', () => {
    const filtered = done([
      { do: 'set', at: 'fields.submittedBy.filter', value: 'template == record.method && method != null' },
      { do: 'rename', at: 'fields.method', to: 'way' },
    ]);
    expect(filtered.meta.fields['submittedBy']?.filter).toBe('template == record.way && method != null');
  });

  it('renames the words with the field', () => {
    const renamed = done([{ do: 'rename', at: 'fields.amount', to: 'sum' }]);
    expect(renamed.texts['en-US']).toMatchObject({ fields: { sum: 'Amount' }, help: { sum: 'What came in' } });
    expect(renamed.meta.fields['sum']?.currency).toBe('currency');
  });

  it('renames a transition wherever a state refers to it', () => {
    const renamed = done([{ do: 'rename', at: 'workflow.transitions.submit', to: 'send' }]);
    expect(renamed.meta.workflow?.states['draft']).toMatchObject({ edit: true, next: 'send' });
    expect(renamed.meta.workflow?.states['pending']).toMatchObject({ awaits: 'pass' });
  });

  it('refuses to take away what is spoken of, with every place', () => {
    expect(refused({ do: 'remove', at: 'fields.paidOn' })).toEqual(
      expect.arrayContaining(['schema.fieldUsed validations[0].when', 'schema.fieldUsed list.columns[5]']),
    );
    expect(refused({ do: 'remove', at: 'fields.paidOn', letGo: true })).toEqual([
      'schema.fieldUsed validations[0].when',
      'schema.fieldUsed validations[0].at',
    ]);
    const gone = done([
      { do: 'remove', at: 'tests.paidTomorrow' },
      { do: 'remove', at: 'validations[0]' },
      { do: 'remove', at: 'fields.paidOn', letGo: true },
    ]);
    expect(printDocument(gone)).not.toContain('paidOn');
  });

  it('places a field in a row, in a row of its own, and moves it', () => {
    const own = done([{ do: 'place', in: 'form', field: 'note', section: 'basic', row: 0 }]);
    expect(own.meta.form?.['basic']?.[0]).toEqual(['note']);
    const beside = done([{ do: 'place', in: 'form', field: 'note', section: 'basic', row: 1, column: 0 }], own);
    expect(beside.meta.form?.['basic']?.slice(0, 2)).toEqual([
      ['note', 'customer', 'amount'],
      ['method', 'paidOn', 'bankReference'],
    ]);
    expect(refused({ do: 'place', in: 'form', field: 'note', section: 'basic', row: 1, column: 0 })).toEqual([
      'schema.rowFull form.basic[1]',
    ]);
  });

  it('adds a field, a rule and a column in one call, and nothing of it when one is wrong', () => {
    const good: Command[] = [
      { do: 'set', at: 'fields.fee', value: { type: 'money', scale: 2, currency: 'currency' }, before: 'note' },
      { do: 'set', at: 'list.columns[3]', value: 'fee' },
      { do: 'set', at: 'validations[2]', value: { code: 'feeOver', when: 'fee > amount', at: 'fee' } },
      { do: 'text', culture: 'en-US', key: 'fields.fee', value: 'Fee' },
    ];
    expect(Object.keys(done(good).meta.fields).indexOf('fee')).toBe(Object.keys(recharge.meta.fields).indexOf('note'));
    expect(refused(...good, { do: 'set', at: 'title', value: 'nobody' })).toEqual(['schema.unknownField title']);
  });

  it.each<[string, Command]>([
    ['an unknown command', { do: 'explode' } as unknown as Command],
    ['a place that is none', { do: 'set', at: 'a..b', value: 1 }],
    ['the way to a prototype', { do: 'set', at: 'fields.__proto__.x', value: 1 }],
    ['a type that is none', { do: 'set', at: 'fields.note.type', value: 'blob' }],
    ['a rule that does not parse', { do: 'set', at: 'validations[0].when', value: 'paidOn >' }],
    ['a name twice', { do: 'rename', at: 'fields.note', to: 'amount' }],
    ['another entity', { do: 'replace', document: { meta: { ...meta, entity: 'other' }, texts: {} } }],
    ['words that are no words', { do: 'text', culture: 'en-US', key: 'fields.note', value: 7 as unknown as string }],
    ['a state by another name', { do: 'rename', at: 'workflow.states.draft', to: 'open' }],
  ])('refuses %s', (_, command) => {
    expect(refused(command)).not.toEqual([]);
  });

  it('lets go of a state with the transitions, codes, waits, cases and words that cannot be without it', () => {
    const thing: EntityDocument = {
      meta: {
        ...{
          entity: 'thing',
          path: 'Thing',
          title: 'code',
          fields: { code: { type: 'text' } },
          list: { columns: ['code'] },
        },
        workflow: {
          start: 'open',
          states: { open: { edit: true, awaits: 'send', next: 'send' }, repair: {}, done: {} },
          transitions: {
            send: { from: ['open'], to: 'repair', confirm: true },
            back: { from: ['repair'], to: 'open' },
            finish: { from: ['open', 'repair'], to: 'done' },
          },
        },
        access: { clerk: { codes: ['read', 'send', 'finish'] }, driver: { codes: ['back'] } },
        tests: { sent: { record: { code: 'a', status: 'open' }, action: 'send', expect: { refusals: [] } } },
      },
      texts: {
        'en-US': {
          ...{ name: 'Thing', plural: 'Things', actions: { send: 'Send' } },
          ...{ states: { repair: 'In repair' }, banners: { repair: 'With the smith' } },
        },
      },
    };
    const { meta: left, texts } = done([{ do: 'remove', at: 'workflow.states.repair', letGo: true }], thing);
    expect(left.workflow).toEqual({
      start: 'open',
      states: { open: { edit: true }, done: {} },
      transitions: { finish: { from: ['open'], to: 'done' } },
    });
    expect(left.access).toEqual({ clerk: { codes: ['read', 'finish'] } });
    expect(left.tests).toBeUndefined();
    expect(texts['en-US']).toEqual({ name: 'Thing', plural: 'Things', states: {}, banners: {}, actions: {} });
    const start = applyCommands(thing, [{ do: 'remove', at: 'workflow.states.open', letGo: true }]);
    expect(start.ok ? [] : start.issues.map(({ code }) => code)).toEqual(['schema.startState']);
  });

  it('keeps the column of a field that is declared again under its name', () => {
    const renamed = done([{ do: 'rename', at: 'fields.paidOn', to: 'receivedOn' }]);
    const again = done([{ do: 'set', at: 'fields.receivedOn', value: { type: 'datetime' } }], renamed);
    expect(again.meta.fields['receivedOn']).toMatchObject({ type: 'datetime', id: 'paidOn' });
  });
});
