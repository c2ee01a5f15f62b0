import { describe, expect, it } from 'vitest';
import { recognise } from '../../../server/domain/tracking/numbers/recognise.ts';

const read = (pasted: string) => recognise(pasted).numbers.map(({ carrier, number }) => `${carrier} ${number}`);
const faults = (pasted: string) =>
  recognise(pasted).unknown.map(({ pasted, reason, carrier }) => [reason, pasted, carrier].filter(Boolean).join(' | '));

describe('a tracking number', () => {
  it.each([
    ['1Z5R89390357567127', 'UPS', 'UPS Ground'],
    ['1Z879E930346834440', 'UPS', 'UPS Ground'],
    ['K1506235620', 'UPS', 'UPS Ground'],
    ['986578788855', 'FEDEX', 'FedEx Express'],
    ['477179081230', 'FEDEX', 'FedEx Express'],
    ['041441760228964', 'FEDEX', 'FedEx Ground'],
    ['000123450000000027', 'FEDEX', 'FedEx Ground'],
    ['9611020987654312345672', 'FEDEX', 'FedEx Ground'],
    ['61299998820821171811', 'FEDEX', 'FedEx Ground Economy'],
    ['1001921334250001000300779017972697', 'FEDEX', 'FedEx Express'],
    ['9622001900000000000000776632517510', 'FEDEX', 'FedEx Ground'],
    ['32971514560102447849175802862014', 'FEDEX', 'FedEx Express'],
    ['9400111201080805483016', 'USPS', undefined],
    ['9361289878700317633795', 'USPS', 'USPS Parcel Select'],
    ['420221539101026837331000039521', 'USPS', 'USPS Delivery Confirmation'],
    ['71123456789123456787', 'USPS', undefined],
    ['EA123456785US', 'USPS', 'USPS International'],
    ['RX123456785CA', 'CANADAPOST', undefined],
    ['0073938000549297', 'CANADAPOST', undefined],
    ['3318810025', 'DHL', 'DHL Express'],
    ['JD014600003828392837', 'DHL', 'DHL Express'],
    ['GM2951173225174494', 'DHL', 'DHL eCommerce'],
    ['C11031500001879', 'ONTRAC', undefined],
    ['D10011354453707', 'ONTRAC', undefined],
    ['TBA502887274000', 'AMAZON', 'Amazon Logistics'],
    ['LX17635036', 'LASERSHIP', undefined],
    ['1LS717793482164', 'LASERSHIP', undefined],
    ['SF1334567890123', 'SF', 'SF Express'],
    ['YT2229521272164446', 'YUNEXPRESS', undefined],
    ['GFUS01011884214464', 'GOFO', undefined],
    ['SP029692510000920746', 'SPEEDEE', undefined],
    ['RB123456785GB', 'POST', undefined],
  ])('%s is of %s (%s)', (number, carrier, service) => {
    expect(recognise(number).numbers).toMatchObject([{ number, carrier, ...(service && { service }) }]);
    expect(recognise(number).unknown).toEqual([]);
  });

  it.each([
    ['2Z5R89390357567127', 'noFormat | 2Z5R89390357567127'],
    ['1Z5R89390357567128', 'checkDigit | 1Z5R89390357567128 | UPS'],
    ['K1506235622', 'checkDigit | K1506235622 | UPS'],
    ['996578788855', 'checkDigit | 996578788855 | FEDEX'],
    ['5682 8361 0012 732', 'checkDigit | 5682 8361 0012 732 | FEDEX'],
    ['000000000000000001', 'checkDigit | 000000000000000001 | FEDEX'],
    ['9600000000000000000001', 'checkDigit | 9600000000000000000001 | FEDEX'],
    ['1001901781990001000300617767839438', 'checkDigit | 1001901781990001000300617767839438 | FEDEX'],
    ['9622001560001234567100794808390595', 'checkDigit | 9622001560001234567100794808390595 | FEDEX'],
    ['32971514560102447849175802852014', 'checkDigit | 32971514560102447849175802852014 | FEDEX'],
    ['9400111201080805483017', 'checkDigit | 9400111201080805483017 | USPS'],
    ['LX123456789CN', 'checkDigit | LX123456789CN | POST'],
    // The check digit is right, but there is no such country.
    ['RB123456785XX', 'checkDigit | RB123456785XX | POST'],
    ['000000000000', 'noFormat | 000000000000'],
    ['INVOICE20240001', 'noFormat | INVOICE20240001'],
    // Fourteen digits have no check digit: they may be anything.
    ['12345678901234', 'noProof | 12345678901234 | DHL'],
    ['9.86579E+11', 'rounded | 9.86579E+11'],
  ])('%s is refused', (pasted, fault) => {
    expect(read(pasted)).toEqual([]);
    expect(faults(pasted)).toEqual([fault]);
  });

  it('in groups that is mistyped is reported beside a good one, and telephone numbers and times are not', () => {
    expect(faults('1Z5R89390357567127, 7946 4479 1234')).toEqual(['checkDigit | 7946 4479 1234 | FEDEX']);
    expect(faults('1Z5R89390357567127, +1 909 555 0100')).toEqual([]);
    expect(faults('1Z5R89390357567127, +86 138 0013 8000')).toEqual([]);
    expect(faults('1Z5R89390357567127, 2026 11 20 10 30 00')).toEqual([]);
    expect(faults('1Z5R89390357567127, 120 300 450')).toEqual([]);
  });

  it('without a check digit is one where its carrier is named beside it, or alone in all that was pasted', () => {
    expect(read('DHL 12345678901234')).toEqual(['DHL 12345678901234']);
    expect(read('敦豪:\n12345678901234')).toEqual(['DHL 12345678901234']);
    expect(faults('DHL or Amazon:\n12345678901234')).toEqual(['noProof | 12345678901234 | DHL']);
  });

  it('of the post behind a ZIP of five digits is read by its check digit', () => {
    expect(read('4204330492549920703144261116695532')).toEqual(['USPS 4204330492549920703144261116695532']);
    expect(recognise('4204330492549920703144261116695532').numbers[0]?.trackingNo).toBe('92549920703144261116695532');
    expect(recognise('4201028200009261290113185417468510').numbers[0]?.trackingNo).toBe('9261290113185417468510');
  });

  it('that FedEx hands to the post names FedEx too, and is its where FedEx is named beside it', () => {
    expect(recognise('9261292700768711948021').numbers).toMatchObject([{ carrier: 'USPS', others: ['FEDEX'] }]);
    expect(read('FedEx 9261292700768711948021')).toEqual(['FEDEX 9261292700768711948021']);
  });

  it('printed in groups is one number, though parts of it would be numbers as well', () => {
    expect(read('3273 9841 1826 8888 5584 1646 1138 1964')).toEqual(['FEDEX 32739841182688885584164611381964']);
    expect(read('4205-9998-3025-9136-6657-4487-9355-2546-12')).toEqual(['USPS 4205999830259136665744879355254612']);
  });

  it('with a suffix is followed with its hyphen', () => {
    expect(recognise('1LS7119013618127-1').numbers).toMatchObject([
      { carrier: 'LASERSHIP', trackingNo: '1LS7119013618127-1' },
    ]);
  });

  it('that is only the bar code around it is followed by what the carrier follows', () => {
    const followed = ['1001921334250001000300779017972697', '9611020987654312345672', '420221539101026837331000039521'];
    expect(recognise(followed.join('\n')).numbers.map(({ trackingNo }) => trackingNo)).toEqual([
      ...['779017972697', '987654312345672', '9101026837331000039521'],
    ]);
  });
});

