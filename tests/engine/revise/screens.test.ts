import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../engine/core/revise/edit.ts';
import { flatten, printDocument, unflatten } from '../../../engine/core/revise/flat.ts';
import {
  applyCommands,
  applyOverlay,
  changesBetween,
  lintScreen,
  mergeDocuments,
  overlayOf,
  type Command,
  type ScreenDocument,
} from '../../../engine/core/index.ts';

const board: ScreenDocument = {
  meta: {
    screen: 'analysis',
    period: 'month',
    blocks: [
      { block: 'orders', kind: 'number', entity: 'order', time: 'createdAt' },
      { block: 'latest', kind: 'list', entity: 'order', columns: ['orderNo', 'status'], filter: { status: 'draft' } },
      { block: 'rules', kind: 'text', span: 2 },
    ],
  },
  texts: {
    'en-US': {
      title: 'Analysis',
      blocks: { orders: 'Orders', latest: 'Latest', rules: 'Rules' },
      bodies: { rules: 'Be kind.' },
    },
  },
};
const done = (document: ScreenDocument, ...commands: Command[]): ScreenDocument => {
  const outcome = applyCommands(document, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  expect(applyEdits(outcome.value.document, outcome.value.inverse).document).toEqual(document);
  return outcome.value.document;
};

describe('a screen in the language of drafts', () => {
  it('comes back from its leaves', () => {
    expect(unflatten<ScreenDocument>(flatten(board))).toEqual(board);
  });

  it('says what changed by block: added, gone, moved, another width, another filter, other words', () => {
    const next = done(
      board,
      { do: 'move', at: 'blocks[0]', before: null },
      { do: 'set', at: 'blocks[0].filter', value: { status: 'placed' } },
      { do: 'set', at: 'blocks[1].span', value: 4 },
      { do: 'set', at: 'blocks[3]', value: { block: 'jobs', kind: 'jobs' } },
      { do: 'text', culture: 'en-US', key: 'title', value: 'Overview' },
      { do: 'set', at: 'period', value: 'week' },
    );
    expect(
      changesBetween(board, next)
        .map(({ kind, thing, name, what = '' }) => `${kind} ${thing} ${name} ${what}`.trim())
        .toSorted(),
    ).toEqual([
      'added block jobs',
      'changed block latest filter',
      'changed block rules span',
      'changed screen period',
      'changed text title',
      'moved block orders',
    ]);
  });

  it('takes a block away with its words', () => {
    const next = done(board, { do: 'remove', at: 'blocks[2]' });
    expect(next.texts['en-US']).toEqual({
      title: 'Analysis',
      blocks: { orders: 'Orders', latest: 'Latest' },
      bodies: {},
    });
    expect(changesBetween(board, next)[0]).toMatchObject({ kind: 'removed', thing: 'block', name: 'rules' });
  });

  it.each<[string, Command]>([
    ['the same name twice', { do: 'set', at: 'blocks[3]', value: { block: 'orders', kind: 'jobs' } }],
    ['a kind that is none', { do: 'set', at: 'blocks[0].kind', value: 'rocket' }],
    ['a screen without blocks', { do: 'set', at: 'blocks', value: [] }],
    ['a field in a form', { do: 'place', in: 'form', field: 'x', section: 'basic', row: 0 }],
    ['another screen', { do: 'replace', document: { ...board, meta: { ...board.meta, screen: 'other' } } }],
  ])('refuses %s', (_, command) => {
    expect(applyCommands(board, [command]).ok).toBe(false);
  });

  it('merges changes of a release and a tenant, and reports conflicts', () => {
    const release = done(
      board,
      { do: 'set', at: 'blocks[3]', value: { block: 'jobs', kind: 'jobs' } },
      { do: 'set', at: 'blocks[2].span', value: 3 },
    );
    const mine = done(board, { do: 'move', at: 'blocks[1]', before: 0 }, { do: 'set', at: 'blocks[2].span', value: 4 });
    const { document, conflicts } = mergeDocuments(board, release, mine);
    expect(document.meta.blocks.map(({ block }) => block)).toEqual(['latest', 'orders', 'rules', 'jobs']);
    expect(document.meta.blocks[2]?.span).toBe(4);
    expect(conflicts.map(({ at }) => at)).toEqual(['blocks/rules/span']);
    expect(printDocument(applyOverlay(board, overlayOf(board, mine)).document)).toBe(printDocument(mine));
  });

  it('misses the words of a language', () => {
    const next = done(board, { do: 'text', culture: 'en-US', key: 'bodies.rules', value: null });
    expect(lintScreen(board)).toEqual([]);
    expect(lintScreen(next).map(({ path }) => path)).toEqual(['texts.en-US.bodies.rules']);
  });
});
