import { expect, it } from 'vitest';
import type { StoreResult } from '../../../server/domain/stores/store.ts';
import { modelled, modelMistakes, operationOf } from '../../support/stores/models.ts';
import { recordPlatforms } from '../../support/stores/recorded-platforms.ts';

/* Every call to Amazon and every answer of its simulator, against the platform's published models. */

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const window = () => ({ from: hoursAgo(24).toISOString(), to: hoursAgo(0.05).toISOString() });
const valueOf = <T>(result: StoreResult<T>): T => {
  expect(result).toMatchObject({ ok: true });
  return (result as { value: T }).value;
};
const states = ['open', 'pending', 'scheduled', 'platformLabel', 'platformShips', 'cancelled'] as const;

it('every request and answer is in the models of Amazon, and every modelled operation was called', async () => {
  const { open, world, exchanges, clock } = await recordPlatforms();
  const { there, account, api } = open({ platform: 'amazon', name: 'A2MODELS0001' });
  const orders = states.map((state, place) =>
    world.order(there, { at: hoursAgo(20 - place), state, items: [{ sku: 'A', quantity: 3 }, { sku: 'B' }] }),
  );
  const [order] = orders;
  if (!order) throw new Error('there are orders');
  const parcel = {
    ...{ key: '4711', order: { no: order.no, id: order.no }, carrier: 'UPS', service: 'Ground', trackingNo: '1Z1' },
    ...{ replaced: [], shippedAt: new Date().toISOString(), items: [{ id: order.items[0]?.id ?? '', quantity: 1 }] },
  };
  valueOf(await api.check(account));
  expect(valueOf(await api.pull(account, window(), null)).orders).toHaveLength(states.length);
  expect(valueOf(await api.one(account, { no: order.no, id: order.no }))).toMatchObject({ no: order.no });
  expect(valueOf(await api.one(account, { no: '111-1111111-1111111', id: 'x' }))).toBeNull();
  expect(valueOf(await api.confirm(account, parcel))).toEqual({ kind: 'done' });
  expect(valueOf(await api.confirm(account, { ...parcel, carrier: 'Other carrier', key: '4712' }))).toEqual({
    kind: 'done',
  });
  const over = { ...parcel, key: '4713', items: [{ id: order.items[0]?.id ?? '', quantity: 9 }] };
  expect(valueOf(await api.confirm(account, over))).toEqual({ kind: 'already', trackingNos: ['1Z1', '1Z1'] });
  valueOf(await api.pull(account, { from: hoursAgo(24).toISOString(), to: new Date().toISOString() }, null));
  there.newer = false;
  clock.now += 60_000;
  expect(valueOf(await api.pull(account, window(), null)).orders.length).toBeGreaterThan(3);
  expect(valueOf(await api.one(account, { no: order.no, id: order.no }))).toMatchObject({
    no: order.no,
    to: { lines: [order.to.line1] },
  });
  expect((await api.pull(account, window(), 'v0:not a token')).ok || exchanges.at(-1)?.status === 400).toBe(true);

  const calls = exchanges.filter(({ path }) => path !== '/auth/o2/token');
  expect(calls.flatMap((each) => modelMistakes(each).map((words) => `${each.path} ${each.status}: ${words}`))).toEqual(
    [],
  );
  const called = new Set(calls.map((each) => `${each.method} ${operationOf(each)?.path}`));
  expect([...called].toSorted()).toEqual(modelled.toSorted());
});
