import { describe, expect, it } from 'vitest';
import { compileExpression, newBudget } from '../../../engine/core/index.ts';
import { quickTrigger } from '../../../server/domain/rating/data/quick-trigger.ts';
import { factTypes } from '../../../server/domain/rating/data/trigger.ts';
import type { BoxFacts } from '../../../server/domain/rating/kernel/surcharge.ts';

/* The quick way through a trigger says what the expression says, on every box. */

const triggers = [
  'residential',
  '!residential && irregular',
  'weight > 50',
  'longest > 48 || second > 30 || lengthPlusGirth > 105 || volume > 10368',
  "(longest >= 48.1 || weight <= 0.5) && area == 'das'",
  "area != 'das' || signature == 'direct' && declaredValue > 100.5",
  "zone == '8' && pieces >= 2 && unit != 'kgCm'",
  'third < 4 || !(thirdParty)',
  "!(area == 'das')",
  'weight + 1 > 50',
  "zone in ['2', '3']",
  'declaredValue > 100.123',
];
const other = new Set(['third < 4 || !(thirdParty)', "!(area == 'das')", 'weight + 1 > 50', "zone in ['2', '3']"]);

let seed = 11;
const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
const pick = <T>(...from: readonly T[]): T => from[next(from.length)] as T;
const box = (): BoxFacts => ({
  ...{ unit: pick('lbIn', 'kgCm'), zone: pick('2', '8'), actual: pick(5_000, 500_000, 500_001, 10_000) },
  sides: [pick(48_000, 48_100, 49_000), pick(30_000, 31_000), pick(3_999, 4_000)],
  ...{ lengthPlusGirth: pick(105_000, 105_001), volume: pick(10_368_000, 10_368_001) },
  ...{ residential: pick(true, false), area: pick(null, 'das', 'extended'), signature: pick('none', 'direct') },
  ...{ declaredValue: pick(0, 10_050, 10_051), irregular: pick(true, false), thirdParty: pick(true, false) },
  pieces: pick(1, 2, 3),
});
const facts = ({ actual, sides, lengthPlusGirth, volume, declaredValue, ...rest }: BoxFacts) => ({
  ...{ ...rest, weight: actual / 10_000, longest: sides[0] / 1000, second: sides[1] / 1000, third: sides[2] / 1000 },
  ...{ lengthPlusGirth: lengthPlusGirth / 1000, volume: volume / 1000, declaredValue: declaredValue / 100 },
});

describe.each(triggers)('%s', (text) => {
  it('holds for the same boxes either way', () => {
    const compiled = compileExpression(text, { fields: { ...factTypes } });
    if (!compiled.ok) throw new Error(text);
    const quick = quickTrigger(text);
    expect(quick === null).toBe(other.has(text) || text.includes('100.123'));
    const actor = { id: '', type: 'system', member: null, org: null, roles: [] };
    const differing = Array.from({ length: 500 }, box).filter(
      (each) =>
        quick !== null &&
        quick(each) !== compiled.value.holds({ record: facts(each), actor, now: '', today: '', budget: newBudget() }),
    );
    expect(differing).toEqual([]);
  });
});
