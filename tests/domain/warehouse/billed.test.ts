import { describe, expect, it } from 'vitest';
import { billedIssues } from '../../../server/domain/warehouse/billed.ts';

/* What a bill has charged of a record stays as it is, but for what was not known then. */

const facts = { arrivedOn: '2026-06-01', leftOn: null, pieces: 10, pallets: 2, orders: 0, labels: 0, warehouse: '1' };
const part = { leftOn: '2026-06-10', pieces: 5, pallets: '1', volume: '0' };
const record = (billed: object, now: object) => ({
  ...facts,
  ...now,
  billedTo: '2026-06-30',
  billing: { facts: { ...facts, ...billed }, bills: [{ of: '7', by: '7', no: 'WB-7', to: '2026-06-30' }] },
});

describe('a record of days that are billed', () => {
  it('takes the volume that was not measured, with that of goods which left in those days', () => {
    const billed = { cbm: null, departures: [part] };
    expect(billedIssues(record(billed, { cbm: '10', departures: [{ ...part, volume: '5' }] }))).toEqual([]);
    expect(billedIssues(record(billed, { cbm: '10', departures: [{ ...part, pieces: 6 }] }))).toHaveLength(1);
  });

  it('keeps volumes that were charged', () => {
    const billed = { cbm: '10', departures: [{ ...part, volume: '5' }] };
    expect(billedIssues(record(billed, billed))).toEqual([]);
    expect(billedIssues(record(billed, { ...billed, cbm: '9' }))).toHaveLength(1);
    expect(billedIssues(record(billed, { ...billed, departures: [{ ...part, volume: '6' }] }))).toHaveLength(1);
  });
});
