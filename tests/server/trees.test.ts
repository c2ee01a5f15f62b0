import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

describe('a tree', () => {
  let world: World;
  let admin: Person;
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
  });
  afterAll(() => world?.close());

  const org = (name: string): string => world.homes.north.samples.get(`org/${name}`) ?? '';
  const move = async (name: string, below: string) => {
    const { body } = await admin.post('sysOrg/edit', { id: org(name), parent: org(below) });
    return body.issues?.map(({ code, path }) => `${path} ${code}`) ?? [];
  };

  it('takes a record to any place that is not below it', async () => {
    expect(await move('shenzhen', 'west')).toEqual([]);
    expect(await move('west', 'finance')).toEqual([]);
  });

  it('refuses to put a record below itself, near or far, and stays whole', async () => {
    expect(await move('head', 'head')).toEqual(['parent parent.loop']);
    expect(await move('head', 'finance')).toEqual(['parent parent.loop']);
    expect(await move('finance', 'shenzhen')).toEqual(['parent parent.loop']);
    interface Node {
      id: string;
      children: Node[];
    }
    const flat = (nodes: Node[]): string[] => nodes.flatMap(({ id, children }) => [id, ...flat(children)]);
    const ids = flat((await admin.get('sysOrg/tree')).body.data as Node[]);
    for (const name of ['head', 'finance', 'west', 'shenzhen']) expect(ids).toContain(org(name));
  });

  it('lets one of two moves pass that would close a loop together', async () => {
    for (const [one, other] of [
      ['west', 'shenzhen'],
      ['shenzhen', 'finance'],
      ['finance', 'west'],
    ] as const) {
      for (const name of ['west', 'shenzhen', 'finance']) await move(name, 'head');
      const outcomes = await Promise.all([move(one, other), move(other, one)]);
      expect(outcomes.flat()).toEqual(['parent parent.loop']);
    }
  });

  it('stays whole where one person asks for many moves at once', async () => {
    for (const name of ['west', 'shenzhen', 'finance']) await move(name, 'head');
    const moves = ['head', 'head', 'head'].map((to) => move('west', to));
    const outcomes = await Promise.all([
      ...moves,
      ...[move('shenzhen', 'finance'), move('finance', 'shenzhen'), move('shenzhen', 'finance')],
    ]);
    expect(new Set(outcomes.flat())).toEqual(new Set(['parent parent.loop']));
    expect(await move('finance', 'finance')).toEqual(['parent parent.loop']);
    const ids = (nodes: { id: string; children: never[] }[]): string[] =>
      nodes.flatMap(({ id, children }) => [id, ...ids(children)]);
    const tree = ids((await admin.get('sysOrg/tree')).body.data as never[]);
    for (const name of ['west', 'shenzhen', 'finance']) expect(tree).toContain(org(name));
  });

  it('is asked for only where there is one', async () => {
    expect((await admin.get('Level/tree')).status).toBe(404);
  });
});
