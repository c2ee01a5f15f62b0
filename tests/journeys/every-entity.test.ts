import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityFiles } from '../support/entity-files.ts';
import { entitiesOfEveryList, entitiesOfEveryShape } from '../support/entity-shapes.ts';
import { glanceAtEntity, walkedEntities, walkEntity } from '../support/journey-walk.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { night } from '../support/night.ts';

interface Met {
  entity: string;
  who: string;
  culture: Culture;
  staff: boolean;
  /** Whether every step was taken, and axe was asked. */
  walked: boolean;
  trouble: string[];
}

interface Tour {
  person: string;
  culture: Culture;
  dark: boolean;
  whole: boolean;
}

/**
 * Staff see everything of a tenant and the platform has entities of its own: both look at every screen in both languages,
 * and go through what is the same in any language (`whole`) in one of them. Members see less of some, in the same words
 * and by the same keys. In the night that is done for every entity by everybody; in other runs by staff and the platform
 * for a few that have every feature of the catalog between them (`whole` for those that have every kind of list, dialogs
 * of actions in the first of the two languages), and all else is drawn once for everybody who may see it.
 */
const tours: Tour[] = [
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
}, 3_600_000);

afterAll(() => live.close());

describe('everybody opens every screen of every entity, in both languages', () => {
  it.each(entityFiles)('$name: menu, list, detail, forms and dialogs, without a fault', ({ name }) => {
    const walks = met.filter(({ entity }) => entity === name);
    expect(walks.flatMap(({ who, trouble }) => trouble.map((one) => `${who}: ${one}`))).toEqual([]);
    const whole = walks.filter(({ walked, staff }) => walked && staff).map(({ culture }) => culture);
    if (entitiesOfEveryShape.has(name)) expect(new Set(whole)).toEqual(new Set(['en-US', 'zh-CN']));
    else expect(walks.length).toBeGreaterThanOrEqual(1);
  });
});

async function take(tour: Tour): Promise<void> {
  const { person, culture, dark, whole } = tour;
  const page = await live.open(person, { culture, dark });
  const first = tours.find((each) => each.person === person) === tour;
  const walk = { live: page, culture, whole, dialogs: night || first, shapes: new Set<string>() };
  const staff = page.person.member === null;
  for (const { entity, path } of await walkedEntities(walk, live.world.person('north admin'))) {
    const walked = night || (staff && entitiesOfEveryShape.has(entity));
    if (!walked && !first) continue;
    const trouble = walked
      ? await walkEntity({ ...walk, whole: whole && entitiesOfEveryList.has(entity) }, path)
      : await glanceAtEntity(walk, path);
    met.push({ entity, who: `${person} ${culture}`, culture, staff, walked, trouble });
  }
  await page.page.context().close();
}
