import { describe, expect, it } from 'vitest';
import {
  moveBy,
  moveTo,
  siblings,
  type TreePosition,
  type PlaceChange,
} from '../../../engine/kit/controllers/tree-moves.ts';

const places: TreePosition[] = [
  { id: '1', parent: null, sort: 10 },
  { id: '2', parent: null, sort: 20 },
  { id: '3', parent: null, sort: 30 },
  { id: '4', parent: '1', sort: 10 },
  { id: '5', parent: '1', sort: 10 },
  { id: '6', parent: '4', sort: 1 },
];

const after = (changes: readonly PlaceChange[]): TreePosition[] =>
  places.map((place) => ({ ...place, ...changes.find(({ id }) => id === place.id) }));
const order = (changes: readonly PlaceChange[], parent: string | null) =>
  siblings(after(changes), parent).map(({ id }) => id);

describe('a record that is moved in its tree', () => {
  it('lands where it was dropped and writes as few other records as possible', () => {
    const changes = moveTo({ places, id: '3', parent: null, index: 1 });
    expect(order(changes, null)).toEqual(['1', '3', '2']);
    expect(changes).toEqual([{ id: '3', sort: 15 }]);
    expect(order(moveTo({ places, id: '1', parent: null, index: 2 }), null)).toEqual(['2', '3', '1']);
    expect(order(moveTo({ places, id: '3', parent: null, index: 0 }), null)).toEqual(['3', '1', '2']);
  });

  it('moves below another record at the requested position', () => {
    const changes = moveTo({ places, id: '3', parent: '1', index: 1 });
    expect(order(changes, '1')).toEqual(['4', '3', '5']);
    expect(order(changes, null)).toEqual(['1', '2']);
  });

  it('never goes below itself', () => {
    expect(moveTo({ places, id: '1', parent: '6', index: 0 })).toEqual([]);
    expect(moveTo({ places, id: '1', parent: '1', index: 0 })).toEqual([]);
  });

  it('goes one step by a key: up, down, in and out, and nowhere at the end', () => {
    expect(order(moveBy(places, '2', 'up'), null)).toEqual(['2', '1', '3']);
    expect(order(moveBy(places, '2', 'down'), null)).toEqual(['1', '3', '2']);
    expect(order(moveBy(places, '5', 'up'), '1')).toEqual(['5', '4']);
    expect(order(moveBy(places, '2', 'in'), '1')).toEqual(['4', '5', '2']);
    expect(order(moveBy(places, '4', 'out'), null)).toEqual(['1', '4', '2', '3']);
    expect(moveBy(places, '1', 'up')).toEqual([]);
    expect(moveBy(places, '3', 'down')).toEqual([]);
    expect(moveBy(places, '1', 'in')).toEqual([]);
    expect(moveBy(places, '2', 'out')).toEqual([]);
  });
});
