import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can, storedListIssues, storedViewIssues, type Entity, type Field } from '../../engine/core/index.ts';
import { newEntityDocument } from '../support/hostile-schema.ts';
import { hostileShapes, hostileTexts } from '../support/hostile.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

let world: World;
let admin: Principal['person'];
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
});
afterAll(() => world?.close());

const readers = ['north admin', 'north clerk', 'north finance', 'north member', 'platform superAdmin'];
const texts: ReadonlySet<string> = new Set(['text', 'longText', 'icon', 'richText', 'json', 'url', 'pattern', 'color']);
const turning = /\p{Bidi_Control}/u;

const writable = ({ system: given, meta, readOnly }: Field): boolean =>
  !given && readOnly !== true && texts.has(meta.type) && meta.recordOf === undefined;

/** Some of the values for each field, others for the next: all are met, and none of the fields meets all. */
function* valuesFor(fields: readonly Field[], from: number): Generator<[Field, unknown]> {
  let at = from;
  for (const field of fields) {
    for (let count = 0; count < 4; count++) yield [field, hostileTexts[at++ % hostileTexts.length]];
    if (field.meta.type === 'json') for (const shape of hostileShapes) yield [field, shape];
  }
}

/** Every text that can be stored, tried by an account that may change it. */
async function putEverywhere(
  person: Principal['person'],
  entities: readonly Entity[],
): Promise<{ broken: string[]; kept: number }> {
  const broken: string[] = [];
  let [at, kept] = [0, 0];
  for (const entity of entities) {
    const fields = entity.fields.filter(writable);
    const { body } = await person.get(`${entity.path}/page`, { pageSize: '10' });
    const rows = (body.data as { rows?: { id: string; _can?: string[] }[] } | null)?.rows ?? [];
    const row = rows.find((each) => each._can?.includes('edit'));
    if (!row || fields.length === 0) continue;
    for (const [field, value] of valuesFor(fields, at++)) {
      const { status, body: answer } = await person.post(`${entity.path}/edit`, { id: row.id, [field.name]: value });
      if (answer.success) kept += 1;
      if (status >= 500 || answer.message === '')
        broken.push(`${entity.path}.${field.name} ${JSON.stringify(value)}: ${status} ${answer.message}`);
    }
  }
  return { broken, kept };
}

/** The names whose values hold a mark of direction where only one line is kept. */
function turned(entity: Entity, rows: readonly Record<string, unknown>[]): string[] {
  const lines = entity.fields.filter(({ meta, system: given }) => meta.type === 'text' && !given);
  return rows.flatMap((row) =>
    lines.filter(({ name }) => turning.test(String(row[name] ?? ''))).map(({ name }) => `${entity.path}.${name}`),
  );
}

describe('a text that means something to a program', () => {
  it('is kept or refused with a message by every field, and breaks nothing that others read', async () => {
    const { catalog } = world.test.node.context;
    const mine = (name: string, entity: Entity) => can(actorOf(name).rightsOn(entity), 'edit');
    const actorOf = (name: string) => world.homes[name === 'platform superAdmin' ? 'platform' : 'north'].actor;
    const entities = [...catalog.byName.values()];
    const operator = world.person('platform superAdmin').person;
    const tried = [
      await putEverywhere(
        admin,
        entities.filter((entity) => mine('north admin', entity)),
      ),
      await putEverywhere(
        operator,
        entities.filter(({ path }) => !/^sys(Tenant|User|Role)$/.test(path)),
      ),
    ];
    expect(tried.flatMap(({ broken }) => broken)).toEqual([]);
    // Refusals alone would prove nothing of what is read afterwards.
    for (const { kept } of tried) expect(kept).toBeGreaterThan(20);

    const wrong: string[] = [];
    for (const name of readers) {
      const { person } = world.person(name);
      const user = await person.get('getLoginUser');
      const menus = (user.body.data as { menus: { name: string; meta: { title?: unknown } }[] } | null)?.menus ?? [];
      if (menus.length === 0) wrong.push(`${name} has no menu`);
      for (const menu of menus)
        if (typeof menu.meta.title !== 'string') wrong.push(`${name}: ${menu.name} has no title`);
      for (const entity of entities) {
        for (const verb of ['page', 'dropDown']) {
          const { status, body } = await person.get(`${entity.path}/${verb}`, { pageSize: '50' });
          if (status >= 500) wrong.push(`${name}: ${entity.path}/${verb} ${status}`);
          const rows = (body.data as { rows?: Record<string, unknown>[] } | null)?.rows ?? [];
          if (verb === 'page') wrong.push(...turned(entity, rows));
        }
        const meta = await person.get(`meta/${entity.path}`);
        if (meta.status >= 500) wrong.push(`${name}: meta/${entity.path} ${meta.status}`);
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
  }, 400_000);

  it('is no name of anything that a tenant declares', async () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) {
      const { status, body } = await admin.post('schema/create', { document: newEntityDocument(name) });
      expect([name, status < 500, body.success]).toEqual([name, true, false]);
      const codes = body.issues?.map(({ code }) => code).join() ?? '';
      expect([name, codes]).toEqual([
        name,
        expect.stringMatching(name === '__proto__' ? /^$/ : /^schema\.(reservedName|name)/),
      ]);
    }
  });
});

describe('what a person keeps for a screen', () => {
  it.each(hostileShapes.map((shape) => [JSON.stringify(shape), shape] as const))(
    'in the shape %s is refused, or can be read again',
    async (_, shape) => {
      for (const key of ['filters', 'sort', 'columns', 'search', 'view', 'pageSize', 'density', 'constructor']) {
        const state = { [key]: shape };
        const kept = await admin.post('savedView', { path: 'Level', name: `Kept ${key}`, state });
        expect([key, kept.status < 500, kept.body.success]).toEqual([key, true, storedViewIssues(state).length === 0]);
        const preference = await admin.post('preference', { key: 'list.Level', value: state });
        expect([key, preference.status < 500, preference.body.success]).toEqual([
          key,
          true,
          storedListIssues(state).length === 0,
        ]);
      }
      const whole = await admin.post('savedView', { path: 'Level', name: 'Whole', state: shape });
      expect(whole.status).toBeLessThan(500);
      const read = await admin.get('savedView', { path: 'Level' });
      const views = read.body.data as unknown as { id: string; state: unknown }[];
      for (const view of views) {
        expect(storedViewIssues(view.state)).toEqual([]);
        await admin.post('savedView/drop', { id: view.id });
      }
      const settings = (await admin.get('preference', { key: 'list.Level' })).body.data as unknown;
      if (settings !== null) expect(storedListIssues(settings)).toEqual([]);
    },
  );
});
