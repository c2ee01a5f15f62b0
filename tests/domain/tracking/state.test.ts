import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAhead, keepable } from '../../../server/domain/tracking/events/read-event.ts';
import { stateOf, trackingStates, type ReadEvent } from '../../../server/domain/tracking/events/state.ts';

const hour = 3_600_000;
const event = (state: ReadEvent['state'], at: number, more: Partial<ReadEvent> = {}): ReadEvent => ({
  ...{ state, at: at * hour, key: `${at}|${state}`, text: `${state} at ${at}`, correction: false, exception: null },
  ...more,
});
const anyEvent = fc
  .record({
    state: fc.constantFrom(...trackingStates),
    at: fc.integer({ min: 0, max: 6 }),
    code: fc.constantFrom('A', 'B'),
    text: fc.constantFrom('one', 'two'),
    correction: fc.boolean(),
  })
  .map(({ state, at, code, text, correction }) =>
    event(state, at, { key: `${at}|${code}|${state}|${correction}`, text, correction }),
  );
const anyEvents = fc.array(anyEvent, { maxLength: 12 });

describe('the state of a package', () => {
  it('and its history are the same in whatever order and however often events came', () => {
    fc.assert(
      fc.property(anyEvents, fc.array(fc.nat(), { maxLength: 20 }), fc.nat(), (events, repeats, seed) => {
        const told = [
          ...events,
          ...repeats.flatMap((at) => (events.length ? [events[at % events.length] as ReadEvent] : [])),
        ];
        const shuffled = told
          .map((each, at) => ({ each, rank: ((at + 1) * (seed + 7_919)) % 104_729 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ each }) => each);
        expect(stateOf(shuffled)).toEqual(stateOf(events));
      }),
      { numRuns: 2_000 },
    );
  });

  it('never goes back from delivered but by a return or a correction', () => {
    fc.assert(
      fc.property(anyEvents, anyEvent, (events, late) => {
        fc.pre(!late.correction && late.state !== 'return_to_sender' && stateOf(events).state === 'delivered');
        expect(stateOf([...events, late]).state).toBe('delivered');
      }),
      { numRuns: 5_000 },
    );
  });

  it('goes its way, and paper that comes late moves nothing back', () => {
    const way = [event('pending', 0), event('picked_up', 5), event('in_transit', 9), event('pending', 10)];
    expect(stateOf(way)).toMatchObject({ state: 'in_transit', logistics: 'onTheWay', firstScanAt: 5 * hour });
    expect(stateOf([...way, event('unknown', 11)]).state).toBe('in_transit');
    expect(stateOf([...way, event('delivered', 20)])).toMatchObject({
      ...{ state: 'delivered', logistics: 'signed', deliveredAt: 20 * hour },
    });
    expect(stateOf([event('pending', 0)])).toMatchObject({
      state: 'pending',
      logistics: 'notIssued',
      firstScanAt: null,
    });
  });

  it('has as its last event nothing that is paper after the first scan', () => {
    const all = [event('picked_up', 1), event('delivered', 3), event('pending', 4), event('unknown', 5)];
    expect(stateOf(all).last?.text).toBe('delivered at 3');
    expect(stateOf([event('pending', 4)]).last?.text).toBe('pending at 4');
  });

  it('is delivered again at the time of the second delivery, where the first was taken back', () => {
    const events = [event('delivered', 20), event('in_transit', 23, { correction: true })];
    expect(stateOf(events)).toMatchObject({ state: 'in_transit', deliveredAt: null });
    expect(stateOf([...events, event('delivered', 42)])).toMatchObject({ state: 'delivered', deliveredAt: 42 * hour });
  });

  it('stays a return until the end', () => {
    const back = [event('delivery_failed', 20), event('return_to_sender', 26), event('in_transit', 40)];
    expect(stateOf([...back, event('delivered', 60)])).toMatchObject({
      ...{ state: 'return_to_sender', logistics: 'onTheWay', deliveredAt: null },
    });
  });
});

describe('an event of a carrier', () => {
  const told = {
    ...{ at: '2026-03-02T18:40:00', offset: null, code: 'OR', type: 'I', text: ' Origin scan ' },
    ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US' },
  };

  it('stands at its own moment, with an offset, with one in the time, or by the clock of its place', () => {
    const atOf = (more: Partial<typeof told> | { offset: string }) => keepable({ ...told, ...more })?.at;
    expect(atOf({ offset: '-08:00' })).toBe('2026-03-03T02:40:00.000Z');
    expect(atOf({ at: '2026-03-02T18:40:00-08:00' })).toBe('2026-03-03T02:40:00.000Z');
    expect(atOf({ at: '2026-03-02T18:40:00Z' })).toBe('2026-03-02T18:40:00.000Z');
    expect(atOf({})).toBe('2026-03-03T02:40:00.000Z');
    // Daylight saving time began on the eighth.
    expect(atOf({ at: '2026-03-09T18:40:00' })).toBe('2026-03-10T01:40:00.000Z');
    expect(atOf({ state: 'NY' })).toBe('2026-03-02T23:40:00.000Z');
    expect(atOf({ country: 'DE', state: '' })).toBe('2026-03-02T18:40:00.000Z');
  });

  it('has one key by local time, code and place, whatever else differs', () => {
    const key = keepable(told)?.key;
    expect(key).toBe('2026-03-02T18:40:00|OR|ONTARIO|CA|US');
    expect(keepable({ ...told, text: 'Other words', city: 'ONTARIO ', postalCode: null })?.key).toBe(key);
    expect(keepable({ ...told, code: 'DP' })?.key).not.toBe(key);
  });

  it('has happened if it lies ahead by no more than the largest offset and an hour', () => {
    const now = new Date('2026-03-02T10:00:00Z');
    // A scan in Kiritimati at this moment, by a carrier that leaves the offset out.
    const kiritimati = { ...told, country: 'KI', state: null };
    const ahead = (at: string, more: object = {}) => {
      const kept = keepable({ ...kiritimati, at, ...more });
      return kept && isAhead(kept, now);
    };
    expect(ahead('2026-03-03T00:00:00')).toBe(false);
    expect(ahead('2026-03-03T01:00:00')).toBe(false);
    expect(ahead('2026-03-03T01:00:01')).toBe(true);
    expect(ahead('2026-03-03T10:00:00', { offset: '+14:00' })).toBe(false);
    expect(ahead('2026-03-02T18:00:00', { offset: '-08:00' })).toBe(true);
  });

  it('without a time that could be read is none', () => {
    expect(keepable({ ...told, at: 'yesterday' })).toBeNull();
    expect(keepable({ ...told, at: '2026-13-45T00:00:00' })).toBeNull();
    // Postgres keeps neither of them.
    expect(keepable({ ...told, at: '0000-01-01T05:00:00' })).toBeNull();
    expect(keepable({ ...told, at: '9999-12-31T23:59:59' })).toBeNull();
  });
});
