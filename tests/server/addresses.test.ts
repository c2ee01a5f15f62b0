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
let clerk: Person;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  const person = (name: string) => world.person(`north ${name}`).person;
  [member, clerk, admin] = [person('member'), person('clerk'), person('admin')];
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

it('an address of the book says what the check found, each time it is written', async () => {
  const book = { kind: 'shipTo', name: 'Ann Lee', addressType: 'unknown', ...chino };
  const added = await member.post('AddressBook/add', { ...book, state: 'NY' });
  const { id } = added.body.data as { id: string };
  const read = async () =>
    ((await member.get('AddressBook/detail', { id })).body.data as { validated: string }).validated;
  expect(await read()).toBe('corrected');
  await member.post('AddressBook/edit', { id, state: 'CA' });
  expect(await read()).toBe('verified');
});

it('addresses of orders are listed once each, to people who may see the orders', async () => {
  const read = async (person: Person, body: object = {}) => {
    const answer = await person.post('Address/history', body);
    return (answer.body.data as { addresses: { name: string; orders: number; customerName: string; order: string }[] })
      .addresses;
  };
  const own = await read(member);
  expect(own.find(({ name }) => name === 'June Whitaker')).toMatchObject({ customerName: 'Acme Outdoor Supply LLC' });
  expect(new Set(own.map(({ customerName }) => customerName))).toEqual(new Set(['Acme Outdoor Supply LLC']));
  expect(own.some(({ name }) => name === 'Peak Line Sports')).toBe(false);
  expect((await read(admin)).length).toBeGreaterThan(own.length);
  expect((await read(member, { search: 'Whitaker' })).map(({ name }) => name)).toEqual(['June Whitaker']);
});

describe('an order', () => {
  const id = () => world.homes.north.samples.get('order/draft-multi') ?? '';
  const order = async () => {
    const { body } = await clerk.get('Order/detail', { id: id() });
    const { addressCheck, addressCheckedAt, shipToState, version } = body.data as Record<string, unknown>;
    return { state: addressCheck, at: addressCheckedAt, shipToState, version };
  };
  const act = async (person: Person, action: string, input: object = {}) => {
    const { body } = await person.post(`Order/${action}`, { id: id(), ...input });
    return body.success
      ? 'done'
      : (body.issues ?? []).map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
  };

  it('keeps what the check found until the address is another one', async () => {
    expect((await order()).state).toBe('none');
    expect(await act(clerk, 'checkAddress')).toBe('done');
    expect(await order()).toMatchObject({ state: 'verified', at: expect.any(String) });
    expect(await act(clerk, 'edit', { remarks: 'Ring twice' })).toBe('done');
    expect((await order()).state).toBe('verified');
    expect(await act(clerk, 'edit', { shipToState: 'NY' })).toBe('done');
    expect(await order()).toMatchObject({ state: 'none', at: null });
  });

  it('takes what is suggested', async () => {
    expect(await act(member, 'takeAddress')).toBe('done');
    expect(await order()).toMatchObject({ state: 'verified', shipToState: 'CO' });
    expect(await act(member, 'takeAddress')).toEqual(['addresses.noSuggestion shipToCity']);
  });

  it("is held back by its customer's settings until staff confirm the address", async () => {
    expect(await act(clerk, 'edit', { shipToState: 'NY' })).toBe('done');
    const [config] = (
      await admin.get('MemberConfig/list', { customer: world.homes.north.samples.get('customer/acme') ?? '' })
    ).body.data as { id: string }[];
    const changed = await admin.post('MemberConfig/edit', { id: config?.id, addressPolicy: 'block' });
    expect(changed.body.success).toBe(true);
    expect(await act(clerk, 'submit')).toEqual(['addresses.stateMismatch shipToState', 'addresses.blocked ']);
    expect((await member.post('Order/confirmAddress', { id: id() })).status).toBe(403);
    expect(await act(clerk, 'confirmAddress')).toBe('done');
    expect((await order()).state).toBe('overridden');
    // Whatever else may speak against it: the address does not.
    expect(String(await act(clerk, 'submit'))).not.toContain('addresses.');
  });
});
