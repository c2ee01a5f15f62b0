import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Principal, type World } from '../support/world.ts';

/* Documents that are wrong somewhere inside: each is answered with the place, and never with the server's own failure. */

let world: World;
let admin: Principal['person'];
let document: { meta: Record<string, unknown>; texts: unknown };
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  const { base } = (await admin.get('schema/level')).body.data as { base: typeof document };
  document = { meta: { ...base.meta, entity: 'own-level', path: 'OwnLevel' }, texts: base.texts };
});
afterAll(() => world?.close());

const wrong: unknown[] = [null, 1, 'x', [], {}, [null], true, { length: 5 }];

/** The same value with one place of it wrong at a time. */
function broken(value: unknown, instead: unknown, deep = 4): unknown[] {
  if (typeof value !== 'object' || value === null || deep === 0) return [instead];
  const inside = Array.isArray(value)
    ? value.flatMap((item, at) =>
        broken(item, instead, deep - 1).map((other) => value.map((each: unknown, n) => (n === at ? other : each))),
      )
    : Object.entries(value).flatMap(([key, item]) =>
        broken(item, instead, deep - 1).map((other) => ({ ...value, [key]: other })),
      );
  return [instead, ...inside];
}

const ways: Record<string, (document: unknown) => [string, object]> = {
  create: (made) => ['schema/create', { document: made }],
  bundle: (made) => [
    'schema/bundle',
    { dryRun: true, bundle: { entities: [{ entity: 'own-level', document: made }] } },
  ],
  commands: (made) => [
    'schema/level/commands',
    { stamp: 0, name: 'x', dryRun: true, commands: [{ do: 'replace', document: made }] },
  ],
};

describe('a document', () => {
  it.each(Object.keys(ways))('that is wrong somewhere is refused with a message: %s', async (way) => {
    const found: string[] = [];
    const all = wrong.flatMap((instead, turn) =>
      broken(document, instead).filter((_, at) => at % wrong.length === turn || at < 3),
    );
    for (const made of all) {
      const [path, body] = ways[way]?.(made) ?? ['', {}];
      const answer = await admin.post(path, body);
      if (answer.status >= 500) found.push(`${answer.status} ${JSON.stringify(made).slice(0, 200)}`);
      else if (!answer.body.message) found.push(`no words: ${JSON.stringify(made).slice(0, 200)}`);
      if (found.length > 5) break;
    }
    expect(found).toEqual([]);
  });

  it('that lacks what it needs is answered with the places, in the reader’s language', async () => {
    const paths = async (path: string, body: object) =>
      ((await admin.post(path, body)).body.issues ?? []).map((each) => `${each.path} ${each.code}`);
    expect(await paths('schema/create', {})).toEqual(['document required']);
    expect(await paths('schema/create', { document: {} })).toEqual([
      'document.meta required',
      'document.texts required',
    ]);
    expect(await paths('schema/create', { document: { meta: null, texts: { 'en-US': 5 } } })).toEqual([
      'document.meta body.object',
      'document.texts.en-US body.object',
    ]);
    expect(await paths('schema/bundle', { bundle: { entities: [{}] } })).toEqual([
      'bundle.entities[0].entity required',
      'bundle.entities[0].document required',
    ]);
    const { body } = await admin.post('schema/create?culture=zh-CN', { document: [] });
    expect(body).toMatchObject({
      success: false,
      code: 400,
      issues: [{ path: 'document', message: '此处应为对象。' }],
    });
  });
});
