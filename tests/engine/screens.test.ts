import { readFileSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkScreen, parseScreen, shownBlocks, type Catalog, type ScreenMeta } from '../../engine/core/index.ts';
import { loadCatalog } from '../../server/catalog.ts';
import { projectRoot } from '../support/entity-files.ts';

let catalog: Catalog;
beforeAll(() => {
  const loaded = loadCatalog(`${projectRoot}schemas`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.issues));
  catalog = loaded.value;
});

const folder = `${projectRoot}schemas/screens/`;
const issuesOf = (screen: unknown): string[] => {
  const parsed = parseScreen(JSON.stringify(screen));
  const found = parsed.ok ? checkScreen(catalog, parsed.value) : parsed.issues;
  return found.map(({ path, code }) => `${path} ${code}`);
};
const withBlock = (block: object) => ({ screen: 'mine', blocks: [{ block: 'one', ...block }] });

describe('the language of screens', () => {
  it.each(readdirSync(folder))('takes the delivered screen %s as it stands', (file) => {
    expect(issuesOf(JSON.parse(readFileSync(folder + file, 'utf8')))).toEqual([]);
  });

  it('says every mistake of a shape at once, each with its place', () => {
    const screen = {
      screen: 'Mine!',
      colour: 'red',
      blocks: [{ block: 'one' }, { kind: 'cloud', block: 'two', top: 0 }],
    };
    expect(issuesOf(screen)).toEqual([
      'screen schema.name',
      'colour schema.unknownKey',
      'blocks[0].kind schema.missing',
      'blocks[1].kind schema.option',
      'blocks[1].top schema.tooSmall',
    ]);
  });

  it.each<[object, string[]]>([
    [{ kind: 'number' }, ['blocks[0].entity schema.missing']],
    [{ kind: 'number', entity: 'nothing' }, ['blocks[0].entity schema.unknownEntity']],
    [{ kind: 'number', entity: 'recharge', sum: 'nothing' }, ['blocks[0].sum schema.unknownField']],
    [{ kind: 'number', entity: 'recharge', sum: 'note' }, ['blocks[0].sum schema.unfitField']],
    [{ kind: 'number', entity: 'recharge', sum: 'amount', avg: 'amount' }, ['blocks[0] schema.oneMeasure']],
    [{ kind: 'number', entity: 'recharge', time: 'amount' }, ['blocks[0].time schema.unfitField']],
    [{ kind: 'number', entity: 'recharge', group: 'status' }, ['blocks[0].group schema.unknownKey']],
    [{ kind: 'number', entity: 'recharge', needs: 'fly' }, ['blocks[0].needs schema.option']],
    [
      { kind: 'number', entity: 'recharge', filter: { colour: 'red' } },
      ['blocks[0].filter.colour schema.unknownFilter'],
    ],
    [
      { kind: 'number', entity: 'recharge', filter: { 'amount.gte': 'much' } },
      ['blocks[0].filter.amount.gte amount.gte'],
    ],
    [{ kind: 'number', entity: 'recharge', filter: { view: 'none' } }, ['blocks[0].filter.view query.unknownView']],
    [{ kind: 'calendar', entity: 'recharge' }, ['blocks[0].time schema.missing']],
    [{ kind: 'states', entity: 'address-book' }, ['blocks[0].entity schema.unknownField']],
    [{ kind: 'states', entity: 'recharge', time: 'createdAt' }, ['blocks[0].time schema.unknownKey']],
    [{ kind: 'states', entity: 'recharge', sort: '-createdAt' }, []],
    [{ kind: 'calendar', entity: 'recharge', time: 'paidOn' }, []],
    [{ kind: 'bar', entity: 'order', group: 'boxes' }, ['blocks[0].group schema.unfitField']],
    [{ kind: 'pie', entity: 'order', time: 'createdAt' }, ['blocks[0].group schema.missing']],
    [{ kind: 'list', entity: 'order' }, ['blocks[0].columns schema.missing']],
    [{ kind: 'list', entity: 'order', columns: ['orderNo', 'nope'] }, ['blocks[0].columns[1] schema.unknownField']],
    [{ kind: 'list', entity: 'order', columns: ['orderNo'], sort: '-boxes' }, ['blocks[0].sort schema.unfitField']],
    [{ kind: 'list', entity: 'recharge', columns: ['amount'], acts: ['pass'] }, []],
    [{ kind: 'list', entity: 'recharge', columns: ['amount'], acts: ['fly'] }, ['blocks[0].acts[0] schema.option']],
    [{ kind: 'number', entity: 'recharge', acts: ['pass'] }, ['blocks[0].acts schema.unknownKey']],
    [{ kind: 'form' }, ['blocks[0].entity schema.missing']],
    [{ kind: 'form', entity: 'recharge', filter: {} }, ['blocks[0].filter schema.unknownKey']],
    [{ kind: 'form', entity: 'recharge' }, []],
    [{ kind: 'page' }, []],
    [{ kind: 'page', url: 'https://portal.example.com/today?of=1' }, []],
    [{ kind: 'page', url: 'javascript:alert(1)' }, ['blocks[0].url schema.name']],
    [{ kind: 'page', url: 'http://portal.example.com/' }, ['blocks[0].url schema.name']],
    [{ kind: 'page', url: 'https://me@portal.example.com/' }, ['blocks[0].url schema.name']],
    [{ kind: 'text', url: 'https://portal.example.com/' }, ['blocks[0].url schema.unknownKey']],
    [{ kind: 'links' }, ['blocks[0].to schema.missing']],
    [{ kind: 'links', to: ['order', 'nope'] }, ['blocks[0].to[1] schema.unknownEntity']],
    [{ kind: 'jobs', span: 5 }, ['blocks[0].span schema.option']],
  ])('refuses %j', (block, expected) => {
    const found = issuesOf(withBlock(block));
    expect(found.map((each) => each.split(' ')[0])).toEqual(expected.map((each) => each.split(' ')[0]));
    for (const [at, each] of expected.entries()) if (each.includes('schema.')) expect(found[at]).toBe(each);
  });

  it('lets no two blocks share a name', () => {
    const block = { block: 'same', kind: 'jobs' };
    expect(issuesOf({ screen: 'mine', blocks: [block, block] })).toEqual(['blocks[1].block schema.twice']);
  });
});

