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
    const outsiders = await Promise.all([
      south.post('savedView', { id, path: listPath, name: 'theirs', state }),
      south.post('savedView/drop', { id }),
      clerk.post('savedView/drop', { id }),
      admin.post('savedView/drop', { id: '999' }),
    ]);
    expect(outsiders.map(({ body }) => body.code)).toEqual([1013003, 1013003, 1013003, 1013003]);
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

  it('tell nobody of fields that they may not see but how many there are', async () => {
    listPath = 'Order';
    const { data } = (await admin.get('sysRole/page', { pageSize: '100' })).body as unknown as {
      data: { rows: { id: string; code: string }[] };
    };
    const role = data.rows.find(({ code }) => code === 'member')?.id;
    const watch = {
      columns: [{ id: 'orderNo' }, { id: 'internalNote', hidden: true }],
      sort: [{ id: 'predictedCost', descending: true }],
      filters: [
        { id: 'predictedCost', operator: 'gt', value: '777.77' },
        { id: 'internalNote', operator: 'contains', value: 'bad payer' },
        { id: 'goneField', operator: 'eq', value: 'once a secret' },
      ],
    };
    const kept = { path: listPath, name: 'Watch', share: 'role', role, state: watch };
    expect((await admin.post('savedView', kept)).body.success).toBe(true);
    const [told] = (await seen(member)).filter(({ name }) => name === 'Watch');
    expect(JSON.stringify(told)).not.toMatch(/predictedCost|777\.77|internalNote|bad payer|once a secret/);
    expect(told).toMatchObject({
      withheld: 2,
      state: { columns: [{ id: 'orderNo' }], sort: [], filters: [{ id: 'goneField' }] },
    });
    const [whole] = (await seen(admin)).filter(({ name }) => name === 'Watch');
    expect(whole).toMatchObject({ withheld: 0, state: { columns: watch.columns, sort: watch.sort } });
  });

  it('are for a role of this tenant', async () => {
    const { data } = (await south.get('sysRole/page')).body as unknown as { data: { rows: { id: string }[] } };
    for (const role of ['999', data.rows[0]?.id])
      expect(
        (await admin.post('savedView', { path: 'Level', name: 'x', share: 'role', role, state })).body.issues,
      ).toMatchObject([{ code: 'savedView.role', path: 'role' }]);
  });

  it.each([
    [{ filters: [null] }, 'state.filters[0]'],
    [{ sort: [null] }, 'state.sort[0]'],
    [{ columns: [null] }, 'state.columns[0]'],
    [{ search: {} }, 'state.search'],
    [{ sort: 'x' }, 'state.sort'],
    [{ view: {} }, 'state.view'],
    [{ pageSize: 'constructor' }, 'state.pageSize'],
    [{ density: 'constructor' }, 'state.density'],
    [{ filters: [{ id: 'amount', operator: 'gt', value: {} }] }, 'state.filters[0].value'],
    [{ constructor: 1 }, 'state.constructor'],
  ])('are refused in another shape: %j', async (wrong, place) => {
    const kept = await clerk.post('savedView', { path: 'Customer', name: 'x', share: 'mine', state: wrong });
    expect(kept.body.issues).toMatchObject([{ path: place }]);
  });

  it('that were kept in another shape before are answered as unreadable, beside the others', async () => {
    listPath = 'Level';
    const good = await admin.post('savedView', { path: listPath, name: 'Good', state });
    const bad = await admin.post('savedView', { path: listPath, name: 'Bad', state });
    await world.owner.query(`UPDATE lading.saved_view SET state = '{"filters":[null]}' WHERE name = 'Bad'`);
    expect(await seen(admin)).toMatchObject([
      { name: 'Bad', state: null },
      { name: 'Good', state },
    ]);
    for (const { body } of [good, bad]) await admin.post('savedView/drop', { id: (body.data as { id: string }).id });
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
