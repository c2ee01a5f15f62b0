import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordFields } from '../../engine/core/index.ts';
import { reasons } from '../support/money.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  parent: string | null;
  sort: number;
  visible: string;
  version: number;
}
interface Moment {
  moment: string;
  by: string;
  reason: string | null;
  changes: { id: string; name: string | null; before: RecordFields | null; after: RecordFields | null }[];
}

let world: World;
let admin: Person;
let clerk: Person;
let south: Person;
beforeAll(async () => {
  world = await openWorld();
  const person = (name: string) => world.person(name).person;
  [admin, clerk, south] = [person('north admin'), person('north clerk'), person('south admin')];
});
afterAll(() => world?.close());

const rows = async (person = admin) => (await person.get('sysMenu/list')).body.data as unknown as Row[];
const flat = (nodes: readonly Row[]): Row[] =>
  nodes.flatMap((node) => [node, ...flat((node['children'] ?? []) as Row[])]);
const byCode = async (code: string, person = admin) =>
  flat(await rows(person)).find((row) => row['code'] === code) as Row;
const draft = async () =>
  (await admin.get('menuDraft')).body.data as { stamp: number; steps: { name: string }[]; by: string };
const save = async (...changes: object[]) =>
  admin.post('menuDraft', { stamp: (await draft()).stamp, steps: [{ name: 'A step', changes }] });
const publish = async (reason = 'Tidier') => admin.post('menuDraft/publish', { stamp: (await draft()).stamp, reason });
const moments = async () =>
  ((await admin.get('menuDraft/history')).body.data as unknown as { moments: Moment[] }).moments;
const group = (name: string) => ({
  ...{
    name,
    code: name,
    application: 'business',
    type: '0',
    openType: '0',
    router: `/${name}`,
    parent: null,
    sort: 900,
  },
});
let page: Row;

describe('the draft of a menu', () => {
  beforeEach(async () => {
    await admin.post('menuDraft', { stamp: (await draft()).stamp, steps: [] });
    page = await byCode('track-alert');
  });

  it('is kept for the tenant, changes nothing, and is refused from an outdated screen', async () => {
    const { stamp } = await draft();
    const saved = await save({ id: page.id, before: { visible: 'Y' }, after: { visible: 'N' } });
    expect(saved.body.data).toMatchObject({ stamp: stamp + 1, steps: [{ name: 'A step' }] });
    expect((await byCode('track-alert')).visible).toBe('Y');
    const late = await admin.post('menuDraft', { stamp, steps: [] });
    expect(late.status).toBe(409);
    expect(late.body.data).toMatchObject({ stamp: stamp + 1, steps: [{ name: 'A step' }] });
    expect((await south.get('menuDraft')).body.data).toMatchObject({ stamp: 0, steps: [] });
    for (const call of [clerk.get('menuDraft'), clerk.post('menuDraft', { stamp: 0, steps: [] })]) {
      expect((await call).status).toBe(403);
    }
  });

  it('is published with a reason, whole, and stands in the history with who and why', async () => {
    await save(
      { id: 'new-1', before: null, after: group('shelf') },
      { id: page.id, before: { parent: page.parent }, after: { parent: 'new-1' } },
    );
    expect(reasons(await publish(' '))).toEqual(['reason required']);
    const made = await publish('A shelf of its own');
    expect([reasons(made), made.body.data]).toEqual([[], { changed: 2 }]);
    const shelf = await byCode('shelf');
    expect((await byCode('track-alert')).parent).toBe(shelf.id);
    expect(await draft()).toMatchObject({ steps: [] });
    const [latest] = await moments();
    expect(latest).toMatchObject({ reason: 'A shelf of its own', by: expect.stringMatching(/\S/) });
    expect(latest?.changes.map(({ id }) => id).toSorted()).toEqual([shelf.id, page.id].toSorted());
    expect(reasons(await publish())).toEqual([' menu.nothingToPublish']);
  });

  it('is refused with what others changed meanwhile, and writes none of it', async () => {
    await save(
      { id: 'new-1', before: null, after: group('late') },
      { id: page.id, before: { name: page.name, visible: 'Y' }, after: { name: 'Mine', visible: 'N' } },
    );
    await admin.post('sysMenu/edit', { id: page.id, version: page.version, name: 'Theirs' });
    expect(reasons(await publish())).toEqual([`${page.id}.name menu.changedMeanwhile`]);
    expect(await byCode('late')).toBeUndefined();
    expect(await byCode('track-alert')).toMatchObject({ name: 'Theirs', visible: 'Y' });
    expect((await draft()).steps).toHaveLength(1);
  });

  it('is refused whole where one record is', async () => {
    await save(
      { id: 'new-1', before: null, after: group('good') },
      { id: 'new-2', before: null, after: { ...group('taken'), code: 'track-alert' } },
    );
    expect(reasons(await publish())).toEqual(['new-2.code unique']);
    expect(await byCode('good')).toBeUndefined();
  });

  it('brings an earlier menu back, with what was removed since', async () => {
    await admin.post('sysMenu/add', group('attic'));
    const attic = await byCode('attic');
    const [before] = await moments();
    expect(before).toMatchObject({ reason: null, changes: [{ id: attic.id, name: 'attic', before: null }] });
    await admin.post('sysMenu/delete', { id: attic.id, version: attic.version });
    await admin.post('sysMenu/add', group('cellar'));
    const now = await byCode('track-alert');
    await admin.post('sysMenu/edit', { id: now.id, version: now.version, visible: 'N' });
    const answer = await admin.post('menuDraft/restore', {
      ...{ stamp: (await draft()).stamp, moment: before?.moment, name: 'Back' },
    });
    expect(answer.body.data).toMatchObject({ steps: [{ name: 'Back' }] });
    expect(await byCode('attic')).toBeUndefined();
    expect((await publish('Back')).body.data).toEqual({ changed: 3 });
    expect(await byCode('attic')).toMatchObject({ name: 'attic' });
    expect(await byCode('cellar')).toBeUndefined();
    expect((await byCode('track-alert')).visible).toBe('Y');
  });

  it('takes nothing that is no draft', async () => {
    const { stamp } = await draft();
    for (const steps of [
      null,
      [1],
      [{ name: 'x' }],
      [{ name: 'x', changes: [{ id: 'x', before: null, after: {} }] }],
    ]) {
      expect((await admin.post('menuDraft', { stamp, steps })).status).toBe(400);
    }
    const own = [{ name: 'x', changes: [{ id: page.id, before: {}, after: { tenant_id: '1' } }] }];
    expect((await admin.post('menuDraft', { stamp, steps: own })).status).toBe(400);
    expect((await admin.post('menuDraft/restore', { stamp, moment: 'now' })).status).toBe(400);
  });
});
