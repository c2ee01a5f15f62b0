import { describe, expect, it } from 'vitest';
import { readSurcharge } from '../../../../server/domain/rating/data/surcharge.ts';
import type { BoxFacts } from '../../../../server/domain/rating/kernel/surcharge.ts';
import { inch, lb, usd } from '../case.ts';

const rule = { trigger: 'residential', amountKind: 'flat', amount: 5.95, fuelBearing: true, priority: 100 };
const told = (more: Record<string, unknown>): string[] => {
  const read = readSurcharge({ ...rule, ...more });
  return read.ok ? [] : read.issues.map(({ code, path }) => `${code} ${path}`);
};
const terms = (more: Record<string, unknown>) => {
  const read = readSurcharge({ ...rule, ...more });
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  return read.value;
};
const box = (more: Partial<BoxFacts> = {}): BoxFacts => ({
  ...{ unit: 'lbIn', zone: '5', actual: lb(10), sides: [inch(32), inch(18), inch(18)] },
  ...{ lengthPlusGirth: inch(104), volume: inch(10_368), residential: false, area: null, signature: 'none' },
  ...{ declaredValue: 0, irregular: false, thirdParty: false, pieces: 1 },
  ...more,
});
const applies = (trigger: string, more: Partial<BoxFacts> = {}, unitType: string | null = '0') =>
  terms({ trigger, unitType }).applies(box(more));

describe('a trigger', () => {
  it('compares exactly, on both sides of every boundary', () => {
    const old = 'longest > 48 || second > 30 || lengthPlusGirth > 105';
    expect([applies(old), applies(old, { sides: [inch(48), inch(30), inch(3)] })]).toEqual([false, false]);
    expect(applies(old, { sides: [inch('48.001'), inch(18), inch(18)] })).toBe(true);
    expect(applies(old, { lengthPlusGirth: inch('105.001') })).toBe(true);
    const fresh = `${old} || volume > 10368`;
    expect([applies(fresh), applies(fresh, { volume: inch('10368.001') })]).toEqual([false, true]);
    expect([applies('weight > 50', { actual: lb(50) }), applies('weight > 50', { actual: lb('50.0001') })]).toEqual([
      false,
      true,
    ]);
  });

  it('asks for tiers, signatures, values and who pays', () => {
    const area = "area == 'das' && residential";
    expect([applies(area), applies(area, { area: 'das', residential: true })]).toEqual([false, true]);
    expect(applies("area in ['das', 'extended']", { area: 'extended' })).toBe(true);
    expect(applies("area != 'das'", { area: null })).toBe(false);
    expect(applies("signature == 'direct'", { signature: 'direct' })).toBe(true);
    expect(applies('declaredValue > 100', { declaredValue: usd('100.01') })).toBe(true);
    expect(applies('declaredValue > 100', { declaredValue: usd(100) })).toBe(false);
    expect(applies('thirdParty && pieces > 1', { thirdParty: true, pieces: 2 })).toBe(true);
    expect(applies("irregular && zone == '5'", { irregular: true })).toBe(true);
  });

  it('means its own units alone, and any where it measures nothing', () => {
    expect(applies('longest > 48', { unit: 'kgCm', sides: [inch(100), inch(1), inch(1)] })).toBe(false);
    expect(terms({}).applies(box({ unit: 'kgCm', residential: true }))).toBe(true);
    expect(told({ trigger: 'longest > 48' })).toEqual(['rating.unit unitType']);
    expect(told({ minimumWeight: 40 })).toEqual(['rating.unit unitType']);
  });

  it.each<[string, string, string]>([
    ['is no empty text', '  ', 'rating.trigger trigger'],
    ['is an expression', 'longest >', 'expression.syntax trigger'],
    ['knows the facts', 'height > 48', 'expression.unknownName trigger'],
    ['compares like with like', "zone > 5 && weight == 'x'", 'expression.type trigger'],
    ['answers yes or no', 'weight + 1', 'rating.triggerBool trigger'],
    ['depends on no day', "today > '2026-01-12'", 'rating.triggerFact trigger'],
    ['depends on no person', "actor.type == 'staff'", 'rating.triggerFact trigger'],
  ])('%s', (_, trigger, issue) => {
    expect(told({ trigger, unitType: '0' })).toContain(issue);
  });

  it('may mention today in quotes', () => {
    expect(told({ trigger: "zone == 'today'" })).toEqual([]);
  });
});

describe('the amount of a surcharge', () => {
  it('is read into minor units, with the zones of its ranges', () => {
    expect(terms({}).amount).toEqual({ kind: 'flat', amount: 595 });
    expect(terms({ amountKind: 'byZone', amounts: { '2': '28.00', '3-4': '31', '*': '38.5' } }).amount).toEqual({
      kind: 'byZone',
      amounts: { '2': 2800, '3': 3100, '4': 3100, '*': 3850 },
    });
    expect(terms({ amountKind: 'byZone', amounts: { '002-003': '28.00' } }).amount).toEqual({
      kind: 'byZone',
      amounts: { '002': 2800, '003': 2800 },
    });
    expect(terms({ amountKind: 'declared', amount: 1.5, per: 100, least: 4.5 }).amount).toEqual({
      ...{ kind: 'declared', amount: 150, per: 10_000, least: 450 },
    });
    expect(terms({ amountKind: 'percent', percent: 5, percentOf: 'all' }).amount).toEqual({
      ...{ kind: 'percent', percent: 50_000, of: 'all' },
    });
  });

  it('goes with its group, what it excludes and the least weight', () => {
    const more = { exclusiveGroup: 'large', excludes: 'handling, demand', minimumWeight: 90, unitType: '0' };
    expect(terms(more)).toMatchObject({ group: 'large', excludes: ['handling', 'demand'], minimumWeight: lb(90) });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['is of a kind', { amountKind: 'free' }, 'rating.amountKind amountKind'],
    ['is exact', { amount: '5.955' }, 'rating.decimal amount'],
    ['is above 0', { amount: 0 }, 'rating.aboveZero amount'],
    ['is by zones', { amountKind: 'byZone', amounts: [] }, 'rating.object amounts'],
    ['has a zone at least', { amountKind: 'byZone', amounts: {} }, 'rating.noAmounts amounts'],
    ['has zones with names', { amountKind: 'byZone', amounts: { '?': '1' } }, 'rating.zone amounts.?'],
    ['has rising ranges', { amountKind: 'byZone', amounts: { '4-3': '1' } }, 'rating.range amounts.4-3'],
    [
      'has no zone twice',
      { amountKind: 'byZone', amounts: { '3': '1', '2-4': '2' } },
      'rating.doubledZone amounts.2-4',
    ],
    ['is exact for every zone', { amountKind: 'byZone', amounts: { '2': '1.005' } }, 'rating.decimal amounts.2'],
    ['is for a value', { amountKind: 'declared', per: null }, 'rating.decimal per'],
    ['is a percent', { amountKind: 'percent', percent: 0 }, 'rating.aboveZero percent'],
    ['is at least something', { amountKind: 'percent', percent: 5, least: -1 }, 'rating.notNegative least'],
  ])('%s', (_, more, issue) => {
    expect(told(more)).toContain(issue);
  });
});
