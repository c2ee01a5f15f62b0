import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityMeta, ScreenMeta } from '../../../engine/core/index.ts';
import type { Answer, Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

type Row = Record<string, unknown>;

const documentOf = (entity: string) => {
  const meta: EntityMeta = {
    ...{ entity, path: entity.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()), title: 'label' },
    fields: { label: { type: 'text', maxLength: 40 } },
    list: { columns: ['label'] },
    access: { clerk: { codes: ['read', 'add'] } },
  };
  const words = { name: entity, plural: entity, fields: { label: 'Label' } };
  return { meta, texts: { 'en-US': words, 'zh-CN': words } };
};
const boardOf = (screen: string) => {
  const meta: ScreenMeta = { screen, blocks: [{ block: 'count', kind: 'number', entity: 'customer' }] };
  const words = { title: screen, blocks: { count: 'Count' } };
  return { meta, texts: { 'en-US': words, 'zh-CN': words } };
};

describe('the menu entry of what is published for the first time', () => {
  let world: World;
  let admin: Person;
  let south: Person;
  beforeAll(async () => {
    world = await openWorld();
    [admin, south] = [world.person('north admin').person, world.person('south admin').person];
  });
  afterAll(() => world?.close());

  const good = async (asked: Promise<Answer>): Promise<Row> => {
    const { status, body } = await asked;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const launch = async (document: object, key: string) => {
    await good(admin.post('schema/create', { document }));
    return admin.post(`schema/${key}/publish`, { stamp: 1, reason: 'new' });
  };
  const entries = async (person: Person, router: string) =>
    ((await good(person.get('sysMenu/page', { 'router.contains': router, pageSize: '100' })))['rows'] as Row[]).filter(
      (row) => row['router'] === router,
    );
  const revision = async (key: string) => (await good(admin.get(`schema/${key}`)))['revision'];
  const ofMenu = async (...commands: object[]) => {
    await good(admin.post('schema/menu/commands', { stamp: 0, name: 'rule', commands }));
    return good(admin.post('schema/menu/publish', { stamp: 1, reason: 'rule', acceptProblems: true }));
  };

  it('has a code of its own where the menu has one like it', async () => {
    await good(launch(documentOf('orders'), 'orders'));
    expect(await entries(admin, '/Orders')).toMatchObject([{ code: 'orders-2', entity: 'orders', type: '1' }]);
    const { menus } = await good(world.person('north clerk').person.get('getLoginUser'));
    expect(JSON.stringify(menus)).toContain('"/Orders"');
  });

  it('is in the trail in the name of who published', async () => {
    const [entry] = await entries(admin, '/Orders');
    expect(entry).toBeDefined();
    const history = await good(admin.get('sysMenu/history', { id: String(entry?.['id']) }));
    const { name } = await good(admin.get('getLoginUser'));
    expect(history).toMatchObject([{ verb: 'add', $by: name }]);
  });

  it('is not made where an entry leads there already', async () => {
    const made = { name: 'By hand', code: 'by-hand', application: 'business', type: '1', router: '/Handmade' };
    await good(admin.post('sysMenu/add', { ...made, component: 'x', openType: '1' }));
    await good(launch(documentOf('handmade'), 'handmade'));
    expect(await entries(admin, '/Handmade')).toMatchObject([{ code: 'by-hand' }]);
  });

  it('holds the publish up where the menu refuses it, of an entity, a board and a bundle alike', async () => {
    await ofMenu(
      { do: 'set', at: 'validations[5]', value: { code: 'noPlain', when: "entity == 'plain'", at: 'entity' } },
      { do: 'set', at: 'validations[6]', value: { code: 'noBoards', when: "component == 'board'", at: 'component' } },
    );
    expect((await launch(documentOf('plain'), 'plain')).body).toMatchObject({
      success: false,
      issues: [{ code: 'schema.menuRefused' }, { path: 'menu: entity' }],
    });
    expect(await revision('plain')).toBe(0);
    expect((await admin.get('Plain/page')).status).toBe(404);
    expect((await launch(boardOf('refused'), 'screen:refused')).body).toMatchObject({
      success: false,
      issues: [{ code: 'schema.menuRefused' }, { path: 'menu: component' }],
    });
    expect(await revision('screen:refused')).toBe(0);
    const bundle = {
      ...{ lading: 1, entities: [{ entity: 'brought', origin: 'added', document: documentOf('brought') }] },
      screens: [{ screen: 'brought', origin: 'added', document: boardOf('brought') }],
    };
    expect((await admin.post('schema/bundle', { bundle, reason: 'moved' })).body.success).toBe(false);
    expect((await admin.get('Brought/page')).status).toBe(404);
    expect(await entries(admin, '/Brought')).toEqual([]);

    await good(south.post('schema/bundle', { bundle, reason: 'moved' }));
    expect(await entries(south, '/Brought')).toHaveLength(1);
    expect(await entries(south, '/board/brought')).toHaveLength(1);
  });

  it('goes with a publish that fails', async () => {
    await world.owner.query(`
      CREATE FUNCTION test.no_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$;
      CREATE TRIGGER no_event BEFORE INSERT ON lading.event FOR EACH ROW WHEN (NEW.kind = 'design') EXECUTE FUNCTION test.no_event()`);
    const { body } = await launch(documentOf('unlucky'), 'unlucky');
    await world.owner.query('DROP TRIGGER no_event ON lading.event');
    expect(body).toMatchObject({ success: false, issues: [{ code: 'schema.stepFailed' }] });
    expect(await entries(admin, '/Unlucky')).toEqual([]);
    await good(admin.post('schema/unlucky/publish', { stamp: 1, reason: 'again' }));
    expect(await entries(admin, '/Unlucky')).toHaveLength(1);
  });
});