describe('what is pasted', () => {
  const three = ['UPS 1Z5R89390357567127', 'FEDEX 986578788855', 'FEDEX 041441760228964'];

  it.each([
    ['spaces', '1Z5R89390357567127 986578788855 041441760228964'],
    ['commas', '1Z5R89390357567127,986578788855,  041441760228964,'],
    ['lines of either kind', '1Z5R89390357567127\r\n986578788855\r041441760228964\n\n'],
    ['tabs of a sheet with other columns', 'A-17\t1Z5R89390357567127\t2 lb\n\t986578788855\t91761\t041441760228964'],
    ['quotes as a sheet writes texts', '="1Z5R89390357567127";"986578788855";\'041441760228964'],
    ['numbers as they are printed', '1Z 5R8 939 03 5756 7127\n9865 7878 8855\n0414 4176 0228 964'],
    ['printed ones on one line', '1Z 5R8 939 03 5756 7127 9865 7878 8855 0414 4176 0228 964'],
    ['hyphens', '1Z-5R8-939-03-5756-7127, 9865-7878-8855, 0414–4176–0228–964'],
    ['small letters', '1z5r89390357567127 986578788855 041441760228964'],
    [
      'full-width signs',
      '１Ｚ５Ｒ８９３９０３５７５６７１２７，９８６５７８７８８８５５、０４１４　４１７６　０２２８　９６４',
    ],
    ['signs nobody sees', '\uFEFF1Z5R89390357567127\u200B\n98657878\u00AD8855\n041441760228964\u200E'],
    ['words', 'UPS: 1Z5R89390357567127 is late; ask for 986578788855 and #041441760228964 (2 boxes).'],
    ['Chinese words', '单号1Z5R89390357567127已发货，986578788855未签收。快递：041441760228964'],
    [
      'addresses of pages',
      'https://x.example/t?n=1Z5R89390357567127&l=en https://y.example/986578788855/ 041441760228964',
    ],
    ['words glued in front', 'UPS1Z5R89390357567127 FEDEX986578788855 TRK041441760228964'],
  ])('may have %s', (_, pasted) => {
    expect(read(pasted)).toEqual(three);
    expect(recognise(pasted).unknown).toEqual([]);
  });

  it('may hold numbers among dates, telephone numbers and amounts, none of which is one', () => {
    expect(
      recognise('2024-11-23 10:15  tel. 626-555-0123  USD 1,234.50  qty 12, 1Z5R89390357567127 to 91761-1234'),
    ).toMatchObject({ numbers: [{ number: '1Z5R89390357567127' }], unknown: [] });
  });

  it.each(['\t', ',', ';'])('may be a sheet with columns of long numbers of other things (%j)', (separator) => {
    const numbers = ['986578788855', '041441760228964', '1Z5R89390357567127'];
    const row = (at: number) => {
      const other = [`SO2026112600${100 + at}`, String(6_265_550_100 + at), String(20_261_126_000_000 + at * 37)];
      return [...other, numbers[at % 3], '2 lb'].join(separator);
    };
    const { numbers: found, unknown } = recognise(
      ['order,phone,time,tracking', ...Array.from({ length: 40 }, (_, at) => row(at))].join('\n'),
    );
    expect(found.map(({ number }) => number)).toEqual(numbers);
    expect(unknown).toEqual([]);
  });

  it('names faults in a column that mostly holds numbers', () => {
    const row = (at: number) => `box\t${at % 3 ? '986578788855' : `99657878885${at}`}\t${6_265_550_100 + at}`;
    const { unknown } = recognise(Array.from({ length: 12 }, (_, at) => row(at)).join('\n'));
    expect(unknown.map(({ pasted }) => pasted)).toEqual(['996578788850', '996578788853', '996578788859']);
  });

  it('names what is there more than once as it was pasted, a number and the bar code around it alike', () => {
    const pasted = '1Z5R89390357567127\n779017972697, 1z 5r8 939 03 5756 7127, 1001921334250001000300779017972697';
    expect(recognise(pasted).repeated).toEqual([
      { number: '1Z5R89390357567127', times: 2, pasted: ['1Z5R89390357567127', '1z 5r8 939 03 5756 7127'] },
      { number: '779017972697', times: 2, pasted: ['779017972697', '1001921334250001000300779017972697'] },
    ]);
    expect(recognise(pasted).numbers).toHaveLength(2);
  });

  it('names what is no number as it was pasted, and leaves headings alone', () => {
    expect(faults('Tracking number\n  1Z 5R8 939 03 5756 7128\nabc-123\nnothing here')).toEqual([
      'checkDigit | 1Z 5R8 939 03 5756 7128 | UPS',
      'noFormat | abc-123',
    ]);
  });
});