describe('a screen as one person sees it', () => {
  const screen: ScreenMeta = {
    screen: 'mine',
    blocks: [
      { block: 'all', kind: 'number', entity: 'recharge' },
      { block: 'byReviewer', kind: 'pie', entity: 'recharge', group: 'reviewer' },
      { block: 'toPass', kind: 'number', entity: 'recharge', needs: 'pass' },
      { block: 'rows', kind: 'list', entity: 'recharge', columns: ['rechargeNo', 'reviewer'] },
      { block: 'sessions', kind: 'number', entity: 'session' },
      { block: 'doors', kind: 'links', to: ['session', 'recharge'] },
    ],
  };
  const seenBy = (role: string) => shownBlocks(catalog, screen, (entity) => entity.access[role] ?? []);

  it('has no block that counts by what is hidden, none of an entity that is closed, and none for a code that is not held', () => {
    expect(seenBy('member').map(({ block }) => block)).toEqual(['all', 'rows', 'doors']);
    expect(seenBy('member').find(({ block }) => block === 'rows')?.columns).toEqual(['rechargeNo']);
    expect(seenBy('member').find(({ block }) => block === 'doors')?.to).toEqual(['recharge']);
  });

  it('offers a form to those who may add, and of the actions of rows those that are held', () => {
    const desk: ScreenMeta = {
      screen: 'desk',
      blocks: [
        { block: 'make', kind: 'form', entity: 'recharge' },
        { block: 'rows', kind: 'list', entity: 'recharge', columns: ['amount'], acts: ['pass', 'submit'] },
        { block: 'page', kind: 'page', url: 'https://portal.example.com/' },
      ],
    };
    const rights = (codes: string[]) =>
      shownBlocks(catalog, desk, () => [{ codes, rows: null, hide: [], readOnly: [] }] as never);
    const acts = (codes: string[]) => rights(codes).find(({ block }) => block === 'rows')?.acts;
    expect(rights(['read']).map(({ block }) => block)).toEqual(['rows', 'page']);
    expect(acts(['read'])).toBeUndefined();
    expect(acts(['read', 'submit'])).toEqual(['submit']);
    expect(rights(['read', 'add']).map(({ block }) => block)).toEqual(['make', 'rows', 'page']);
  });

  it('shows every block to people with all permissions that it needs', () => {
    expect(seenBy('finance').map(({ block }) => block)).toEqual(['all', 'byReviewer', 'toPass', 'rows', 'doors']);
  });
});
