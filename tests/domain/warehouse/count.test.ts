import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count } from '../../../server/domain/warehouse/count.ts';
import { dayIn, dayNumber, isoDay, monthBefore } from '../../../server/domain/warehouse/days.ts';
import { toCents, units, unitsText } from '../../../server/domain/warehouse/exact.ts';
import type { Facts, FeeRow, PriceRow, RecordRow } from '../../../server/domain/warehouse/facts.ts';
import { centsOf, slowStorage } from './slow-count.ts';

const record = (values: Partial<RecordRow>): RecordRow => ({
  ...{ id: '1', recordNo: 'WR-1', kind: 'storage', reference: null, returned: false, arrivedOn: '2026-03-01' },
  ...{ leftOn: null, pieces: '10', pallets: '2', orders: '1', labels: '0', cbm: '3.5', departures: [], ...values },
});
const price = (values: Partial<PriceRow>): PriceRow => ({
  ...{ id: '1', label: 'STANDARD v1', currency: 'USD', freeDays: 0, countFirstDay: true, countLastDay: true },
  ...{ fees: [{ fee: 'storage', basis: 'pallet', fromDay: 1, price: '0.5' }], ...values },
});
const facts = (records: RecordRow[], prices: PriceRow[], assignments?: Facts['assignments']): Facts => ({
  ...{ customer: '1', warehouse: '2', records, late: [], prices },
  assignments: assignments ?? [{ price: prices[0]?.id ?? '', from: '2020-01-01', own: false }],
});
const march = { from: '2026-03-01', to: '2026-03-31' };
const cent = (text: string): number => Math.round(Number(text) * 100);

/** Days around the ends of months and years, leap days among them. */
const day = fc.integer({ min: dayNumber('2023-12-20'), max: dayNumber('2024-03-10') }).map(isoDay);
const decimal = (max: number) => fc.integer({ min: 0, max: max * 10_000 }).map((value) => unitsText(BigInt(value)));
const figures = { pieces: fc.integer({ min: 0, max: 500 }).map(String), pallets: decimal(20), volume: decimal(40) };
const anyRecord = fc
  .record({
    ...{ kind: fc.constantFrom('inbound' as const, 'storage' as const), arrivedOn: day, pieces: figures.pieces },
    ...{ stay: fc.option(fc.integer({ min: 0, max: 60 })), pallets: figures.pallets, cbm: fc.option(figures.volume) },
    departures: fc.array(fc.record({ after: fc.integer({ min: 0, max: 40 }), ...figures }), { maxLength: 3 }),
  })
  .map(({ stay, departures, ...rest }) =>
    record({
      ...rest,
      leftOn: stay === null ? null : isoDay(dayNumber(rest.arrivedOn) + stay),
      departures: departures.map(({ after, ...part }) => ({
        ...part,
        leftOn: isoDay(dayNumber(rest.arrivedOn) + Math.min(after, stay ?? after)),
      })),
    }),
  );
const anyPrice = fc
  .record({
    ...{ freeDays: fc.integer({ min: 0, max: 12 }), countFirstDay: fc.boolean(), countLastDay: fc.boolean() },
    basis: fc.constantFrom('piece' as const, 'pallet' as const, 'cbm' as const),
    tiers: fc.uniqueArray(fc.record({ fromDay: fc.integer({ min: 1, max: 40 }), price: decimal(3) }), {
      ...{ selector: ({ fromDay }) => fromDay, maxLength: 4 },
    }),
  })
  .map(({ basis, tiers, ...rule }) => ({
    ...rule,
    fees: tiers.map((tier): FeeRow => ({ fee: 'storage', basis, ...tier })),
  }));
const anyFacts = fc
  .record({
    records: fc.array(anyRecord, { maxLength: 5 }),
    prices: fc.array(anyPrice, { minLength: 1, maxLength: 3 }),
    changes: fc.uniqueArray(fc.record({ from: day, at: fc.nat(2), own: fc.boolean() }), {
      ...{ selector: ({ from, own }) => `${from} ${own}`, maxLength: 4 },
    }),
  })
  .map(({ records, prices, changes }) => {
    const named = prices.map((each, at) => price({ ...each, id: String(at), label: `P v${at}` }));
    const assignments = changes.map(({ from, at, own }) => ({ price: String(at % named.length), from, own }));
    return facts(records, named, assignments);
  });

