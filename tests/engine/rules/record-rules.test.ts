import { describe, expect, it } from 'vitest';
import { fieldStates } from '../../../engine/core/rules/field-states.ts';
import { transition, wrongState } from '../../../engine/core/rules/transition.ts';
import { isEmpty, validateRecord } from '../../../engine/core/rules/validate-record.ts';
import { actionOf, bindings, box } from './box.ts';

const good = { name: 'A', kind: 'small', weight: 3, rows: [{ count: 1 }], status: 'draft' };
const found = (record: Record<string, unknown>, old?: Record<string, unknown>) =>
  validateRecord(box, bindings(record, old ? { old } : {})).map(({ code, path }) => `${path} ${code}`);

describe('a whole record', () => {
  it('is valid when every rule holds', () => {
    expect(found(good)).toEqual([]);
  });

  it('reports everything that is wrong with it at once', () => {
    expect(found({ kind: 'large', rows: [{}, { count: 0 }, { count: null }] })).toEqual([
      'name required',
      'weight required',
      'rows lines.tooMany',
      'rows[0].count required',
      'rows[2].count required',
    ]);
  });

  it('owes a field only while its condition holds and it can be seen and typed', () => {
    expect(found({ ...good, kind: 'small', weight: null })).toEqual([]);
    expect(found({ ...good, kind: 'large', weight: null })).toEqual(['weight required']);
    expect(found({ ...good, kind: null, weight: null })).toEqual([]);
  });

  it('breaks no rule over what is empty, and one over what is too much, with its values for the words', () => {
    expect(found({ ...good, weight: null })).toEqual([]);
    expect(validateRecord(box, bindings({ ...good, weight: 31 }))).toEqual([
      { code: 'tooHeavy', path: 'weight', params: { weight: 31 }, entity: 'box' },
    ]);
  });

  it('distinguishes empty from false and zero', () => {
    expect([undefined, null, '', []].map(isEmpty)).toEqual([true, true, true, true]);
    expect([false, 0, ' ', [null], {}].map(isEmpty)).toEqual([false, false, false, false, false]);
  });
});

describe('the fields of a form', () => {
  it('follow their conditions, and a fixed one is open only until the record is there', () => {
    const states = (record: Record<string, unknown>, old: Record<string, unknown> | null) =>
      fieldStates(box, bindings(record, { old }));
    const fresh = states({ kind: 'small' }, null);
    expect(fresh.get('seal')).toEqual({ visible: true, readOnly: true, required: false });
    expect(fresh.get('code')).toMatchObject({ readOnly: false });
    const later = states({ kind: 'large' }, { kind: 'large' });
    expect(later.get('code')).toMatchObject({ readOnly: true });
    expect(later.get('weight')).toEqual({ visible: true, readOnly: false, required: true });
    expect(states({}, null).get('weight')).toEqual({ visible: false, readOnly: false, required: false });
    expect(fresh.has('id')).toBe(false);
  });
});

describe('a transition', () => {
  const plan = (record: Record<string, unknown>, input: Record<string, unknown>) =>
    transition(box, actionOf('pack'), bindings(record, { input }));
  const codes = (outcome: ReturnType<typeof plan>) =>
    outcome.ok ? [] : outcome.issues.map(({ code, path }) => `${path} ${code}`);

  it('plans the new state, the answers, what it sets, effects and jobs, and changes nothing itself', () => {
    const record = Object.freeze({ ...good });
    expect(plan(record, { weight: 5, why: 'sealed' })).toEqual({
      ok: true,
      value: {
        patch: { weight: 5, seal: 'sealed', status: 'packed' },
        effects: ['box.weigh'],
        jobs: ['box.print'],
      },
    });
  });

  it('asks for its state first and for nothing else then', () => {
    expect(codes(plan({ ...good, status: 'gone' }, {}))).toEqual(['status state.wrong']);
  });

  it('asks for all its answers at once: its own, those it requires, and those the entity requires', () => {
    expect(codes(plan({ kind: 'small', status: 'draft' }, {}))).toEqual([
      'weight required',
      'name required',
      'why required',
    ]);
    expect(codes(plan(good, { weight: null, why: 'x' }))).toEqual(['weight required']);
  });

  it('judges its guard with the answers in place', () => {
    expect(codes(plan(good, { weight: 0, why: 'x' }))).toEqual(['weight light']);
  });

  it('has a place where its state has it, and edits and deletions have theirs', () => {
    const allowed = (action: Parameters<typeof wrongState>[1]) =>
      ['draft', 'packed', 'gone'].map((state) => wrongState(box, action, state) === null);
    expect(allowed('edit')).toEqual([true, true, false]);
    expect(allowed('delete')).toEqual([true, false, false]);
    expect(allowed(actionOf('pack'))).toEqual([true, false, false]);
    expect(allowed(actionOf('peek'))).toEqual([true, true, true]);
    expect(wrongState({ ...box, appendOnly: true }, 'edit', 'draft')).toMatchObject({ code: 'appendOnly' });
    expect(wrongState({ ...box, start: null }, 'delete', undefined)).toBeNull();
  });
});
