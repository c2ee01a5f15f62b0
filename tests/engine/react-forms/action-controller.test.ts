import { describe, expect, it } from 'vitest';
import { createActionController, type ActionDeps } from '../../../engine/kit/controllers/actions/action-controller.ts';
import { WireError, type RowResult, type WireRecord } from '../../../engine/kit/data/data-client.ts';
import { visitEntity } from './parts.ts';

function prepare(
  name: string,
  records: WireRecord[],
  answers: (() => Promise<RowResult[]>)[] = [],
  entity = visitEntity(),
) {
  const sent: unknown[][] = [];
  let keys = 0;
  const deps: ActionDeps = {
    entity,
    action: name === 'delete' ? 'delete' : (entity.actions.get(name) ?? 'delete'),
    records,
    client: {
      act: async (...call) => {
        sent.push(call);
        await (answers.shift() ?? (async () => []))();
        return { id: '1' };
      },
      actAll: async (...call) => {
        sent.push(call);
        return (answers.shift() ?? (async () => records.map(({ id }) => ({ id, ok: true }))))();
      },
      detail: async () => ({ id: '1' }),
    },
    facts: () => ({ actor: { id: 'me', type: 'staff', member: null, org: null, roles: [] }, now: '', today: '' }),
    newKey: () => `key-${++keys}`,
  };
  return { controller: createActionController(deps), sent };
}
const row = (id: string, more: Record<string, unknown> = {}): WireRecord => ({
  id,
  version: 3,
  status: 'open',
  fee: 5,
  ...more,
});

describe('a dialog that begins with what the record says', () => {
  const asking = (record: WireRecord) => {
    const entity = visitEntity((meta) => {
      const refuse = meta.workflow?.transitions['refuse'];
      if (refuse) refuse.prefill = { copies: 'fee * 2' };
    });
    return prepare('refuse', [record], [], entity).controller;
  };

  it('fills in what the action says, and knows it as its proposal', () => {
    const controller = asking(row('1', { fee: 3 }));
    expect(controller.values()).toMatchObject({ copies: 6 });
    expect(controller.prefilled('copies')).toBe(6);
    expect(controller.prefilled('remark')).toBeUndefined();
    expect(controller.isDirty()).toBe(false);
  });

  it('proposes nothing where the record does not say it, nor for many at once', () => {
    expect(asking(row('1', { fee: null })).prefilled('copies')).toBeUndefined();
  });
});

describe('an action that asks for something', () => {
  it('is refused in the dialog while a required answer is missing or wrong, and asks nothing of the server', async () => {
    const { controller, sent } = prepare('refuse', [row('1')]);
    controller.patch({ copies: 0 });
    expect(await controller.submit()).toBe(false);
    expect(controller.store.getState().issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'remark required',
      'copies number.min',
    ]);
    expect(sent).toEqual([]);
    controller.patch({ remark: 'late' });
    expect(controller.store.getState().issues.map(({ path }) => path)).toEqual(['copies']);
  });

  it('sends the answers with the version, and shows the server’s issues in the dialog', async () => {
    const refusal = async () =>
      Promise.reject(
        new WireError(200, 400, { message: 'no', issues: [{ path: 'remark', code: 'x', message: 'Say more' }] }),
      );
    const { controller, sent } = prepare('refuse', [row('1')], [refusal]);
    controller.patch({ remark: 'late', copies: 2 });
    expect(await controller.submit()).toBe(false);
    expect(controller.store.getState().issues).toMatchObject([{ path: 'remark', message: 'Say more' }]);
    expect(await controller.submit()).toBe(true);
    expect(sent[1]).toEqual([
      'Visit',
      { action: 'refuse', input: { id: '1', version: 3, remark: 'late', copies: 2 } },
      'key-2',
    ]);
  });
});

describe('an action on many records', () => {
  it('sets aside those in another state and those a guard stops, and sends the others', async () => {
    const records = [row('1', { status: 'draft' }), row('2', { status: 'draft', fee: null }), row('3')];
    const { controller, sent } = prepare('submit', records);
    expect(controller.ready.map(({ id }) => id)).toEqual(['1']);
    expect(controller.refused.map(({ record, issues }) => `${record.id} ${issues[0]?.code}`)).toEqual([
      '2 noFee',
      '3 state.wrong',
    ]);
    await controller.submit();
    expect(sent[0]).toEqual(['Visit', { action: 'submit', ids: ['1'], input: {} }, 'key-1']);
  });

  it('leaves a guard to the server when a row does not carry its facts', () => {
    const { fee: _fee, ...bare } = row('2', { status: 'draft' });
    const { controller } = prepare('submit', [row('1', { status: 'draft' }), bare as WireRecord]);
    expect(controller.refused).toEqual([]);
  });

  it('has an outcome for each record', async () => {
    const answer = async () => [
      { id: '1', ok: true },
      { id: '2', ok: false, issues: [{ path: '', code: 'x', message: 'Locked' }] },
    ];
    const { controller } = prepare('finish', [row('1'), row('2')], [answer]);
    expect(await controller.submit()).toBe(false);
    expect(
      controller.store.getState().results?.map(({ record, ok, issues }) => [record.id, ok, issues.length]),
    ).toEqual([
      ['1', true, 0],
      ['2', false, 1],
    ]);
  });
});

describe('an action whose answer is lost', () => {
  it('may be tried again under the same key', async () => {
    const lost = async () => Promise.reject(new WireError(0, 0));
    const { controller, sent } = prepare('finish', [row('1')], [lost]);
    expect(await controller.submit()).toBe(false);
    expect(controller.store.getState().refusal?.status).toBe(0);
    expect(await controller.submit()).toBe(true);
    expect(sent.map((call) => call.at(-1))).toEqual(['key-1', 'key-1']);
  });
});
