import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

/** A clerk reads customers of their own organisation and of those below; a record is not put where its maker could not see it. */
describe('where a person whose rows are those of an organisation may put a record', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  const clerk = () => world.person('north clerk');
  const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
  const customer = (org: string, code: string) => ({
    code,
    name: `Customer ${code}`,
    org,
    contact: 'Ann',
    phone: '+1 303 555 0101',
  });

  it('is offered in the picker, and nothing else is', async () => {
    const ask = { from: 'customer', field: 'org' };
    const offered = (await clerk().person.get('sysOrg/dropDown', ask)).body.data as { code: string }[];
    expect(offered.map(({ code }) => code)).toContain(clerk().org);
    expect(offered.map(({ code }) => code)).not.toContain(world.person('north admin').org);
    const all = (await world.person('north admin').person.get('sysOrg/dropDown', ask)).body.data as { code: string }[];
    expect(all.length).toBeGreaterThan(offered.length);
  });

  it('is where it is written; elsewhere is refused with a message, on adding and on changing', async () => {
    const { person, org } = clerk();
    const outside = world.person('north admin').org;
    const refused = await person.post('Customer/add', customer(outside, 'OUT1'));
    expect(refused.body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual(['org reference.outside']);
    const { body } = await person.post('Customer/add', customer(org, 'OWN1'));
    const { id, version } = body.data as { id: string; version: number };
    expect((await person.get('Customer/detail', { id })).body.success).toBe(true);
    const moved = await person.post('Customer/edit', { id, version, org: outside });
    expect(moved.body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual(['org reference.outside']);
    const freed = await world.person('north admin').person.post('Customer/edit', { id, version, org: outside });
    expect(freed.body.success).toBe(true);
  });

  it('is shown by the samples: there is an organisation that the clerk does not reach', () => {
    expect([sample('org/operations'), world.person('north admin').org]).not.toContain('');
  });
});
