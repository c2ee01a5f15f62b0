import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, ScreenDocument } from '../../../engine/core/index.ts';
import { openWorld, type Principal, type World } from '../../support/world.ts';

type Person = Principal['person'];
interface Shown {
  title: string;
  blocks: { block: string; kind: string; title: string; text?: string; span?: number }[];
}

const desk: ScreenDocument = {
  meta: {
    screen: 'packingDesk',
    blocks: [
      { block: 'today', kind: 'number', entity: 'order', time: 'createdAt' },
      { block: 'welcome', kind: 'text', span: 2 },
      { block: 'money', kind: 'number', entity: 'ledger-account', sum: 'balance' },
    ],
  },
  texts: {
    'en-US': {
      title: 'Packing desk',
      blocks: { today: 'Orders', welcome: 'Rules' },
      bodies: { welcome: 'Wear gloves.' },
    },
    'zh-CN': {
      title: '打包台',
      blocks: { today: '订单', welcome: '须知', money: '余额' },
      bodies: { welcome: '请戴手套。' },
    },
  },
};

describe("the life of a tenant's screens", () => {
  let world: World;
  let admin: Person;
  let clerk: Person;
  let south: Person;
  beforeAll(async () => {
    world = await openWorld();
    [admin, clerk, south] = ['north admin', 'north clerk', 'south admin'].map((name) => world.person(name).person) as [
      Person,
      Person,
      Person,
    ];
  });
  afterAll(() => world?.close());

  const good = async <T = Record<string, unknown>>(
    answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>,
  ): Promise<T> => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data as T;
  };
  const at = (screen: string) => `schema/screen:${screen}`;
  const stampOf = async (screen: string) =>
    (await good<{ draft: { stamp: number } | null }>(admin.get(at(screen)))).draft?.stamp ?? 0;
  const change = async (screen: string, ...commands: Command[]) =>
    good(admin.post(`${at(screen)}/commands`, { stamp: await stampOf(screen), name: 'change', commands }));
  const publish = async (screen: string) =>
    good<{ revision: number }>(
      admin.post(`${at(screen)}/publish`, { stamp: await stampOf(screen), reason: 'because', acceptProblems: true }),
    );
  const shown = (person: Person, screen: string, culture = 'en-US') =>
    good<Shown>(person.get(`screen/${screen}`, { culture }));
  const names = ({ blocks }: Shown) => blocks.map(({ block }) => block);

  it('shows a draft to nobody, a revision to everybody at once, and to each what their rights open', async () => {
    const before = await shown(clerk, 'analysis');
    await change(
      'analysis',
      { do: 'move', at: 'blocks[0]', before: null },
      { do: 'set', at: 'blocks[0].span', value: 2 },
      { do: 'text', culture: 'en-US', key: 'blocks.orders', value: 'Parcels' },
    );
    expect(await shown(clerk, 'analysis')).toEqual(before);
    const plan = await good<{ changes: { thing: string; name: string; kind: string }[] }>(
      admin.get(`${at('analysis')}/plan`),
    );
    expect(plan.changes.map(({ kind, thing, name }) => `${kind} ${thing} ${name}`).toSorted()).toEqual([
      'changed block recharged',
      'changed text orders',
      'moved block orders',
    ]);
    expect(await publish('analysis')).toEqual({ revision: 1 });
    const after = await shown(admin, 'analysis');
    expect(after.blocks.at(-1)).toMatchObject({ block: 'orders', title: 'Parcels' });
    expect(after.blocks[0]).toMatchObject({ block: 'recharged', span: 2 });
    expect(names(await shown(clerk, 'analysis')).toSorted()).toEqual(names(before).toSorted());
    // Another house has its own.
    expect(names(await shown(south, 'analysis'))[0]).toBe('orders');
    expect((await shown(admin, 'analysis', 'zh-CN')).blocks.at(-1)?.title).not.toBe('Parcels');
  });

  it('goes back step by step in the draft, and by revision for everybody', async () => {
    await change('analysis', { do: 'remove', at: 'blocks[0]' });
    await change('analysis', { do: 'set', at: 'refresh', value: 60 });
    const undone = await good<{ document: ScreenDocument }>(
      admin.post(`${at('analysis')}/undo`, { stamp: await stampOf('analysis') }),
    );
    expect(undone.document.meta.refresh).toBeUndefined();
    expect(await publish('analysis')).toEqual({ revision: 2 });
    expect(names(await shown(admin, 'analysis'))).not.toContain('recharged');
    // Looked at first, which changes nothing.
    const dry = await good<{ changes: unknown[] }>(
      admin.post(`${at('analysis')}/rollback`, { revision: 1, dryRun: true }),
    );
    expect(dry.changes).toContainEqual(expect.objectContaining({ kind: 'added', name: 'recharged' }));
    expect(names(await shown(admin, 'analysis'))).not.toContain('recharged');
    await good(admin.post(`${at('analysis')}/rollback`, { revision: 1, reason: 'too early' }));
    expect(names(await shown(admin, 'analysis'))).toContain('recharged');
    await good(admin.post(`${at('analysis')}/rollback`, { revision: 0, reason: 'as delivered' }));
    expect(names(await shown(admin, 'analysis'))).toEqual(names(await shown(south, 'analysis')));
    const { revisions } = await good<{ revisions: { revision: number; reason: string }[] }>(
      admin.get(`${at('analysis')}/history`),
    );
    expect(revisions.map(({ reason }) => reason)).toEqual(['as delivered', 'too early', 'because', 'because']);
  });

  it('refuses what meets nothing, all of it, and leaves the draft as it was', async () => {
    const commands = [
      { do: 'set', at: 'blocks[0].time', value: 'nonsense' },
      { do: 'set', at: 'blocks[1].entity', value: 'nobody' },
    ];
    const { body } = await admin.post(`${at('monitor')}/commands`, { stamp: 0, name: 'wrong', commands });
    expect(body.success).toBe(false);
    expect((body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['blocks[0].time', 'blocks[1].entity']),
    );
    expect(await stampOf('monitor')).toBe(0);
    const twice = [{ do: 'set', at: 'blocks[8]', value: { block: 'online', kind: 'text' } }];
    expect((await admin.post(`${at('monitor')}/commands`, { stamp: 0, name: 'x', commands: twice })).body.success).toBe(
      false,
    );
    const fields = [{ do: 'place', in: 'form', field: 'orders', section: 'basic', row: 0 }];
    expect(
      (await admin.post(`${at('monitor')}/commands`, { stamp: 0, name: 'x', commands: fields })).body.success,
    ).toBe(false);
    expect((await clerk.post(`${at('monitor')}/commands`, { stamp: 0, name: 'x', commands: [] })).status).toBe(403);
  });

  it('makes a screen from nothing, puts it into the menu, and takes it out of use', async () => {
    await good(admin.post('schema/create', { document: desk }));
    const plan = await good<{ lint: { path: string }[] }>(admin.get(`${at('packingDesk')}/plan`));
    expect(plan.lint.map(({ path }) => path)).toEqual(['texts.en-US.blocks.money']);
    expect((await admin.get('screen/packingDesk')).body.success).toBe(false);
    await publish('packingDesk');
    const seen = await shown(clerk, 'packingDesk');
    expect(seen.title).toBe('Packing desk');
    // What one may not read is left out; words that lack in a language are said in the other one.
    expect(seen.blocks.find(({ kind }) => kind === 'text')).toMatchObject({ title: 'Rules', text: 'Wear gloves.' });
    expect((await shown(admin, 'packingDesk')).blocks.find(({ block }) => block === 'money')?.title).toBe('余额');
    const { rows } = await good<{ rows: { code: string; router: string }[] }>(
      admin.get('sysMenu/page', { code: 'board-packingDesk' }),
    );
    expect(rows).toMatchObject([{ router: '/board/packingDesk' }]);
    const entryIn = async (culture: string) => {
      const { menus } = await good<{ menus: { name: string; meta: { title: string } }[] }>(
        admin.get('getLoginUser', { culture }),
      );
      return menus.find(({ name }) => name === 'board-packingDesk')?.meta.title;
    };
    expect(await entryIn('en-US')).toBe('Packing desk');
    expect(await entryIn('zh-CN')).toBe(desk.texts['zh-CN']?.['title']);
    expect((await south.get('screen/packingDesk')).body.success).toBe(false);
    expect((await admin.post('schema/create', { document: desk })).body.success).toBe(false);
    await good(admin.post(`${at('packingDesk')}/retire`, {}));
    expect((await admin.get('screen/packingDesk')).body.success).toBe(false);
    await good(admin.post(`${at('packingDesk')}/revive`, {}));
    expect((await shown(admin, 'packingDesk')).title).toBe('Packing desk');
  });

  it('is listed beside the entities and carried to another house', async () => {
    const { screens, entities } = await good<{
      screens: { entity: string; origin: string }[];
      entities: { entity: string }[];
    }>(admin.get('schema/entities'));
    expect(screens.find(({ entity }) => entity === 'screen:packingDesk')).toMatchObject({ origin: 'own' });
    expect(entities.some(({ entity }) => entity.startsWith('screen:'))).toBe(false);
    const bundle = (await good<{ bundle: object }>(admin.get('schema/bundle'))).bundle;
    const dry = await good<{ entities: { entity: string; revision: number | null }[] }>(
      south.post('schema/bundle', { bundle, dryRun: true }),
    );
    expect(dry.entities.find(({ entity }) => entity === 'screen:packingDesk')?.revision).toBeNull();
    await good(south.post('schema/bundle', { bundle, reason: 'moved', acceptProblems: true }));
    expect((await shown(south, 'packingDesk')).title).toBe('Packing desk');
  });
});
