import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityFiles } from '../support/entity-files.ts';
import { walkedEntities, walkEntity } from '../support/journey-walk.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';

interface Met {
  entity: string;
  who: string;
  trouble: string[];
}

/**
 * Staff see everything of a tenant and the platform has entities of its own: both look at every screen in both languages,
 * and go through what is the same in any language (`whole`) in one of them. Members see less of some, in the same words
 * and by the same keys.
 */
const tours: { person: string; culture: Culture; dark: boolean; whole: boolean }[] = [
  { person: 'north admin', culture: 'en-US', dark: false, whole: true },
  { person: 'north admin', culture: 'zh-CN', dark: true, whole: false },
  { person: 'north member', culture: 'zh-CN', dark: false, whole: false },
  { person: 'platform superAdmin', culture: 'zh-CN', dark: false, whole: true },
  { person: 'platform superAdmin', culture: 'en-US', dark: false, whole: false },
];

let live: LiveApp;
const met: Met[] = [];

beforeAll(async () => {
  live = await openLiveApp();
  const waiting = [...tours];
  const guide = async () => {
    for (let tour = waiting.shift(); tour; tour = waiting.shift()) await take(tour);
  };
  await Promise.all([guide(), guide()]);
}, 900_000);

afterAll(() => live.close());

describe('everybody opens every screen of every entity, in both languages', () => {
  it.each(entityFiles)('$name: menu, list, detail, forms and dialogs, without a fault', ({ name }) => {
    const walks = met.filter(({ entity }) => entity === name);
    expect(walks.flatMap(({ who, trouble }) => trouble.map((one) => `${who}: ${one}`))).toEqual([]);
    expect(walks.length).toBeGreaterThanOrEqual(2);
  });
});

async function take({ person, culture, dark, whole }: (typeof tours)[number]): Promise<void> {
  const page = await live.open(person, { culture, dark });
  const walk = { live: page, culture, whole, shapes: new Set<string>() };
  for (const { entity, path } of await walkedEntities(walk, live.world.person('north admin'))) {
    met.push({ entity, who: `${person} ${culture}`, trouble: await walkEntity(walk, path) });
  }
  await page.page.context().close();
}
