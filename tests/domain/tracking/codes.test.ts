import { describe, expect, it } from 'vitest';
import { deliveredCodes } from '../../../server/domain/tracking/codes/deliver-sql.ts';
import { codeTable, type CodeRow } from '../../../server/domain/tracking/codes/meaning.ts';
import { trackingStates } from '../../../server/domain/tracking/events/state.ts';

const table = codeTable(deliveredCodes as readonly CodeRow[]);
const read = (carrierCode: string, type: string, code: string) => {
  const { state, mapped } = table.read({ carrierCode, type, code, text: '' });
  return `${state}${mapped ? '' : ' by kind'}`;
};

describe('the delivered table of codes', () => {
  it('holds the whole tables of UPS and FedEx, each code of a section once and with a state', () => {
    const count = (carrier: string, section: string) =>
      deliveredCodes.filter((each) => each.carrier === carrier && each.section === section).length;
    expect(['status', 'exception', 'manifest', 'type'].map((section) => count('UPS', section))).toEqual([
      ...[160, 344, 4, 11],
    ]);
    expect(['movement', 'regulatory', 'possession'].map((section) => count('FEDEX', section))).toEqual([50, 5, 7]);
    const keys = deliveredCodes.map(({ carrier, section, code }) => `${carrier} ${section} ${code}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(deliveredCodes.filter(({ category }) => !(trackingStates as readonly string[]).includes(category))).toEqual(
      [],
    );
    expect(deliveredCodes.filter(({ code }) => !/^[A-Z0-9]+$/.test(code))).toEqual([]);
  });

  it('reads the same letters by their section', () => {
    expect(read('FEDEX', 'movement', 'CA')).toBe('cancelled');
    expect(read('FEDEX', 'possession', 'CA')).toBe('in_transit');
    expect(read('FEDEX', 'movement', 'RC')).toBe('unknown');
    expect(read('FEDEX', 'possession', 'RC')).toBe('delivered');
    expect(read('FEDEX', 'movement', 'EA')).toBe('in_transit');
    expect(read('FEDEX', 'regulatory', 'CD')).toBe('on_hold');
    // OR is the origin scan of UPS, and as an exception a battery that is too big.
    expect(read('UPS', 'I', 'OR')).toBe('picked_up');
    expect(read('UPS', 'X', 'OR')).toBe('on_hold');
    expect(read('UPS', 'M', 'DP')).toBe('pending');
    expect(read('UPS', 'I', 'DP')).toBe('in_transit');
    expect(read('UPS', 'X', '048')).toBe('delivery_delayed');
    expect(read('UPS', 'X', '48')).toBe('delivery_failed');
  });

  it('falls back to the kind of activity for an unmapped code', () => {
    expect(read('UPS', 'D', 'Q9')).toBe('delivered by kind');
    expect(read('UPS', 'X', 'Q9')).toBe('delivery_delayed by kind');
    expect(read('UPS', 'ZZ', 'Q9')).toBe('unknown by kind');
    expect(read('FEDEX', 'DL', 'QQ')).toBe('delivered by kind');
    expect(read('DHL', '', 'QQ')).toBe('unknown by kind');
  });

  it('knows what takes a delivery back', () => {
    const of = (code: string, text: string) => table.read({ carrierCode: 'UPS', type: 'X', code, text });
    expect(of('TL', '').correction).toBe(true);
    expect(of('013', 'The delivery was reported in error. The package is still on its way.').correction).toBe(true);
    expect(of('013', 'Delivered to the wrong address').correction).toBe(false);
  });

  it('tells by the words why, where one code stands for many reasons', () => {
    const why = (text: string) => table.read({ carrierCode: 'UPS', type: 'X', code: '013', text }).exception;
    expect(why('The address is incorrect or incomplete.')).toBe('address');
    expect(why('Severe weather conditions have delayed delivery.')).toBe('weather');
    expect(why('A mechanical failure has delayed delivery.')).toBe('carrier');
  });
});
