import { describe, expect, it } from 'vitest';
import { netChanges, type RecordStep } from '../../engine/core/index.ts';
import { conflictsOf, newIdIn, settled, withSteps } from '../../designer/menus/draft-menu.ts';

const records = [
  { id: '1', version: 1, name: 'Sales', parent: null, sort: 10, visible: 'Y' },
  { id: '2', version: 1, name: 'Orders', parent: '1', sort: 20, visible: 'Y' },
  { id: '3', version: 1, name: 'Old', parent: '1', sort: 30, visible: 'Y' },
];
const steps: RecordStep[] = [
  { name: 'Rename', changes: [{ id: '2', before: { name: 'Orders' }, after: { name: 'All orders' } }] },
  { name: 'Hide', changes: [{ id: '2', before: { visible: 'Y' }, after: { visible: 'N' } }] },
  { name: 'Show', changes: [{ id: '2', before: { visible: 'N' }, after: { visible: 'Y' } }] },
  {
    name: 'Group',
    changes: [
      { id: 'new-1', before: null, after: { name: 'Archive', parent: null, sort: 40 } },
      { id: '3', before: { name: 'Old', parent: '1', sort: 30, visible: 'Y' }, after: null },
    ],
  },
  { name: 'Rename again', changes: [{ id: 'new-1', before: { name: 'Archive' }, after: { name: 'Past' } }] },
];
const changedBy = (id: string, fields: object) =>
  records.map((record) => (record.id === id ? { ...record, ...fields } : record));

describe('a draft of records', () => {
  it('comes to one change per record, without what ends as it began', () => {
    expect(netChanges(steps)).toEqual([
      { id: '2', before: { name: 'Orders' }, after: { name: 'All orders' } },
      { id: 'new-1', before: null, after: { name: 'Past', parent: null, sort: 40 } },
      { id: '3', before: { name: 'Old', parent: '1', sort: 30, visible: 'Y' }, after: null },
    ]);
    const undone = { name: 'Remove', changes: [{ id: 'new-1', before: { name: 'Past' }, after: null }] };
    expect(netChanges([...steps, undone]).map(({ id }) => id)).toEqual(['2', '3']);
  });

  it('shows the menu as it would be', () => {
    expect(withSteps(records, steps).map(({ id, name }) => [id, name])).toEqual([
      ['1', 'Sales'],
      ['2', 'All orders'],
      ['new-1', 'Past'],
    ]);
    expect(newIdIn(steps)).toBe('new-2');
  });

  it('is in conflict only with what it changes itself', () => {
    expect(conflictsOf(records, steps)).toEqual([]);
    expect(conflictsOf(changedBy('2', { sort: '25', visible: 'N' }), steps)).toEqual([]);
    const theirs = changedBy('2', { name: 'Shipments' });
    const [conflict] = conflictsOf(theirs, steps);
    expect(conflict).toEqual({ id: '2', field: 'name', mine: 'All orders', theirs: 'Shipments' });
    const mine = settled(steps, conflict!, 'mine');
    expect(conflictsOf(theirs, mine)).toEqual([]);
    expect(withSteps(theirs, mine)[1]?.['name']).toBe('All orders');
    const given = settled(steps, conflict!, 'theirs');
    expect(conflictsOf(theirs, given)).toEqual([]);
    expect(withSteps(theirs, given)[1]?.['name']).toBe('Shipments');
  });

  it('lets go of a record that is gone', () => {
    const left = records.filter(({ id }) => id !== '2');
    const [conflict] = conflictsOf(left, steps);
    expect(conflict).toMatchObject({ id: '2', field: null });
    expect(conflictsOf(left, settled(steps, conflict!, 'theirs'))).toEqual([]);
  });

  it('gives a removal up for what another person made of the record', () => {
    const theirs = changedBy('3', { name: 'New again' });
    const [conflict] = conflictsOf(theirs, steps);
    const given = settled(steps, conflict!, 'theirs');
    expect(withSteps(theirs, given).map(({ name }) => name)).toContain('New again');
    expect(conflictsOf(theirs, settled(steps, conflict!, 'mine'))).toEqual([]);
  });
});
