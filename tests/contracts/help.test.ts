import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cultures } from '../../server/texts.ts';
import { projectRoot } from '../support/entity-files.ts';
import { openWorld, type World } from '../support/world.ts';

/* What help says of a page: there for every page of the menus, and nothing of what its reader may not do. */

const json = (path: string) => JSON.parse(readFileSync(`${projectRoot}${path}`, 'utf8')) as Record<string, unknown>;

/** Pages of modules and boards in the delivered menus, by their addresses. */
function pagesIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(pagesIn);
  if (typeof tree !== 'object' || tree === null) return [];
  const { page, ...rest } = tree as Record<string, unknown>;
  return [...(typeof page === 'string' ? [page] : []), ...Object.values(rest).flatMap(pagesIn)];
}

describe('the help', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  }, 120_000);
  afterAll(() => world?.close());

  it('has words for every page that is no list of records, in both languages', () => {
    const files = readdirSync(`${projectRoot}schemas/menus`);
    const pages = [...new Set(files.flatMap((file) => pagesIn(json(`schemas/menus/${file}`))))];
    expect(pages.length).toBeGreaterThan(40);
    for (const culture of cultures) {
      const words = json(`locales/${culture}/modules/help.json`);
      expect(pages.filter((page) => !words[`about.${page}.1`])).toEqual([]);
    }
  });

  it('hides the rules of actions that the reader may not run', async () => {
    const rulesOf = async (name: string) => {
      const { body } = await world.person(name).person.get('meta/Recharge');
      return Object.keys((body.data as { texts: { rules: Record<string, string> } }).texts.rules);
    };
    const guards = ['ownRecharge', 'otherAmount'];
    const [member, finance] = [await rulesOf('north member'), await rulesOf('north finance')];
    expect(finance).toEqual(expect.arrayContaining(guards));
    expect(member.filter((code) => guards.includes(code))).toEqual([]);
    // Rules of the record itself are for all who fill it in.
    expect(member).toContain('paidLater');
  });
});
