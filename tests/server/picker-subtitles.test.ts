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

  it('of a list filter are what its field asks for, whatever their state', async () => {
    const members = (await world.owner.query<{ id: string }>('SELECT id::text FROM account WHERE customer IS NOT NULL'))
      .rows;
    const sellers = async (query: Record<string, string>) =>
      (await choices('north admin', 'sysUser', query)).map(({ code }) => code);
    const everybody = await sellers({});
    const isMember = (code: string) => members.some(({ id }) => id === code);
    expect(everybody.some(isMember)).toBe(true);
    const staff = everybody.filter((code) => !isMember(code));
    for (const listOf of ['order', 'customer', 'member-bill', 'commission'])
      expect(await sellers({ listOf, field: 'salesperson' })).toEqual(staff);
    // The form offers only those who may sign in; the list also finds what one who has left once sold.
    const { rows } = await world.owner.query<{ id: string }>(
      `UPDATE account SET status = '1' WHERE tenant_id = $1 AND account = 'finance' RETURNING id::text`,
      [world.homes.north.tenant],
    );
    const gone = rows[0]?.id ?? '';
    expect(staff).toContain(gone);
    expect(await sellers({ from: 'customer-config', field: 'salesperson' })).not.toContain(gone);
    expect(await sellers({ listOf: 'customer-config', field: 'salesperson' })).toEqual(staff);
    // A filter over the record that refers means nothing above a list.
    expect(await choices('north admin', 'Order', { listOf: 'deduction', field: 'order' })).toEqual(
      await choices('north admin', 'Order'),
    );
  });

  it('of a list filter open no entity that the person may not read', async () => {
    const { person } = world.person('north member');
    expect((await person.get('sysUser/dropDown', { listOf: 'order', field: 'salesperson' })).body.success).toBe(
      (await person.get('sysUser/dropDown')).body.success,
    );
    const asked = { listOf: 'order', field: 'salesperson' };
    expect((await person.get('CarrierBill/dropDown', asked)).body).toMatchObject({ success: false });
  });

  it('of a field that holds a code are the codes, with the names in the language of the reader', async () => {
    const asked = { from: 'customer-config', field: 'saleModes.category' };
    for (const [culture, name] of [
      ['en-US', 'Fuel surcharge'],
      ['zh-CN', '燃油附加费'],
    ] as const) {
      const found = await choices('north admin', 'ChargeCategory', { ...asked, culture, searchValue: name });
      expect(found).toEqual([{ code: 'fuel', value: name, subtitle: 'fuel' }]);
    }
    const [byCode] = await choices('north admin', 'ChargeCategory', { ...asked, searchValue: 'transport' });
    expect(byCode?.code).toBe('transport');
    // Elsewhere the same records are named by id.
    const [byId] = await choices('north admin', 'ChargeCategory', { searchValue: 'transport' });
    expect(byId?.code).toMatch(/^\d+$/);
    const { refs } = (await world.person('north admin').person.get('meta/MemberConfig')).body.data as {
      refs: Record<string, { path: string; readable: boolean }>;
    };
    expect(refs['charge-category']).toMatchObject({ path: 'ChargeCategory', readable: true });
  });

  it('of a column of a sub-table are what its filter asks for with the row', async () => {
    const [service] = (await world.person('north admin').person.get('ChannelService/list')).body.data as {
      id: string;
      channel: string;
    }[];
    const asked = { from: 'shop', field: 'channelRules.service' };
    const found = async (channel: string) =>
      (await choices('north admin', 'ChannelService', { ...asked, channel })).map(({ code }) => code);
    expect(await found(service!.channel)).toContain(service!.id);
    expect(await found('1')).toEqual([]);
  });

  it('of a field that holds a code open no entity that the person may not read', async () => {
    const asked = { from: 'customer-config', field: 'saleModes.category' };
    const answer = await world.person('north member').person.get('ChargeCategory/dropDown', asked);
    expect(answer.body).toMatchObject({ success: false });
  });
});
