import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Principal, type World } from '../support/world.ts';

interface View {
  id: string;
  name: string;
  share: string;
  preferred: boolean;
  own: boolean;
  mayChange: boolean;
}

describe('views of a list that people keep and share', () => {
  let world: World;
  let admin: Principal['person'];
  let clerk: Principal['person'];
  let south: Principal['person'];
  let member: Principal['person'];
  const path = 'Recharge';
  const state = { search: 'x', columns: [{ id: 'amount' }] };
  beforeAll(async () => {
    world = await openWorld();
    [admin, clerk, south, member] = ['north admin', 'north clerk', 'south admin', 'north member'].map(
      (name) => world.person(name).person,
    ) as [typeof admin, typeof admin, typeof admin, typeof admin];
  });
  afterAll(() => world?.close());

  const seen = async (person: typeof admin) => (await person.get('savedView', { path: listPath })).body.data as View[];
  let listPath = path;

  it('are seen by their author alone, change, and go', async () => {
    listPath = 'Level';
    const made = await admin.post('savedView', { path: listPath, name: ' Mine ', state });
    expect(made.body.success).toBe(true);
    const { id } = made.body.data as { id: string };
    expect(await seen(admin)).toMatchObject([{ id, name: 'Mine', share: 'mine', own: true, mayChange: true }]);
    expect(await seen(south)).toEqual([]);
    const strangers = await Promise.all([
      south.post('savedView', { id, path: listPath, name: 'theirs', state }),
      south.post('savedView/drop', { id }),
      clerk.post('savedView/drop', { id }),
      admin.post('savedView/drop', { id: '999' }),
    ]);
    expect(strangers.map(({ body }) => body.code)).toEqual([1013003, 1013003, 1013003, 1013003]);
    await admin.post('savedView', { id, path: listPath, name: 'Renamed', state });
    expect((await seen(admin))[0]?.name).toBe('Renamed');
    await admin.post('savedView/drop', { id });
    expect(await seen(admin)).toEqual([]);
  });

  it('go to the holders of a role only from one who manages roles', async () => {
    const { data } = (await admin.get('sysRole/page', { pageSize: '100' })).body as unknown as {
      data: { rows: { id: string; code: string }[] };
    };
    const role = data.rows.find(({ code }) => code === 'member')?.id;
    expect(role).toBeDefined();
    const order = { path: 'Order', name: 'For members', share: 'role', role, preferred: true, state };
    listPath = order.path;
    expect((await clerk.post('savedView', order)).body.code).toBe(1013002);
    expect((await admin.post('savedView', order)).body.success).toBe(true);
    expect(await seen(member)).toMatchObject([{ name: 'For members', preferred: true, own: false, mayChange: false }]);
    expect(await seen(clerk)).toEqual([]);
    const second = { ...order, name: 'Newer' };
    await admin.post('savedView', second);
    expect((await seen(member)).filter(({ preferred }) => preferred).map(({ name }) => name)).toEqual(['Newer']);
  });

  it('stay inside a customer when its people share them with each other', async () => {
    listPath = 'Order';
    const shared = await member.post('savedView', { path: listPath, name: 'Ours', share: 'team', state });
    expect(shared.body.success).toBe(true);
    const other = world.person('north sibling').person;
    expect((await seen(other)).map(({ name }) => name)).not.toContain('Ours');
    expect((await seen(admin)).map(({ name }) => name)).not.toContain('Ours');
  });

  it('are refused with the place of every fault', async () => {
    const bad = await admin.post('savedView', { path: 'Level', name: '', share: 'all', pinned: 1, state: [] });
    expect(bad.body.issues?.map((found) => found.path)).toEqual(['name', 'share', 'pinned', 'state']);
    const others = await Promise.all([
      admin.post('savedView', { path: 'nothing', name: 'a', state }),
      admin.get('savedView'),
      member.get('savedView', { path: 'sysRole' }),
      admin.post('savedView', []),
    ]);
    expect(others.map(({ body }) => body.code)).toEqual([400, 400, 1013002, 1015002]);
  });
});
