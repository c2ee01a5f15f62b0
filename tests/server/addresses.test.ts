import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* The rules themselves have their cases in tests/domain/addresses. */

interface Result {
  state: string;
  issues: { code: string; path: string; message: string }[];
  suggestion?: Record<string, string>;
}

let world: World;
let member: Person;
beforeAll(async () => {
  world = await openWorld();
  member = world.person('north member').person;
}, 120_000);
afterAll(() => world?.close());

const chino = { address1: '4100 Fillmore Street', city: 'Chino', state: 'CA', postalCode: '91710', country: 'US' };
async function check(addresses: object[], query = ''): Promise<Result[]> {
  const answer = await member.post(`Address/check${query}`, { addresses });
  expect(answer.body.success ? [] : [answer.status, answer.body.message, answer.body.issues]).toEqual([]);
  return (answer.body.data as { results: Result[] }).results;
}

describe('a check of addresses', () => {
  it('answers for each in their order, in the words of the reader', async () => {
    const wrong = { ...chino, state: 'NY' };
    const [good, bad, abroad] = await check([chino, wrong, { ...chino, country: 'DE', postalCode: '10117' }]);
    expect(good).toEqual({ state: 'verified', issues: [] });
    expect(abroad?.state).toBe('unknown');
    expect(bad).toMatchObject({ state: 'corrected', suggestion: { state: 'CA' } });
    expect(bad?.issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['addresses.stateMismatch state']);
    const words = await Promise.all(
      ['', '?culture=zh-CN'].map(async (query) => (await check([wrong], query))[0]?.issues[0]?.message),
    );
    expect(words).toEqual(['This postal code lies in CA: wrong ship-to address.', '此邮编位于 CA：收件地址有误。']);
  });

  it('takes five hundred at once and not one more', async () => {
    expect(await check(Array.from({ length: 500 }, () => chino))).toHaveLength(500);
    const more = await member.post('Address/check', { addresses: Array.from({ length: 501 }, () => chino) });
    expect(more.body.success).toBe(false);
  });

  it('suggests places while they are typed', async () => {
    const answer = await member.post('Address/suggest', { country: 'US', city: 'chino', state: 'CA' });
    expect((answer.body.data as { places: object[] }).places[0]).toEqual({
      ...{ city: 'Chino', state: 'CA', postalCodes: ['91708', '91710'], more: false },
    });
  });
});
