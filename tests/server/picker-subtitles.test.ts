import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

interface Choice {
  code: string;
  value: string;
  subtitle?: string;
}

describe('the choices of a picker', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  const choices = async (name: string, path: string, query: Record<string, string> = {}) =>
    (await world.person(name).person.get(`${path}/dropDown`, query)).body.data as Choice[];

  it('say in a second line what tells them apart, and are found by it', async () => {
    const [first] = (await choices('north admin', 'Customer')).filter(({ subtitle }) => subtitle);
    const [code] = first!.subtitle!.split(' · ');
    const { data } = (await world.person('north admin').person.get('Customer/detail', { id: first!.code })).body;
    expect(code).toBe((data as { code: string }).code);
    expect((await choices('north admin', 'Customer', { searchValue: code! })).map((one) => one.code)).toContain(
      first!.code,
    );
  });

  it('are newest first where they are numbered', async () => {
    const ids = (await choices('north admin', 'Recharge')).map(({ code }) => BigInt(code));
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? 1 : -1)));
  });
});
