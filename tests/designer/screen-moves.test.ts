import { describe, expect, it } from 'vitest';
import { applyCommands, type Command, type ScreenDocument } from '../../engine/core/index.ts';
import {
  addCommands,
  queryCommands,
  freeBlockName,
  moveCommands,
  offeredKinds,
  optionCommands,
  spanCommands,
  startBlock,
} from '../../designer/screens/screen-moves.ts';

const order = {
  entity: 'order',
  path: 'Order',
  title: 'orderNo',
  name: 'Order',
  fields: [
    { name: 'orderNo', type: 'text' as const },
    { name: 'status', type: 'choice' as const },
  ],
};
const board: ScreenDocument = {
  meta: {
    screen: 'desk',
    blocks: [
      { block: 'a', kind: 'number', entity: 'order', time: 'createdAt' },
      { block: 'b', kind: 'list', entity: 'order', columns: ['orderNo'], span: 2 },
      { block: 'c', kind: 'text' },
    ],
  },
  texts: {},
};
const done = (commands: Command[]): ScreenDocument => {
  const outcome = applyCommands(board, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value.document;
};
const names = ({ meta }: ScreenDocument) => meta.blocks.map(({ block }) => block).join('');

describe('blocks of a screen', () => {
  it.each([
    ['a', 0, 'abc'],
    ['a', 1, 'abc'],
    ['a', 2, 'bac'],
    ['a', 3, 'bca'],
    ['c', 0, 'cab'],
    ['c', 1, 'acb'],
    ['c', 4, 'abc'],
    ['x', 0, 'abc'],
  ])('%s goes before place %i: %s', (name, before, order) => {
    expect(names(done(moveCommands(board, name, before)))).toBe(order);
  });

  it('keep between one column and four, and say nothing where nothing changes', () => {
    expect(spanCommands(board, 'a', 1)).toEqual([]);
    expect(done(spanCommands(board, 'a', 9)).meta.blocks[0]?.span).toBe(4);
    expect(done(spanCommands(board, 'b', 0)).meta.blocks[1]).not.toHaveProperty('span');
  });

  it.each(offeredKinds)('%s begins so that it compiles, under a name of its own', (kind) => {
    const block = startBlock(kind, freeBlockName(board, kind), order);
    const next = done(addCommands(board, block, { before: 1, title: { culture: 'en-US', text: 'New' } }));
    expect(next.meta.blocks[1]).toEqual(block);
    expect(next.texts['en-US']).toEqual({ blocks: { [block.block]: 'New' } });
    expect(freeBlockName(next, kind)).toBe(`${kind}2`);
  });

  it('keep what another kind knows too, and nothing of another entity', () => {
    expect(
      done(queryCommands({ document: board, name: 'a', kind: 'bar', entity: order })).meta.blocks[0],
    ).toMatchObject({
      kind: 'bar',
      time: 'createdAt',
    });
    const customer = { ...order, entity: 'customer', title: 'name' };
    expect(done(queryCommands({ document: board, name: 'b', kind: 'list', entity: customer })).meta.blocks[1]).toEqual({
      block: 'b',
      kind: 'list',
      span: 2,
      entity: 'customer',
      columns: ['name', 'createdAt'],
      sort: '-createdAt',
    });
  });

  it('take an option back when it is nothing', () => {
    expect(done(optionCommands(board, 'a', { time: undefined })).meta.blocks[0]).not.toHaveProperty('time');
    expect(optionCommands(board, 'a', { time: 'createdAt' })).toEqual([]);
  });
});
