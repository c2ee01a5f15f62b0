import { describe, expect, it } from 'vitest';
import { readFedexPush, readUpsPush } from '../../../server/domain/tracking/push/read-push.ts';

const scan = { date: '2026-03-04T10:00:00-05:00', eventType: 'DL', eventDescription: 'Delivered' };

describe('a message of FedEx', () => {
  it('keeps the leading zeros of a number that comes as a JSON number', () => {
    const told = (trackingNumber: unknown) =>
      readFedexPush({ output: { completeTrackResults: [{ trackingNumber, trackResults: [{ scanEvents: [scan] }] }] } });
    expect(told(41_441_760_228_964)[0]?.trackingNo).toBe('041441760228964');
    expect(told(77_489_095_724)[0]?.trackingNo).toBe('077489095724');
    expect(told('041441760228964')[0]?.trackingNo).toBe('041441760228964');
  });

  it('without a number or without events says nothing', () => {
    for (const body of [null, [], {}, 'text', { output: { completeTrackResults: null } }, [{ trackResults: [] }]])
      expect(readFedexPush(body)).toEqual([]);
  });
});

describe('a message of UPS', () => {
  it('without a number or a date says nothing', () => {
    for (const body of [
      null,
      [],
      {},
      7,
      { trackingNumber: '1Z5R89390357567127' },
      { trackingNumber: '1Z', localActivityDate: 'soon' },
    ])
      expect(readUpsPush(body)).toEqual([]);
  });
});
