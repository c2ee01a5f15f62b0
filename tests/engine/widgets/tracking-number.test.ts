import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admitted,
  carriers,
  faultOf,
  grouped,
  plain,
  recognise,
} from '../../../engine/modules/tracking/tracking-number/carriers.ts';

const all = admitted({});
/** Numbers from the carriers' own papers. */
const published = [
  ['1Z999AA10123456784', 'ups'],
  ['1Z12345E1512345676', 'ups'],
  ['986578788855', 'fedex'],
  ['477179081230', 'fedex'],
  ['9400110200881269505160', 'usps'],
  ['RB123456785GB', 'post'],
] as const;

describe('a tracking number', () => {
  it.each(published)('%s is of %s', (text, carrier) => {
    expect(recognise(text, all)).toEqual({ carrier, fits: true });
    expect(recognise(` ${text.toLowerCase().replace(/(....)/g, '$1 ')}`, all)).toEqual({ carrier, fits: true });
    expect(plain(grouped(text, carriers[carrier]))).toBe(text);
  });

  it('of USPS fits no more with any one digit wrong', () => {
    const text = '9400110200881269505160';
    const wrong = fc.record({ at: fc.integer({ min: 1, max: 21 }), by: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(wrong, ({ at, by }) => {
        const other = text.slice(0, at) + String((Number(text[at]) + by) % 10) + text.slice(at + 1);
        expect(recognise(other, all)).toEqual({ carrier: 'usps', fits: false });
      }),
    );
  });

  it('is refused if no carrier uses its format, the carrier is not allowed, or the check digit is wrong', () => {
    expect(faultOf('1Z999AA10123456784', {})).toBeNull();
    expect(faultOf('1Z999AA10123456785', {})?.code).toBe('widget.tracking-number.checkDigit');
    expect(faultOf('PARCEL-7', {})?.code).toBe('widget.tracking-number.unknown');
    expect(faultOf('1Z999AA10123456784', { carriers: ['fedex'] })?.code).toBe('widget.tracking-number.unknown');
    expect(admitted({ carriers: ['fedex', 'nobody'] })).toEqual(['fedex']);
  });
});
