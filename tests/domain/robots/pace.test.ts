import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, minute, maxPerMinute } from '../../../server/domain/robots/pace.ts';

describe('the pace of a group robot', () => {
  it('sends no more than twenty in any minute and every event once, whenever they come', () => {
    const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 60 })), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(arrivals, (rounds) => {
        const sent: number[] = [];
        const told: number[] = [];
        let waiting: number[] = [];
        let [now, next] = [0, 0];
        const round = () => {
          const batches = batchesOf(waiting, sent, now);
          for (const batch of batches) {
            sent.push(now);
            told.push(...batch);
          }
          waiting = waiting.filter((each) => !told.includes(each));
        };
        for (const [pause, many] of rounds) {
          now += pause;
          waiting = [...waiting, ...Array.from({ length: many }, () => (next += 1))];
          round();
        }
        for (let more = 0; more < 3; more += 1) {
          now += minute;
          round();
        }
        expect(waiting).toEqual([]);
        expect(told).toEqual(Array.from({ length: next }, (_, at) => at + 1));
        for (const at of sent)
          expect(sent.filter((each) => each > at - 60_000 && each <= at).length).toBeLessThanOrEqual(maxPerMinute);
      }),
      { numRuns: 300 },
    );
  });
});
