import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPriceList, parcel, type PriceList } from '../support/pricing.ts';
import { hosts } from '../support/test-app.ts';
import { openTwoNodes, type TwoNodes } from '../support/two-nodes.ts';

/* Prices change on one node and are asked for on both: the next quote has the new ones, and none has a part of each. */

let nodes: TwoNodes;
let list: PriceList;
beforeAll(async () => {
  nodes = await openTwoNodes();
  list = await addPriceList(nodes.world);
}, 120_000);
afterAll(() => nodes?.close());

interface Quoted {
  data: { quotes: { available: boolean; reason?: { code: string }; sale?: { total: number } }[] };
}
async function quote(app: FastifyInstance, more: object = {}) {
  const { token } = nodes.world.person('north admin').person;
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/Rate/quote' },
    headers: { host: hosts.north, authorization: `Bearer ${token}` },
    payload: { ...parcel, customer: list.id('customer/acme'), channels: [list.id('channel/a')], ...more },
  });
  return answer.json<Quoted>().data.quotes[0];
}

it('a change on one node counts on the other at once', async () => {
  const later = { shipDate: '2026-01-20' };
  for (const app of nodes.apps) expect((await quote(app, later))?.reason?.code).toBe('rating.noFuel');
  const added = await nodes.world.person('north admin').person.post('FuelSurcharge/add', {
    ...{ carrier: list.id('carrier/tst'), serviceGroup: 'ground', from: '2026-01-19', to: '2026-01-25', percent: 20 },
  });
  expect(added.body.success ? [] : added.body.issues).toEqual([]);
  // 15.89 + 5.00, and 20 % of both.
  for (const app of nodes.apps.toReversed()) expect((await quote(app, later))?.sale?.total).toBe(25.07);
});

it('no quote is made of two states, however often prices change', async () => {
  const states = [
    { percent: 20.25, amount: 5, total: 25.12 },
    { percent: 10, amount: 7, total: 25.18 },
  ];
  const owner = await nodes.world.owner.connect();
  const change = async ({ percent, amount }: { percent: number; amount: number }) => {
    await owner.query('BEGIN');
    await owner.query('UPDATE fuel_surcharge SET percent = $2 WHERE id = $1', [
      list.id('fuel-surcharge/week'),
      percent,
    ]);
    await owner.query('UPDATE surcharge_rule SET amount = $2, version = version + 1 WHERE id = $1', [
      list.id('surcharge-rule/residential-sale'),
      amount,
    ]);
    await owner.query('COMMIT');
  };
  const seen = new Set<number | undefined>();
  try {
    for (let turn = 1; turn <= 20; turn++) {
      const changing = change(states[turn % 2] ?? { percent: 0, amount: 0 });
      const asked = await Promise.all([0, 1, 0, 1].map((at) => quote(nodes.apps[at] as FastifyInstance)));
      for (const each of asked) seen.add(each?.sale?.total);
      await changing;
      const after = await quote(nodes.apps[1]);
      expect(after?.sale?.total).toBe(states[turn % 2]?.total);
    }
  } finally {
    owner.release();
  }
  expect([...seen].toSorted()).toEqual(states.map(({ total }) => total));
});
