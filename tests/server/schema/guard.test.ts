import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EntityMeta, FieldMeta } from '../../../engine/core/index.ts';
import { projectRoot } from '../../support/entity-files.ts';
import { guardChanges, guardOwn } from '../../../server/revisions/guard.ts';

const documentOf = (fields: Record<string, FieldMeta>) => {
  const meta: EntityMeta = {
    entity: 'claim',
    path: 'Claim',
    title: 'no',
    fields,
    list: { columns: ['no'] },
    access: {},
  };
  return { meta, texts: {} };
};
const no: FieldMeta = { type: 'text' };
const held: FieldMeta = { type: 'reference', to: 'customer', onDelete: 'held' };

it('a tenant’s own reference keeps its key, among lines too; a delivered one is as it was delivered', () => {
  const own = guardOwn(documentOf({ no, payer: held, parts: { type: 'lines', fields: { maker: held } } }));
  expect(own.map(({ code, path }) => [code, path])).toEqual([
    ['schema.option', 'fields.payer.onDelete'],
    ['schema.option', 'fields.parts.fields.maker.onDelete'],
  ]);
  const delivered = documentOf({ no, payer: held });
  expect(guardChanges(delivered, delivered)).toEqual([]);
  const added = guardChanges(delivered, documentOf({ no, payer: held, other: held }));
  expect(added.map(({ path }) => path)).toEqual(['fields.other.onDelete']);
});

describe('a delivered flow that books or sends something', () => {
  const base = (name: string): EntityMeta =>
    JSON.parse(readFileSync(`${projectRoot}schemas/${name}.json`, 'utf8')) as EntityMeta;
  const recharge = 'money/recharge/recharge';
  /** What the guard says of a delivered entity with these changes. */
  const against = (name: string, change: (meta: EntityMeta) => void): string[] => {
    const mine = base(name);
    change(mine);
    return guardChanges({ meta: base(name), texts: {} }, { meta: mine, texts: {} }).map(
      ({ code, path }) => `${path} ${code}`,
    );
  };
  const step = (name: string, action: object) => (meta: EntityMeta) => {
    Object.assign(meta.workflow?.transitions ?? {}, { [name]: action });
  };

  it.each([
    'money/recharge/recharge',
    'money/deduction/deduction',
    'money/deposit/deposit',
    'money/withdrawal/withdrawal',
    'money/online-payment/online-payment',
    'money/invoice-request/invoice-request',
    'money/tenant-recharge/tenant-recharge',
  ])('is entered and left by its own steps alone: %s', (name) => {
    const { workflow } = base(name);
    const states = Object.keys(workflow?.states ?? {});
    const [first = '', last = ''] = [states[0], states.at(-1)];
    expect(against(name, step('again', { from: [last], to: first }))).toEqual([
      'workflow.transitions.again.from schema.flowKept',
      'workflow.transitions.again.to schema.flowKept',
    ]);
    expect(against(name, () => undefined)).toEqual([]);
  });

  it('may have states and steps of a tenant’s own beside it', () => {
    const own = against(recharge, (meta) => {
      Object.assign(meta.workflow?.states ?? {}, { parked: {}, sorted: {} });
      step('sort', { from: ['parked'], to: 'sorted', set: { paper: 'now' } })(meta);
      Object.assign(meta.fields, { paper: { type: 'datetime' } });
      meta.actions = { file: { form: ['paper'] } };
    });
    expect(own).toEqual([]);
  });

  it('has its fields written, and its effects run, by its own steps alone', () => {
    expect(
      against(recharge, (meta) => {
        meta.actions = { fix: { form: ['amount'], set: { postedAmount: '1' }, effects: ['ledger.post-recharge'] } };
        meta.workflow?.transitions['pass']?.form?.push('amount');
      }),
    ).toEqual([
      'workflow.transitions.pass.form schema.fieldKept',
      'actions.fix.form schema.fieldKept',
      'actions.fix.set.postedAmount schema.fieldKept',
      'actions.fix schema.socketKept',
    ]);
    expect(
      against('money/online-payment/online-payment', (meta) => {
        Object.assign(meta.actions ?? {}, { again: { calls: ['payments.ask'] } });
      }),
    ).toEqual(['actions.again schema.socketKept']);
  });

  it('keeps the bounds of its fields, which may be drawn narrower', () => {
    expect(
      against(recharge, ({ fields }) => {
        Object.assign(fields['currency'] ?? {}, { readOnly: false, default: 'EUR' });
        Object.assign(fields['amount'] ?? {}, { above: -5, max: 1e9, required: false });
      }),
    ).toEqual([
      'fields.amount.required schema.baseKept',
      'fields.amount.above schema.baseKept',
      'fields.amount.max schema.baseKept',
      'fields.currency.readOnly schema.baseKept',
      'fields.currency.default schema.baseKept',
    ]);
    const payment = (amount: object) =>
      against(
        'money/online-payment/online-payment',
        ({ fields }) => void Object.assign(fields['amount'] ?? {}, amount),
      );
    expect(payment({ min: 99 })).toEqual(['fields.amount.min schema.baseKept']);
    expect(payment({ min: undefined })).toEqual(['fields.amount.min schema.baseKept']);
    expect(payment({ min: 200 })).toEqual([]);
    const narrower = against(recharge, ({ fields }) => {
      Object.assign(fields['amount'] ?? {}, { above: 10, max: 1000, readOnly: true });
      Object.assign(fields['note'] ?? {}, { required: true });
    });
    expect(narrower).toEqual([]);
  });
});
