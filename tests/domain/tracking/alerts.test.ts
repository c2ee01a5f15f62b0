import { describe, expect, it } from 'vitest';
import { alertsOf, type AlertFacts, type AlertRule } from '../../../server/domain/tracking/alerts/alerts-of.ts';
import { stateOf, type ReadEvent } from '../../../server/domain/tracking/events/state.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-02T12:00:00Z');
const event = (state: ReadEvent['state'], hours: number, more: Partial<ReadEvent> = {}): ReadEvent => ({
  ...{
    state,
    at: start + hours * hour,
    key: `${hours} ${state}`,
    text: `${state}!`,
    correction: false,
    exception: null,
  },
  ...more,
});
const facts = (events: readonly ReadEvent[], more: Partial<AlertFacts> = {}): AlertFacts => ({
  ...{ carrier: 'UPS', counts: true, labelledAt: start, state: stateOf(events), estimatedAt: null, promisedAt: null },
  ...{ fromState: 'CA', stateOf: () => 'CA' },
  ...more,
});
const at = (hours: number, events: readonly ReadEvent[], more: Partial<AlertFacts> = {}, rules: AlertRule[] = []) =>
  alertsOf(facts(events, more), rules, start + hours * hour).map(({ kind }) => kind);
const rule = (kind: AlertRule['kind'], more: Partial<AlertRule> = {}): AlertRule => ({
  ...{ kind, enabled: true, hours: null, carriers: null, ...more },
});
const scanned = [event('pending', 0), event('picked_up', 6)];

describe('alerts of a package', () => {
  it('expired: no first scan so many hours after the label, until there is one or the label is void', () => {
    expect(at(47, [event('pending', 0)])).toEqual([]);
    expect(at(48, [event('pending', 0)])).toEqual(['expired']);
    expect(at(48, scanned)).toEqual([]);
    expect(at(48, [event('pending', 0)], { counts: false })).toEqual([]);
  });

  it('cross-region: the first scan is in another state than the sender', () => {
    expect(at(8, scanned, { stateOf: () => 'NJ' })).toEqual(['crossRegion']);
    expect(at(8, scanned, { stateOf: () => null })).toEqual([]);
    expect(at(8, scanned, { stateOf: () => 'NJ', fromState: null })).toEqual([]);
  });

  it('broken update: no event for so many hours, until there is news', () => {
    expect(at(6 + 71, scanned)).toEqual([]);
    expect(at(6 + 72, scanned)).toEqual(['brokenUpdate']);
    expect(at(6 + 72, [...scanned, event('in_transit', 70)])).toEqual([]);
  });

  it('delay and abnormal address: as the carrier says, until it says something else', () => {
    const late = [...scanned, event('delivery_delayed', 20, { exception: 'weather' })];
    expect(at(21, late)).toEqual(['delay']);
    expect(at(31, [...late, event('in_transit', 30)])).toEqual([]);
    const wrong = [...scanned, event('delivery_failed', 20, { exception: 'address' })];
    expect(at(21, wrong)).toEqual(['abnormalAddress']);
    expect(at(21, [...wrong, event('unknown', 20.5)])).toEqual(['abnormalAddress']);
    expect(at(31, [...wrong, event('out_for_delivery', 30)])).toEqual([]);
  });

  it('expected change: the date moved by so many hours from what was promised first', () => {
    const promised = { promisedAt: start + 72 * hour };
    expect(at(8, scanned, { ...promised, estimatedAt: start + 95 * hour })).toEqual([]);
    expect(at(8, scanned, { ...promised, estimatedAt: start + 96 * hour })).toEqual(['expectedChange']);
    expect(at(8, scanned, { ...promised, estimatedAt: start + 48 * hour })).toEqual(['expectedChange']);
  });

  it('order return: as long as it is on its way back', () => {
    const back = [...scanned, event('return_to_sender', 30), event('in_transit', 40)];
    expect(at(41, back)).toEqual(['orderReturn']);
    expect(at(51, [...back, event('in_transit', 50, { correction: true })])).toEqual([]);
  });

  it('all end with the delivery', () => {
    const late = [...scanned, event('delivery_delayed', 20), event('delivered', 30)];
    expect(at(500, late, { promisedAt: start, estimatedAt: start + 90 * hour, stateOf: () => 'NJ' })).toEqual([]);
  });

  it('go by the rules of the tenant: other hours, some carriers, none at all', () => {
    expect(at(20, [event('pending', 0)], {}, [rule('expired', { hours: 20 })])).toEqual(['expired']);
    expect(at(50, [event('pending', 0)], {}, [rule('expired', { hours: 20, carriers: 'FEDEX DHL' })])).toEqual([]);
    expect(at(50, [event('pending', 0)], {}, [rule('expired', { hours: 20, enabled: false })])).toEqual([]);
  });

  it('of the same cause have the same key, of another cause another', () => {
    const keys = (hours: number, events: readonly ReadEvent[]) =>
      alertsOf(facts(events), [], start + hours * hour).map(({ key }) => key);
    const late = [...scanned, event('delivery_delayed', 20)];
    expect(keys(21, late)).toEqual(keys(40, late));
    expect(keys(60, [...late, event('in_transit', 30), event('delivery_delayed', 50)])).not.toEqual(keys(21, late));
  });
});
