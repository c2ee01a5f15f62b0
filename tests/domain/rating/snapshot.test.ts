import { describe, expect, it } from 'vitest';
import { priceService, type Payer } from '../../../server/domain/rating/price-service.ts';
import type {
  LevelRow,
  PriceRows,
  ServiceRow,
  TableRow,
  WeightRuleRow,
} from '../../../server/domain/rating/snapshot/load-sql.ts';
import { Snapshot } from '../../../server/domain/rating/snapshot/snapshot.ts';
import { contentsOf } from '../../../server/domain/rating/snapshot/snapshots.ts';
import { box, percent, shipment, usd } from './case.ts';

/* What records mean to the kernel: which table counts for a level on a day, and which weight rule on a side. */

const version = { version: 1, from: '2025-01-01', to: null, retired: null };

const service = (more: Partial<ServiceRow> = {}): ServiceRow => ({
  ...{ id: 's', code: 'GND', name: 'Ground', status: 'enabled', shipToType: 'auto', serviceGroup: 'ground' },
  ...{ unitType: '0', mode: 'perBox', fuelIncluded: true, directSignatureFrom: null, maxWeight: null },
  ...{ maxLength: null, maxGirth: null, maxBoxes: null, multiweightFrom: null, multiweightAverage: null },
  ...{ dimDivisor: 139, weightRounding: 'whole', channel: 'c', channelCode: 'C', channelName: 'Channel' },
  ...{ channelStatus: 'enabled', carrier: '1', weightRules: null },
  ...more,
});

/** A cent a pound times `cents`, to 150 lb. */
const table = (code: string, cents: string, more: Partial<TableRow> = {}): TableRow => ({
  ...{ ...version, id: code, stamp: `${code}:1`, code, name: code, side: 'sale', level: null, currency: 'USD' },
  ...{ service: 's', unitType: '0', multiweight: false, deficit: false },
  contents: { zones: ['8'], rows: [{ to: '150', mode: 'perUnit', prices: { 8: cents } }] },
  ...more,
});

const levelRow: LevelRow = {
  ...{ channel: 'c', level: 'gold', priceBasis: 'table', percent: null, minimumCharge: null, currency: 'USD' },
  ...{ surchargeBasis: 'rules', surchargePercent: null },
};

function priced(given: Partial<PriceRows>, day: string, text = '10 10x10x10'): { sale: unknown; cost: unknown } {
  const rows: PriceRows = {
    ...{ state: '1', services: [service()], levels: [levelRow], tables: [], fixed: [], areas: [], surcharges: [] },
    ...{ fuel: [], concessions: [], transit: [] },
    charts: [
      {
        ...{ ...version, id: 'z', stamp: 'z:1', code: 'Z', carrier: '1', serviceGroup: 'ground', country: 'US' },
        ...{ origin: '850', contents: { zones: { 8: ['US:100'] } } },
      },
    ],
    ...given,
  };
  const snapshot = new Snapshot(rows, contentsOf(rows));
  const payer: Payer = { customer: 'k', level: 'gold', discount: percent(0), distribution: percent(0) };
  const asked = { payer, withSale: true, withCost: true, toType: 'commercial' };
  const [first] = rows.services;
  if (!first) throw new Error('no service');
  const { sale, cost } = priceService(snapshot, first, shipment([box(text)], { shipDate: day }), asked);
  const told = (found: typeof sale) => (found && 'total' in found ? found.total : found?.code);
  return { sale: told(sale), cost: told(cost) };
}

describe('a table of one level', () => {
  const everybody = table('ALL', '1.00');
  const own = table('GOLD', '0.50', { level: 'gold', from: '2025-06-01', to: '2025-08-31' });

  it.each([
    ['2025-05-31', usd(10)],
    ['2025-06-01', usd(5)],
    ['2025-08-31', usd(5)],
    ['2025-09-01', usd(10)],
  ])('on %s the shipment costs %i: everybody’s counts where the level has none of its own', (day, total) => {
    expect(priced({ tables: [everybody, own] }, day).sale).toBe(total);
  });

  it('goes on where the version after it was taken back before its first day', () => {
    const next = { ...everybody, id: 'n', stamp: 'n:1', version: 2, from: '2025-09-01' };
    const on = (retired: string | null) => priced({ tables: [everybody, { ...next, retired }] }, '2025-10-01').sale;
    expect(on('2025-08-29')).toBe(usd(10));
    // Once it has counted its days stay its own.
    expect(on('2025-09-15')).toBe('rating.noTable');
  });

  it('leaves no price where neither counts', () => {
    const { sale } = priced({ tables: [{ ...everybody, to: '2025-03-31' }, own] }, '2025-05-01');
    expect(sale).toBe('rating.noTable');
  });

  it('that is in another currency does not go with everybody’s', () => {
    const euro = { ...own, currency: 'EUR' };
    expect(priced({ tables: [everybody, euro] }, '2025-07-01').sale).toBe(usd(5));
    expect(priced({ tables: [everybody, euro] }, '2025-10-01').sale).toBe('rating.noTable');
  });

  it('has surcharges of its own in the same way', () => {
    const rule = (code: string, amount: string, more: object) => ({
      ...{ ...version, id: code, stamp: `${code}:1`, code, name: code, category: 'residential', carrier: '1' },
      ...{ side: 'sale' as const, level: null, currency: 'USD', serviceGroups: null },
      terms: {
        ...{ trigger: '!residential', unitType: '0', amountKind: 'flat', amount, priority: 10 },
        ...{ fuelBearing: false, perShipment: false },
      },
      ...more,
    });
    const surcharges = [rule('RES', '4.00', {}), rule('RES-GOLD', '3.00', { level: 'gold', from: '2025-06-01' })];
    expect(priced({ tables: [everybody], surcharges }, '2025-05-31').sale).toBe(usd(14));
    expect(priced({ tables: [everybody], surcharges }, '2025-06-01').sale).toBe(usd(13));
  });
});

