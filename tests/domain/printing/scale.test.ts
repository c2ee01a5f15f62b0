import { describe, expect, it } from 'vitest';
import { agrees, gramsOf, shown } from '../../../server/domain/printing/station/weights.ts';
import { inOrder, readLine, readReport } from '../../../server/print-agent/scale.mjs';

describe('what a scale says', () => {
  it.each([
    ['ST,GS,+  1.250 kg', { weight: '1.250', unit: 'kg', stable: true }],
    ['US,GS,-  0.400 lb', { weight: '-0.400', unit: 'lb', stable: false }],
    ['S S     12.5 g', { weight: '12.500', unit: 'g', stable: true }],
    ['S D     12.5 oz', { weight: '12.500', unit: 'oz', stable: false }],
    ['  3.02 LB ', { weight: '3.020', unit: 'lb', stable: null }],
    ['OL', { weight: null, unit: null, stable: false }],
    ['READY', null],
    ['', null],
  ])('is read from %j', (line, expected) => expect(readLine(line)).toEqual(expected));

  it.each([
    [[3, 4, 12, 0xff, 0x2c, 0x01], { weight: '30.000', unit: 'lb', stable: true }],
    [[3, 3, 3, 0xfe, 0x7d, 0x00], { weight: '1.250', unit: 'kg', stable: false }],
    [[3, 5, 2, 0, 5, 0], { weight: '-5.000', unit: 'g', stable: false }],
    [[3, 1, 2, 0, 5, 0], { weight: null, unit: null, stable: false }],
    [[4, 4, 2, 0, 5, 0], null],
    [[3, 4], null],
  ])('is read from the report %j', (report, expected) => expect(readReport(Buffer.from(report))).toEqual(expected));
});

describe('a weight', () => {
  it('agrees with the order within the share of the tenant, in whatever unit it was weighed', () => {
    const pounds = gramsOf('3', 'lb');
    expect(shown(gramsOf('1.36', 'kg'), '0')).toBe('2.998');
    expect(agrees(gramsOf('3.15', 'lb'), pounds, '5%')).toBe(true);
    expect(agrees(gramsOf('3.16', 'lb'), pounds, '5%')).toBe(false);
    expect(agrees(gramsOf('3.16', 'lb'), pounds, '10%')).toBe(true);
    expect(agrees(gramsOf('3.16', 'lb'), pounds, null)).toBe(false);
    // What is a letter may differ by what no scale can tell.
    expect(agrees(gramsOf('20', 'g'), gramsOf('1', 'oz'), '0%')).toBe(true);
  });
});

describe('readings on their way to the server', () => {
  it('never overtake each other, and what is no longer on the scale is left out', async () => {
    const sent: number[] = [];
    const arrive: (() => void)[] = [];
    const send = inOrder<number>((reading) => {
      sent.push(reading);
      return new Promise<void>((done) => arrive.push(done));
    });
    const first = send(1);
    for (const reading of [2, 3]) void send(reading);
    expect(sent).toEqual([1]);
    arrive[0]?.();
    await expect.poll(() => sent).toEqual([1, 3]);
    arrive[1]?.();
    await first;
    expect(sent).toEqual([1, 3]);
  });

  it('go on after one that did not arrive', async () => {
    const sent: number[] = [];
    const send = inOrder<number>(async (reading) => {
      sent.push(reading);
      if (reading === 1) throw new Error('offline');
    });
    await send(1);
    await send(2);
    expect(sent).toEqual([1, 2]);
  });
});