describe('storage by the day', () => {
  it('is what following every piece from day to day gives, and its days add up to the line', () => {
    fc.assert(
      fc.property(anyFacts, day, fc.integer({ min: 0, max: 45 }), (given, from, length) => {
        const period = { from, to: isoDay(dayNumber(from) + length) };
        const { lines, proof, total } = count(given, period);
        const found = lines.map(({ basis, fromDay, price: at, amount }) => [
          `${basis} ${fromDay} ${units(at)}`,
          amount,
        ]);
        const slow = [...slowStorage(given, period)].map(([key, parts]) => [key, centsOf(parts)]);
        expect(found.toSorted()).toEqual(slow.toSorted());
        for (const line of lines) {
          const days = proof.days.filter(
            (each) => each.fromDay === line.fromDay && each.price === line.price && each.basis === line.basis,
          );
          expect(days.reduce((sum, { amount }) => sum + cent(amount), 0)).toBe(cent(line.amount));
          expect(unitsText(days.reduce((sum, { quantity }) => sum + units(quantity), 0n))).toBe(line.quantity);
          expect(toCents(units(line.quantity) * units(line.price))).toBe(BigInt(cent(line.amount)));
        }
        expect(total).toBe(lines.reduce((sum, { amount }) => sum + BigInt(cent(amount)), 0n));
      }),
      { numRuns: Number(process.env['NIGHT'] ? 5000 : 400) },
    );
  });

  it.each([
    ['both days', true, true, '31.00', 31],
    ['not the first', false, true, '30.00', 30],
    ['not the last', true, false, '30.00', 30],
    ['neither', false, false, '29.00', 29],
  ])('counts %s of a stay of March', (_, countFirstDay, countLastDay, amount, days) => {
    const stay = record({ leftOn: '2026-03-31' });
    const { lines, proof } = count(facts([stay], [price({ countFirstDay, countLastDay })]), march);
    expect([lines[0]?.amount, proof.lots[0]?.days]).toEqual([amount, days]);
  });

  it('is a day for what comes and goes on one day only if both days count', () => {
    const stay = record({ arrivedOn: '2024-02-29', leftOn: '2024-02-29' });
    const february = { from: '2024-02-01', to: '2024-02-29' };
    const amounts = [true, false].map(
      (countLastDay) => count(facts([stay], [price({ countLastDay })]), february).lines[0]?.amount,
    );
    expect(amounts).toEqual(['1.00', undefined]);
  });

  it('has its free days and its tiers by the age of the stay, across the ends of months', () => {
    const tiers: FeeRow[] = [
      { fee: 'storage', basis: 'pallet', fromDay: 1, price: '0.5' },
      { fee: 'storage', basis: 'pallet', fromDay: 31, price: '1' },
    ];
    const stay = record({ arrivedOn: '2026-02-15' });
    const { lines, proof } = count(facts([stay], [price({ freeDays: 20, fees: tiers })]), march);
    // 1 March is the 15th day: six more are free, ten are of the first tier, and from the 31st on the second one counts.
    expect(lines.map(({ fromDay, quantity, amount }) => [fromDay, quantity, amount])).toEqual([
      [1, '20', '10.00'],
      [31, '30', '30.00'],
    ]);
    expect(proof.lots).toMatchObject([{ days: 31, freeDays: 6, quantity: '50' }]);
  });

  it('changes with the version from the day on which the customer is given another one', () => {
    const two = [
      price({}),
      price({ id: '2', label: 'STANDARD v2', fees: [{ fee: 'storage', basis: 'cbm', fromDay: 1, price: '1.01' }] }),
    ];
    const changes = [
      { price: '1', from: '2026-01-01', own: false },
      { price: '2', from: '2026-03-21', own: false },
    ];
    const { lines, proof } = count(facts([record({})], two, changes), march);
    expect(lines.map(({ basis, quantity, amount }) => [basis, quantity, amount])).toEqual([
      ['pallet', '40', '20.00'],
      ['cbm', '38.5', '38.89'],
    ]);
    expect(proof.versions.map(({ label, from }) => [label, from])).toEqual([
      ['STANDARD v1', '2026-03-01'],
      ['STANDARD v2', '2026-03-21'],
    ]);
  });
});