describe('the surcharges of a level', () => {
  const rule = (category: string, side: 'list' | 'cost', amount: string) => ({
    ...{ ...version, id: category + side, stamp: `${category}${side}:1`, code: `${category}-${side}`, name: category },
    ...{ category, carrier: '1', side, level: null, currency: 'USD', serviceGroups: null },
    terms: {
      ...{ trigger: '!residential', unitType: '0', amountKind: 'flat', amount, priority: 10 },
      ...{ fuelBearing: false, perShipment: false },
    },
  });
  const surcharges = [
    rule('residential', 'list', '6.00'),
    rule('residential', 'cost', '4.00'),
    rule('handling', 'list', '40.00'),
    rule('handling', 'cost', '30.00'),
  ];
  const tables = [table('ALL', '1.00')];
  const sale = (terms: LevelRow['surchargeTerms']) => {
    const levels: LevelRow[] = [
      { ...levelRow, surchargeBasis: 'list', surchargePercent: '10', surchargeTerms: terms ?? null },
    ];
    return priced({ tables, surcharges, levels }, '2025-10-01').sale;
  };

  it('follow the terms of the level, and those of a single category in their place', () => {
    // 10.00 + 5.40 + 36.00.
    expect(sale(null)).toBe(usd('51.40'));
    // Residential at cost, handling off the list.
    expect(sale([{ category: 'residential', basis: 'atCost', percent: null }])).toBe(usd('50.00'));
    expect(sale([{ category: 'handling', basis: 'costFactor', percent: '5' }])).toBe(usd('46.90'));
    expect(sale([{ category: 'handling', basis: 'rules', percent: null }])).toBe(usd('15.40'));
  });
});

describe('the weight rules of a service', () => {
  const rule = (divisor: number, side: string | null): WeightRuleRow => ({
    ...{ from: '2025-01-01', to: null, side, sides: 'up', divisor, divisorAboveVolume: null, divisorAbove: null },
    ...{ freeVolume: null, basis: 'greater', excessPercent: null, pieces: 'each', step: '1' },
    ...{ stepAboveWeight: null, stepAbove: null, minimum: '1' },
  });
  const tables = [table('SALE', '1.00'), table('COST', '1.00', { side: 'cost' })];

  it('differ by side where they say so: 2,000 cubic inches are 8 lb for us at 250 and 15 lb for a customer at 139', () => {
    const services = [service({ weightRules: [rule(250, 'cost'), rule(139, 'sale')] })];
    const found = priced({ services, tables }, '2025-10-01', '1 20x10x10');
    expect(found).toEqual({ sale: usd(15), cost: usd(8) });
  });

  it('of the sale side also weigh what is priced on cost', () => {
    const services = [service({ weightRules: [rule(250, 'cost'), rule(139, 'sale')] })];
    const levels: LevelRow[] = [{ ...levelRow, priceBasis: 'costPlus', percent: '10' }];
    expect(priced({ services, tables, levels }, '2025-10-01', '1 20x10x10')).toEqual({
      sale: usd('16.50'),
      cost: usd(8),
    });
  });

  it('count on both sides where they name none, and a side without one has no price', () => {
    expect(
      priced({ services: [service({ weightRules: [rule(200, null)] })], tables }, '2025-10-01', '1 20x10x10'),
    ).toEqual({
      ...{ sale: usd(10), cost: usd(10) },
    });
    expect(priced({ services: [service({ weightRules: [rule(200, 'sale')] })], tables }, '2025-10-01')).toMatchObject({
      cost: 'rating.noWeightRule',
    });
  });

  // Half units below 20, whole ones above.
  it.each([
    ['0.2', 50],
    ['19.6', 2_000],
    ['20', 2_000],
    ['20.1', 2_100],
  ])('by halves bill %s as %i cents at 1.00 a unit', (weight, cents) => {
    const services = [service({ weightRounding: 'half' })];
    expect(priced({ services, tables }, '2025-10-01', `${weight} 1x1x1`).sale).toBe(cents);
  });
});