/** The same numbers on every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

describe('100,000 random texts', () => {
  const roll = dice(7);
  const text = (signs: string, length: number) => Array.from({ length }, () => signs[roll(signs.length)]).join('');

  /** How many of a hundred digits of this length have a carrier by their check digit alone. */
  const allowed: Readonly<Record<number, number>> = {
    ...{ 10: 10, 11: 10, 12: 10, 15: 10, 16: 10, 18: 10, 20: 19, 22: 0.6, 26: 0.5, 30: 0.5, 32: 1, 34: 9.5 },
  };

  it('of digits have a carrier no more often than their check digits allow', () => {
    const seen = new Map<number, { all: number; found: number }>();
    for (let count = 0; count < 50_000; count += 1) {
      const length = 5 + roll(36);
      const of = seen.get(length) ?? { all: 0, found: 0 };
      seen.set(length, { all: of.all + 1, found: of.found + recognise(text('0123456789', length)).numbers.length });
    }
    const tooMany = [...seen].flatMap(([length, { all, found }]) => {
      const expected = (all * (allowed[length] ?? 0)) / 100;
      return found > expected + 4 * Math.sqrt(expected) ? [`${length} digits: ${found} of ${all}`] : [];
    });
    expect(tooMany).toEqual([]);
  });

  it('of letters and digits have none', () => {
    const found = [];
    for (let count = 0; count < 50_000; count += 1)
      found.push(...read(text('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 5 + roll(36))));
    expect(found).toEqual([]);
  });
});

describe('3,000 numbers', () => {
  it('are read in less than 200 ms', () => {
    const body = (at: number) => `1Z99D3M003${String(at).padStart(7, '0')}`;
    const pasted = Array.from({ length: 3_000 }, (_, at) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${body(at)}${digit}`).find((number) => read(number).length === 1),
    ).map((number, at) => (at % 2 ? number : `${number?.slice(0, 2)} ${number?.slice(2, 8)} ${number?.slice(8)}`));
    const times = [1, 2, 3].map(() => {
      const start = performance.now();
      expect(recognise(pasted.join('\n')).numbers).toHaveLength(3_000);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });
});

describe('a text that holds no number', () => {
  it('takes time by its length', () => {
    // The quickest of several: one alone may have waited for the machine.
    const time = (times: number) =>
      Math.min(
        ...Array.from({ length: 3 }, () => {
          const start = performance.now();
          recognise('1,'.repeat(times));
          return performance.now() - start;
        }),
      );
    // Long enough that the cache and the collector count for little. Eight times as long; what is quadratic takes sixty-four times.
    expect(time(320_000) / time(40_000)).toBeLessThan(30);
  });

  it('of the greatest length is read within seconds', () => {
    const start = performance.now();
    recognise('1 '.repeat(450_000));
    recognise('UPS 1 Z '.repeat(112_000));
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});