describe('what is charged once', () => {
  const fees: FeeRow[] = [
    { fee: 'inbound', basis: 'pallet', fromDay: 1, price: '12' },
    { fee: 'inbound', basis: 'piece', fromDay: 1, price: '0.125' },
    { fee: 'returnHandling', basis: 'piece', fromDay: 1, price: '2.5' },
    { fee: 'handling', basis: 'order', fromDay: 1, price: '1.2' },
    { fee: 'label', basis: 'label', fromDay: 1, price: '0.1' },
    { fee: 'outbound', basis: 'cbm', fromDay: 1, price: '3' },
    { fee: 'minimum', basis: 'period', fromDay: 1, price: '60' },
  ];
  const amounts = (records: RecordRow[]) =>
    Object.fromEntries(
      count(facts(records, [price({ fees })]), march).lines.map(({ fee, basis, amount }) => [
        `${fee} ${basis}`,
        amount,
      ]),
    );

  it('follows the kind of the record, and a return is charged as one', () => {
    const records = [
      record({ kind: 'inbound' }),
      record({ kind: 'inbound', returned: true, pieces: '3' }),
      record({ kind: 'handling', orders: '4', labels: '7' }),
      record({ kind: 'outbound', cbm: '0.3333' }),
      record({ kind: 'inbound', arrivedOn: '2026-02-28' }),
    ];
    expect(amounts(records)).toEqual({
      ...{ 'inbound pallet': '24.00', 'inbound piece': '1.25', 'returnHandling piece': '7.50' },
      ...{ 'handling order': '4.80', 'label label': '0.70', 'outbound cbm': '1.00', 'minimum period': '20.75' },
    });
  });

  it('is filled up to the minimum only where the customer has something there', () => {
    expect(amounts([])).toEqual({});
    expect(amounts([record({})])).toEqual({ 'minimum period': '60.00' });
  });

  it('names what has no volume and the days without a price', () => {
    const late = [{ price: '1', from: '2026-03-03', own: true }];
    const cubic = price({ fees: [{ fee: 'storage', basis: 'cbm', fromDay: 1, price: '1' }] });
    const { proof } = count(facts([record({ cbm: null })], [cubic], late), march);
    expect(proof.unmeasured).toEqual(['WR-1']);
    expect(proof.unpriced).toEqual(['2026-03-01', '2026-03-02']);
  });

  it('says where two currencies meet', () => {
    const two = [price({}), price({ id: '2', currency: 'CAD' })];
    const changes = [
      { price: '1', from: '2026-01-01', own: false },
      { price: '2', from: '2026-03-21', own: false },
    ];
    expect(count(facts([record({})], two, changes), march).isMixed).toBe(true);
  });
});

