import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commercialInvoice,
  invoiceFigures,
  packingList,
  pickList,
} from '../../../server/domain/labels/documents/books.ts';
import { parts, rounded, written } from '../../../server/domain/labels/documents/exact.ts';
import type { DocumentItem, DocumentOrder } from '../../../server/domain/labels/documents/order-sql.ts';

const say = (key: string, params: Readonly<Record<string, unknown>> = {}) =>
  [key.replace('labels.document.', ''), ...Object.values(params)].join(' ');
const item = (more: Partial<DocumentItem> = {}): DocumentItem => ({
  ...{ description: 'Cotton shirt', hsCode: '6205.20', originCountry: 'CN', unitPrice: '12.3456', unitWeight: '0.25' },
  ...{ quantity: 3, purpose: 'sale', ...more },
});
const box = { seq: 1, weight: '2.50', length: '10.00', width: '8.00', height: '4.50' };
const order = (more: Partial<DocumentOrder> = {}): DocumentOrder => ({
  ...{ id: '1', orderNo: 'SO-1', unitType: '0', senderMode: 'channel', shipDate: '2026-01-12', taxPayer: 'sender' },
  place: {
    ...{ company: 'North Freight', address1: '1 Dock Road', address2: null, city: 'Ontario', state: 'CA' },
    ...{ postalCode: '91761', country: 'US', phone: null },
  },
  ...{ shipToName: '王小明', shipToAddress1: '南京路 1 号', shipToCity: '上海', shipToPostalCode: '200001' },
  ...{ shipToCountry: 'CN', boxes: [{ ...box, quantity: 2 }], packages: [], items: [item()] },
  ...more,
});
const cells = (book: ReturnType<typeof packingList>) => book.tables.flatMap(({ lines }) => lines.flat());

describe('exact figures', () => {
  it('are what they are written as, at any size', () => {
    const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 9999 }));
    fc.assert(
      fc.property(decimal, ([whole, rest]) => {
        const text = `${whole}.${String(rest).padStart(4, '0')}`;
        expect(written(parts(text, 4), 4).replaceAll(',', '')).toBe(text);
      }),
    );
  });

  it.each([
    ['0.005', 1n],
    ['0.0049', 0n],
    ['-0.005', -1n],
    ['1.115', 112n],
  ])('of %s are %i cents', (text, cents) => {
    expect(rounded(parts(text, 4), 4, 2)).toBe(cents);
  });

  it('group thousands, and leave out zeros that say nothing', () => {
    expect([written(123456789n, 2), written(100000n, 4, 2), written(105000n, 4, 0)]).toEqual([
      ...['1,234,567.89', '10.00', '10.5'],
    ]);
  });
});

describe('a commercial invoice', () => {
  it('adds up as it is printed, where binary fractions do not', () => {
    const items = [item({ unitPrice: '0.1', quantity: 3 }), item({ unitPrice: '0.2', quantity: 1 }), item()];
    const { lines, total } = invoiceFigures(items);
    expect(lines).toEqual([30n, 20n, 3704n]);
    expect(total).toBe(3754n);
    expect(cells(commercialInvoice(order({ items }), say))).toContain('USD 37.54');
  });

  it('is as large as an order may be, to the cent', () => {
    const items = Array.from({ length: 999 }, () => item({ unitPrice: '9999999.9999', quantity: 9_999_999 }));
    const each = (99_999_999_999n * 9_999_999n + 50n) / 100n;
    expect(invoiceFigures(items).total).toBe(each * 999n);
  });

  it('names goods, code and origin, both sides and who pays', () => {
    const book = commercialInvoice(order(), say);
    expect(cells(book)).toEqual(expect.arrayContaining(['Cotton shirt', '6205.20', 'CN', '3', '12.3456', '37.04']));
    expect(book.facts).toEqual(
      expect.arrayContaining([
        ['exporter', 'North Freight'],
        ['consignee', '王小明'],
        ['duties', 'taxPayer.sender'],
        ['packages', '2 · 5.00 unit.0'],
      ]),
    );
  });
});

describe('a packing list', () => {
  it('has a line for each box, with its number once it has one', () => {
    expect(cells(packingList(order(), say)).slice(0, 8)).toEqual([
      ...['1/2', '', '2.50', '10 × 8 × 4.5', '2/2', '', '2.50', '10 × 8 × 4.5'],
    ]);
    const packages = [{ ...box, trackingNo: '1Z1' }];
    expect(cells(packingList(order({ packages }), say)).slice(0, 2)).toEqual(['1/1', '1Z1']);
  });
});

describe('a pick list', () => {
  it('counts each thing once over all orders, and says whose it is', () => {
    const other = order({ id: '2', orderNo: 'SO-2', items: [item({ quantity: 4 }), item({ description: 'Belt' })] });
    const book = pickList([order(), other], say);
    expect(book.tables[0]?.lines).toEqual([
      ['Belt', '3', 'SO-2 × 3'],
      ['Cotton shirt', '7', 'SO-1 × 3, SO-2 × 4'],
    ]);
    expect(book.facts).toEqual([
      ['orders', '2'],
      ['units', '10'],
    ]);
  });
});
