import { describe, expect, it } from 'vitest';
import { readAreaList, readZoneChart } from '../../../../server/domain/rating/data/zone-chart.ts';
import { zoneOf } from '../../../../server/domain/rating/kernel/zone.ts';

const toldOf = (read: ReturnType<typeof readZoneChart> | ReturnType<typeof readAreaList>): string[] =>
  read.ok ? [] : read.issues.map(({ code, path }) => `${code} ${path}`);
const chart = (zones: unknown) => toldOf(readZoneChart({ zones }));

describe('a zone chart', () => {
  it('names the zone of every place of its ranges, the closest first', () => {
    const zones = { '2': ['US:850-853', 'US:86001-86003'], '5': ['US:860', 'CA:V6B', 'DE:'], '-': ['US:090'] };
    const read = readZoneChart({ zones });
    if (!read.ok) throw new Error(JSON.stringify(read.issues));
    const dated = { country: 'US', origin: '', from: '2000-01-01', to: null, ...read.value };
    const from = { country: 'US', postalCode: '85001', residential: false };
    const zone = (country: string, postalCode: string) =>
      zoneOf([dated], from, { country, postalCode, residential: false }, '2026-01-01');
    expect([zone('US', '85299'), zone('US', '86003'), zone('US', '86004-1234')]).toEqual(['2', '2', '5']);
    expect([zone('CA', 'V6B 1A1'), zone('DE', '10115')]).toEqual(['5', '5']);
    expect(() => zone('US', '09012')).toThrow('rating.noZone');
    expect(() => zone('US', '10001')).toThrow('rating.noZone');
  });

  it('may name what stands for "not served"', () => {
    expect(readZoneChart({ unserved: 'none', zones: { none: ['US:090'] } })).toMatchObject({
      value: { unserved: 'none' },
    });
    expect(toldOf(readZoneChart({ unserved: 7, zones: { '2': ['US:900'] } }))).toEqual([
      'rating.unserved zones.unserved',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['is an object', 7, 'rating.object zones.zones'],
    ['has zones', {}, 'rating.noZones zones.zones'],
    ['has zones with names', { '*': ['US:900'] }, 'rating.zone zones.zones.*'],
    ['has lists', { '2': 'US:900' }, 'rating.list zones.zones.2'],
    ['has places', { '2': ['US:900', '902'] }, 'rating.place zones.zones.2[1]'],
    ['has places of countries', { '2': ['usa:900'] }, 'rating.place zones.zones.2[0]'],
    ['has ranges of equal length', { '2': ['US:90-908'] }, 'rating.range zones.zones.2[0]'],
    ['has ranges that rise', { '2': ['US:908-902'] }, 'rating.range zones.zones.2[0]'],
    ['has ranges of numbers', { '2': ['CA:V6B-999'] }, 'rating.range zones.zones.2[0]'],
    ['has no place twice in a zone', { '2': ['US:902', 'US:900-904'] }, 'rating.doubledPlace zones.zones.2[1]'],
    ['has no place in two zones', { '2': ['US:900-904'], '3': ['US:904'] }, 'rating.doubledPlace zones.zones.3[0]'],
    ['has ranges that fit', { '2': ['US:000000001-999999999'] }, 'rating.tooMany zones.zones.2[0]'],
  ])('%s', (_, zones, issue) => {
    expect(chart(zones)).toContain(issue);
  });

  it('has nothing beside its zones', () => {
    expect(toldOf(readZoneChart({ zones: { '2': ['US:900'] }, areas: {} }))).toEqual(['rating.unknownKey zones.areas']);
    expect(toldOf(readZoneChart([]))).toEqual(['rating.object zones']);
  });
});

describe('a delivery area list', () => {
  it('names the tier of every place', () => {
    const read = readAreaList({ das: ['US:01002'], extended: ['US:82001-82003'] });
    expect(read.ok && [...read.value]).toEqual([
      ['US:01002', 'das'],
      ['US:82001', 'extended'],
      ['US:82002', 'extended'],
      ['US:82003', 'extended'],
    ]);
  });

  it.each<[string, unknown, string]>([
    ['is an object', [], 'rating.object tiers'],
    ['has tiers', {}, 'rating.noTiers tiers'],
    ['has tiers with codes', { 'Remote area': ['US:01002'] }, 'rating.tier tiers.Remote area'],
    ['has places', { das: ['01002'] }, 'rating.place tiers.das[0]'],
    [
      'has no place in two tiers',
      { das: ['US:01002'], extended: ['US:01002'] },
      'rating.doubledPlace tiers.extended[0]',
    ],
  ])('%s', (_, json, issue) => {
    expect(toldOf(readAreaList(json))).toContain(issue);
  });
});
