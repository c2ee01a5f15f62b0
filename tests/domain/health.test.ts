import { describe, expect, it } from 'vitest';
import { checkNames, judge, type Facts } from '../../server/domain/health/judge.ts';

const now = new Date('2026-11-24T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
const well: Facts = {
  queue: { waiting: 2, running: 1, failed: 0, oldest: 3 },
  database: { open: 20, most: 100, size: 1e9 },
  timers: { running: 12, stopped: [], failing: [] },
  mails: { sent: 40, failed: 0 },
  calls: [{ to: 'carrier ups', answered: 90, failed: 4, since: 4 }],
  proof: { failed: false, differences: null, hours: 8 },
  writer: { seconds: 2, pid: 7 },
  certificates: [],
  hosts: 3,
  disk: { free: 60, total: 100 },
  now,
};
const toneOf = (facts: Partial<Facts>) =>
  judge({ ...well, ...facts })
    .filter(({ tone }) => tone !== 'good')
    .map(({ check, tone }) => `${check} ${tone}`);

describe('what an operator is told', () => {
  it('is nothing while all is well, of every check', () => {
    expect(toneOf({})).toEqual([]);
    expect(judge(well).map(({ check }) => check)).toEqual(checkNames);
  });

  it.each<[Partial<Facts>, string[]]>([
    [{ database: { open: 80, most: 100, size: 1 } }, ['database warn']],
    [{ database: { open: 95, most: 100, size: 1 } }, ['database bad']],
    [{ queue: { ...well.queue, oldest: 61 } }, ['queue warn']],
    [{ queue: { ...well.queue, oldest: 600 } }, ['queue bad']],
    [{ queue: { ...well.queue, failed: 1 } }, ['jobs bad']],
    [{ timers: { running: 1, stopped: [], failing: ['Clear logs'] } }, ['timers warn']],
    [{ timers: { running: 1, stopped: ['Clear logs'], failing: [] } }, ['timers bad']],
    [{ calls: [{ to: 'carrier ups', answered: 10, failed: 5, since: 0 }] }, ['calls warn']],
    [{ calls: [{ to: 'carrier ups', answered: null, failed: 5, since: 5 }] }, ['calls bad']],
    // Good calls before an outage do not hide it.
    [{ calls: [{ to: 'carrier ups', answered: 900, failed: 6, since: 5 }] }, ['calls bad']],
    [{ proof: { failed: true, differences: 2, hours: 1 } }, ['ledger bad']],
    [{ proof: { failed: true, differences: null, hours: 1 } }, ['ledger warn']],
    [{ proof: { failed: null, differences: null, hours: 49 } }, ['ledger warn']],
    [{ proof: { failed: null, differences: null, hours: 3 } }, []],
    [{ proof: null }, ['ledger warn']],
    [{ writer: { seconds: 60, pid: 7 } }, ['events warn']],
    [{ writer: { seconds: 600, pid: null } }, ['events bad']],
    // Four failures may be one customer's mistyped account.
    [{ calls: [{ to: 'carrier ups', answered: null, failed: 4, since: 4 }] }, []],
    [{ mails: { sent: 40, failed: 1 } }, ['mails warn']],
    [{ mails: { sent: 0, failed: 1 } }, ['mails bad']],
    [{ disk: { free: 20, total: 100 } }, ['disk warn']],
    [{ disk: { free: 5, total: 100 } }, ['disk bad']],
    [{ certificates: [{ host: 'a', until: inDays(20), trouble: null }] }, ['certificates warn']],
    [{ certificates: [{ host: 'a', until: inDays(6), trouble: null }] }, ['certificates bad']],
    [{ certificates: [{ host: 'a', until: null, trouble: 'ECONNREFUSED' }] }, ['certificates bad']],
  ])('%j', (facts, expected) => {
    expect(toneOf(facts)).toEqual(expected);
  });
});
