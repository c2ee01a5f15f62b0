import { describe, expect, it } from 'vitest';
import { compileEntity, type EntityMeta } from '../../../engine/core/index.ts';
import { groupData, timeData } from '../../../engine/kit/boards/chart-data.ts';
import type { ShownBlock } from '../../../engine/kit/data/data-client.ts';

const meta: EntityMeta = {
  entity: 'parcel',
  path: 'Parcel',
  title: 'code',
  fields: {
    code: { type: 'text' },
    way: { type: 'choice', options: ['air', 'sea', 'road'] },
  },
  list: { columns: ['code', 'status'] },
  workflow: {
    start: 'draft',
    states: {
      draft: { tone: 'neutral' },
      waiting: { tone: 'info' },
      ready: { tone: 'good' },
      gone: { tone: 'good' },
      lost: { tone: 'bad' },
      found: { tone: 'warn' },
      closed: { tone: 'neutral' },
    },
    transitions: { send: { from: ['draft'], to: 'gone' } },
  },
  access: {},
};
const compiled = compileEntity(meta);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
const status = compiled.value.byName.get('status') ?? null;
const way = compiled.value.byName.get('way') ?? null;

const label = (field: { name: string }, row: Record<string, unknown>) => String(row[field.name]);
const pie = { block: 'one', kind: 'pie', group: 'status' } as unknown as ShownBlock;
const bars = { block: 'two', kind: 'bar', time: 'createdAt', series: 'status' } as unknown as ShownBlock;

const inPie = (counts: Record<string, number>, group = status, block = pie) => {
  const rows = Object.entries(counts).map(([value, count]) => ({ [group?.name ?? '']: value, count }));
  const { points } = groupData(block, rows, { group, label, own: 'Count', others: 'Others' });
  return Object.fromEntries(points.map(({ at, colour }) => [String(at), colour]));
};
const inBars = (counts: Record<string, number>) => {
  const rows = Object.entries(counts).map(([value, count]) => ({ createdAt: '2026-03-01', status: value, count }));
  const at = { period: 'month', day: '2026-03-02', culture: 'en-US', now: '2026-03-02' } as const;
  const { series } = timeData({ block: bars, rows, at, words: { series: status, label, own: 'Count' } });
  return Object.fromEntries(series.map(({ value, colour }) => [String(value), colour]));
};

describe('the colours of values', () => {
  it('belong to a state, however large it is and whatever is drawn', () => {
    const month = inPie({ ready: 9, draft: 5, lost: 1 });
    const year = inPie({ lost: 99, draft: 50, ready: 3 });
    const along = inBars({ draft: 8, lost: 4, ready: 2 });
    for (const state of ['ready', 'draft', 'lost']) {
      expect([state, year[state], along[state]]).toEqual([state, month[state], month[state]]);
    }
    expect(month).toMatchObject({ ready: 'var(--tone-good)', draft: 'var(--tone-neutral)', lost: 'var(--tone-bad)' });
  });

  it('tell states of one tone apart, show every state, and leave none to the others', () => {
    const all = inPie({ draft: 7, waiting: 6, ready: 5, gone: 4, lost: 3, found: 2, closed: 1 });
    expect(Object.keys(all)).toHaveLength(7);
    expect(new Set(Object.values(all)).size).toBe(7);
  });

  it('belong to a choice without tones by its own place', () => {
    const block = { ...pie, group: 'way' } as ShownBlock;
    expect(inPie({ sea: 3, air: 1 }, way, block)).toEqual(inPie({ air: 3, sea: 1 }, way, block));
  });
});
