import { describe, expect, it } from 'vitest';
import { readRateSheet } from '../../../../server/domain/rating/data/rate-sheet.ts';
import type { PriceSheet } from '../../../../server/domain/rating/import/price-sheet.ts';
import { priceOf } from '../../../../server/domain/rating/kernel/table.ts';
import { always, lb } from '../case.ts';
import { forwarderBooks } from '../fixtures/workbooks.ts';
import { bytesOf, readFile } from './book.ts';

const books = new Map(forwarderBooks.map((book) => [book.name, book]));

async function products(name: string) {
  const book = books.get(name);
  if (!book) throw new Error(`no fixture ${name}`);
  return readFile('rate-table', name, await bytesOf(book));
}

/** What a shipment of one piece costs by an imported sheet, in minor units; null where nothing is offered. */
function cost(values: Readonly<Record<string, unknown>>, zone: string, weight: string): number | null {
  const read = readRateSheet(values['sheet']);
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  try {
    return priceOf({ ...always, id: 'imported', version: 1, ...read.value }, { zone, weight: lb(weight), pieces: 1 })
      .amount;
  } catch {
    return null;
  }
}

describe('workbooks of forwarders', () => {
  it('are eight, and each of them is read without a fault by its headings alone', async () => {
    expect(forwarderBooks).toHaveLength(8);
    for (const { name } of forwarderBooks) {
      const found = await products(name);
      expect(found.length, name).toBeGreaterThan(0);
      expect(
        found.flatMap(({ issues }) => issues),
        name,
      ).toEqual([]);
    }
  });

  it('with a catalogue: bands, a price by the kilogram and a fee, 0.2 kg at 50 and 8 is 18.00', async () => {
    const [first, second] = await products('全球专线报价 2026-03.xlsx');
    const of = (record: typeof first) => record?.values ?? {};
    expect(of(first)).toMatchObject({ code: 'GZ-PH', from: '2026-03-15', currency: 'CNY', unitType: '1' });
    expect(cost(of(first), 'US', '0.2')).toBe(1_800);
    expect(cost(of(first), 'US', '0.2001')).toBe(1_777);
    expect(cost(of(first), 'US', '0.01')).toBe(950);
    expect(cost(of(first), 'DE', '0.5')).toBe(3_050);
    expect(cost(of(first), 'FR', '0.5')).toBeNull();
    expect(cost(of(first), 'US', '2.01')).toBeNull();
    expect(first?.notes).toContain('计泡方式:长*宽*高/8000,取实重与体积重的较大者。');
    expect(first?.notes).toContain('签名服务费: 10元/票; /');
    // The code and the day stand in the catalogue alone.
    expect(of(second)).toMatchObject({ code: 'GZ-DD', name: '全球专线挂号(带电)', from: '2026-03-01' });
    expect(cost(of(second), 'US', '1')).toBe(106_650);
  });

  it('with bands from and to: one that begins above zero is no offer below it', async () => {
    const [parcels, batteries] = await products('express-prices.xlsx');
    expect(parcels?.values).toMatchObject({ code: '481', name: '燕子航空经济小包 普货', from: '2026-02-01' });
    expect(cost(parcels?.values ?? {}, 'GB', '0.22')).toBe(1_550 + 854);
    expect(cost(parcels?.values ?? {}, 'GB', '0.221')).toBe(1_600 + 822);
    expect(cost(parcels?.values ?? {}, 'CA', '0.22')).toBeNull();
    expect(cost(parcels?.values ?? {}, 'CA', '0.221')).toBe(1_800 + 1_459);
    expect(batteries?.values).toMatchObject({ code: '485', name: '带电' });
  });

  it('with first and further weight; documents whose whole price is the handling fee', async () => {
    const [dhl] = await products('DHL-HK.xlsx');
    expect(dhl?.values).toMatchObject({ code: 'DHL-HK', from: '2026-01-05', to: '2026-06-30', currency: 'CNY' });
    expect(cost(dhl?.values ?? {}, '1', '0.5')).toBe(9_800);
    expect(cost(dhl?.values ?? {}, '1', '2.1')).toBe(11_000 + 4 * 2_850);
    expect(cost(dhl?.values ?? {}, '2', '0.5')).toBeNull();
    expect(cost(dhl?.values ?? {}, '2', '1')).toBe(12_500 + 3_100);
    expect(cost(dhl?.values ?? {}, '2', '21')).toBeNull();
    expect(dhl?.notes).toEqual(['偏远附加费:4元/KG,最低180元/票。']);
  });

  it('with countries across and the heavy half on a sheet of its own: one table', async () => {
    const found = await products('运费模板.xlsx');
    expect(found).toHaveLength(1);
    const values = found[0]?.values ?? {};
    expect(values).toMatchObject({ currency: 'USD', unitType: '1' });
    // No letter of the file's name makes a code: a person enters it.
    expect(values['code']).toBeUndefined();
    expect(cost(values, 'US', '0.5')).toBe(1_250);
    expect(cost(values, 'AU', '0.4')).toBeNull();
    expect(cost(values, 'AU', '0.6')).toBe(1_840);
    expect(cost(values, 'CA', '20.5')).toBe(13_175);
    expect(cost(values, 'CA', '21')).toBe(12_810);
    expect(cost(values, 'AU', '45')).toBe(27_000);
  });

  it('with the first weight and each further step in rows of their own', async () => {
    const [ems] = await products('国际快递.xlsx');
    expect(ems?.values).toMatchObject({ code: 'EMS-TH', from: '2026-04-01', unitType: '1' });
    expect(cost(ems?.values ?? {}, 'JP', '0.5')).toBe(6_000);
    expect(cost(ems?.values ?? {}, 'SG', '1.2')).toBe(5_500 + 2 * 1_650);
    expect(cost(ems?.values ?? {}, 'JP', '21')).toBe(63_000);
    expect(cost(ems?.values ?? {}, 'TH', '21')).toBeNull();
    expect(ems?.notes).toEqual(['燃油附加费另计。', '客服电话 400-000-0000']);
  });

  it('with two headings below each other', async () => {
    const [air] = await products('line-prices.xlsx');
    expect(air?.values).toMatchObject({ code: 'AIR-7', from: '2026-03-01', currency: 'USD', unitType: '1' });
    expect(cost(air?.values ?? {}, 'US', '1')).toBe(1_000 + 450 + 120);
    expect(cost(air?.values ?? {}, 'GB', '5')).toBe(900 + 9 * 400 + 110);
    expect(cost(air?.values ?? {}, 'GB', '5.1')).toBeNull();
  });

  it('in pounds: zones that share a column, a letter with a price of its own, pounds above the last row', async () => {
    const [eco] = await products('Economy Export 2026.xlsx');
    const { zones, above } = (eco?.values['sheet'] ?? {}) as PriceSheet;
    expect(zones).toEqual(['1', '2', '3', '4']);
    expect(above).toEqual({ 1: '9.50', 2: '10.25', 3: '10.25' });
    expect(eco?.values).toMatchObject({ code: 'ECO-X', from: '2026-01-05', currency: 'USD', unitType: '0' });
    expect(cost(eco?.values ?? {}, '4', '1')).toBe(105_110);
    expect(cost(eco?.values ?? {}, '3', '4')).toBe(5_500);
    expect(cost(eco?.values ?? {}, '1', '5.5')).toBe(5_363);
    expect(cost(eco?.values ?? {}, '2', '200')).toBe(205_000);
    expect(cost(eco?.values ?? {}, '4', '200')).toBeNull();
    const { packaging } = (eco?.values['sheet'] ?? {}) as PriceSheet;
    expect(packaging).toEqual({ letter: { to: '0.5', prices: { 1: '30.10', 2: '32.00', 3: '32.00', 4: '35.00' } } });
  });

  it('with weights across', async () => {
    const [small] = await products('小包.xlsx');
    expect(small?.values).toMatchObject({ code: 'XB-01', from: '2026-05-01', currency: 'CNY' });
    expect(cost(small?.values ?? {}, 'US', '0.3')).toBe(3_050);
    expect(cost(small?.values ?? {}, 'BR', '0.3')).toBeNull();
  });
});