describe('what a pushed bill lacked', () => {
  const late = (values: Partial<RecordRow>, filled = '0') => ({
    ...{
      record: record(values),
      bill: '9',
      billNo: 'WB-9',
      from: '2026-02-01',
      to: '2026-02-28',
      volume: false,
      filled,
    },
  });

  it('is charged for the days of that bill, by their prices and the age that it had then', () => {
    const tiers: FeeRow[] = [
      { fee: 'storage', basis: 'pallet', fromDay: 1, price: '0.5' },
      { fee: 'storage', basis: 'pallet', fromDay: 21, price: '1' },
      { fee: 'inbound', basis: 'piece', fromDay: 1, price: '0.1' },
    ];
    const stay = { kind: 'inbound' as const, arrivedOn: '2026-02-19' };
    const given = facts([record(stay)], [price({ fees: tiers, freeDays: 5 })]);
    const { lines, total, proof } = count({ ...given, late: [late(stay)] }, march);
    expect(lines.map(({ fee, fromDay, quantity, amount, lateOf }) => [fee, fromDay, quantity, amount, lateOf])).toEqual(
      [
        ['storage', 1, '20', '10.00', null],
        ['storage', 21, '42', '42.00', null],
        ['inbound', null, '10', '1.00', 'WB-9'],
        ['storage', 1, '10', '5.00', 'WB-9'],
      ],
    );
    expect(total).toBe(5800n);
    expect(proof.late).toEqual([{ record: '1', recordNo: 'WR-1', bill: '9', billNo: 'WB-9' }]);
  });

  it('is charged by the volume alone where only that was missing', () => {
    const fees: FeeRow[] = [
      { fee: 'inbound', basis: 'piece', fromDay: 1, price: '0.1' },
      { fee: 'inbound', basis: 'cbm', fromDay: 1, price: '2' },
      { fee: 'label', basis: 'label', fromDay: 1, price: '0.3' },
      { fee: 'storage', basis: 'pallet', fromDay: 1, price: '0.5' },
      { fee: 'storage', basis: 'cbm', fromDay: 11, price: '0.4' },
    ];
    const stay = { kind: 'inbound' as const, arrivedOn: '2026-02-10', cbm: '3', labels: '4', leftOn: '2026-02-28' };
    const { lines } = count({ ...facts([], [price({ fees })]), late: [{ ...late(stay), volume: true }] }, march);
    expect(lines.map(({ fee, basis, quantity, amount, lateOf }) => [fee, basis, quantity, amount, lateOf])).toEqual([
      ['inbound', 'cbm', '3', '6.00', 'WB-9'],
      ['storage', 'cbm', '27', '10.80', 'WB-9'],
    ]);
  });

  it('costs nothing as far as the minimum of that period has paid for it, and this minimum is for this period alone', () => {
    const fees: FeeRow[] = [
      { fee: 'handling', basis: 'order', fromDay: 1, price: '10' },
      { fee: 'minimum', basis: 'period', fromDay: 1, price: '30' },
    ];
    const work = { kind: 'handling' as const, arrivedOn: '2026-02-10', orders: '2' };
    const now = record({ kind: 'handling', orders: '1', arrivedOn: '2026-03-02' });
    const amounts = (filled: string) =>
      count({ ...facts([now], [price({ fees })]), late: [late(work, filled)] }, march).lines.map(
        ({ fee, amount, lateOf }) => [fee, amount, lateOf],
      );
    const own = [
      ['handling', '10.00', null],
      ['minimum', '20.00', null],
      ['handling', '20.00', 'WB-9'],
    ];
    expect(amounts('0')).toEqual(own);
    expect(amounts('12.5')).toEqual([...own, ['minimum', '-12.50', 'WB-9']]);
    expect(amounts('70')).toEqual([...own, ['minimum', '-20.00', 'WB-9']]);
  });

  it('waits where its days were priced in another currency', () => {
    const two = [price({}), price({ id: '2', currency: 'CAD' })];
    const changes = [
      { price: '1', from: '2026-01-01', own: false },
      { price: '2', from: '2026-03-01', own: false },
    ];
    const given = facts([record({})], two, changes);
    const { isMixed, currency, proof, lines } = count({ ...given, late: [late({ arrivedOn: '2026-02-01' })] }, march);
    expect([isMixed, currency, lines.length]).toEqual([false, 'CAD', 1]);
    expect([proof.otherCurrency, proof.late]).toEqual([['WR-1'], []]);
  });
});

describe('a day', () => {
  it('is that of the tenant: the same moment is the last of a month here and the first of the next there', () => {
    const moment = new Date('2024-03-01T03:30:00Z');
    const days = ['America/Los_Angeles', 'UTC', 'Asia/Shanghai'].map((zone) => dayIn(zone, moment));
    expect(days).toEqual(['2024-02-29', '2024-03-01', '2024-03-01']);
    expect(monthBefore('2024-03-01')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(monthBefore('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});
