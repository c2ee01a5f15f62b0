import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPriceList, parcel, type PriceList } from '../support/pricing.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Answered {
  quotes: { service: { id: string } }[];
  pick: {
    picked: { channel: string; service: string } | null;
    next: { service: string } | null;
    reason: string;
    text: string;
  };
}

let world: World;
let list: PriceList;
const person = (name: string): Person => world.person(name).person;
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
}, 120_000);
afterAll(() => world?.close());

const service = (code: string) => `$channel-service/${code}`;
let count = 0;
const rule = (values: object): Promise<string> => {
  count += 1;
  const named = { code: `PICK-${count}`, name: `Rule ${count}`, status: 'enabled' };
  return list.add('rate-rule', named.code, { ...named, services: ['a', 'b', 'c'].map(service), ...values });
};
const ask = (who: string, id: string, more: object = {}, query = '') =>
  person(who).post(`Rate/pick${query}`, { ...parcel, customer: list.id('customer/acme'), rule: id, ...more });
const pick = async (id: string, query = ''): Promise<Answered['pick']> => {
  const { body } = await ask('north admin', id, {}, query);
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return (body.data as Answered).pick;
};
const idOf = (code: string) => list.id(`channel-service/${code}`);

/** Acme pays 19.90 on c, 24.49 on b and 25.12 on a: tests/server/quote.test.ts works them by hand. */
describe('picking by a named rule', () => {
  it('takes the cheapest, keeps the next best, and says both in the language of the reader', async () => {
    const id = await rule({});
    const { picked, next, reason, text } = await pick(id);
    expect([picked?.service, next?.service, reason]).toEqual([idOf('c'), idOf('b'), 'cheapest']);
    expect(text).toBe(
      'Marked up ground · Marked up channel is the cheapest that keeps the rule. The next best, Off the list ground · Off the list channel, is 4.59 USD dearer.',
    );
    expect((await pick(id, '?culture=zh-CN')).text).toContain('贵 4.59 USD');
  });

  it('keeps to its services, its exclusions and its days', async () => {
    expect((await pick(await rule({ services: [service('a'), service('b')] }))).picked?.service).toBe(idOf('b'));
    expect((await pick(await rule({ exclude: ['$channel/c'] }))).picked?.service).toBe(idOf('b'));
    // Nobody knows how long these take, so that none keeps a promise of days.
    expect(await pick(await rule({ latestDays: 3 }))).toMatchObject({ picked: null, text: 'No offer keeps the rule.' });
  });

  it('prefers a carrier that is not too much dearer', async () => {
    const near = { preferredCarrier: '$carrier/tst', withinPercent: 5 };
    expect((await pick(await rule(near))).reason).toBe('cheapest');
  });

  it('gives a member their own sides alone, by rules that are everybody’s or theirs', async () => {
    const { body } = await ask('north member', await rule({}));
    expect((body.data as Answered).pick.picked?.service).toBe(idOf('c'));
    expect(JSON.stringify(body)).not.toMatch(/cost|margin|SECRET/i);
    const ofHarbor = await rule({ customer: '$customer/harbor' });
    for (const who of ['north member', 'north admin'])
      expect((await ask(who, ofHarbor)).body.issues).toMatchObject([{ path: 'rule', code: 'reference.missing' }]);
  });

  it('knows no rule that is disabled, or another tenant’s', async () => {
    const closed = await rule({ status: 'disabled' });
    expect((await ask('north admin', closed)).body.issues).toMatchObject([{ path: 'rule', code: 'reference.missing' }]);
    const south = await person('south admin').post('Rate/pick', { ...parcel, rule: await rule({}) });
    expect(south.body.issues).toMatchObject([{ path: 'rule', code: 'reference.missing' }]);
  });
});
