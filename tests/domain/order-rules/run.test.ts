import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileConditions, type ConditionLine } from '../../../server/domain/order-rules/condition.ts';
import { factsOf } from '../../../server/domain/order-rules/facts.ts';
import { runRules, type Rule, type Settings } from '../../../server/domain/order-rules/run.ts';

const nothing: Settings = {
  ...{ channel: null, service: null, serviceChannel: null, shipFrom: null, shipFromChannel: null, rateRule: null },
  ...{ signatureOption: null, labelSize: null, reference1: null, reference2: null, tags: null, hold: null, box: null },
  names: {},
};
const rule = (name: string, settings: Partial<Settings>, more: Partial<Rule> = {}): Rule => ({
  ...{ name, holds: () => true, overwrite: false, stops: false, settings: [{ ...nothing, ...settings }] },
  ...more,
});
const box = { weight: 0.5, length: 5, width: 5, height: 5, quantity: 1 };
const order = { shipToCountry: 'US', shipToState: 'CA', unitType: '0', signatureOption: 'none', boxes: [box] };
type Values = Readonly<Record<string, unknown>>;
const after = (values: Values, rules: readonly Rule[]): Values => {
  const { changes, marks } = runRules(values, rules);
  return { ...values, ...changes, ruleMarks: marks };
};

describe('rules of an order', () => {
  it('fill what is empty in their order, replace where they say so, and stop where they say so', () => {
    const [first, second] = [rule('One', { reference1: 'a' }), rule('Two', { reference1: 'b', reference2: 'c' })];
    expect(runRules(order, [first, second])).toEqual({
      matched: ['One', 'Two'],
      changes: { reference1: 'a', reference2: 'c' },
      marks: [
        { field: 'reference1', rule: 'One', value: 'a' },
        { field: 'reference2', rule: 'Two', value: 'c' },
      ],
    });
    expect(runRules(order, [first, { ...second, overwrite: true }]).changes['reference1']).toBe('b');
    expect(runRules(order, [{ ...first, stops: true }, second])).toMatchObject({
      matched: ['One'],
      changes: { reference1: 'a' },
    });
    expect(runRules({ ...order, reference1: 'mine' }, [first]).changes).toEqual({});
  });

  it('leave no service of another channel, and set none', () => {
    const given = { ...order, channel: '1', service: '11', shipFrom: '12' };
    expect(runRules(given, [rule('A', { service: '22', serviceChannel: '2' })]).changes).toEqual({});
    const moved = runRules(given, [
      rule('B', { channel: '2', service: '22', serviceChannel: '2' }, { overwrite: true }),
    ]);
    expect(moved.changes).toEqual({ channel: '2', service: '22', shipFrom: null });
  });

  it('hold once: what a person has let go is not held again', () => {
    const rules = [rule('Hold', { hold: 'look' })];
    const held = after(order, rules);
    expect(held['ruleHold']).toBe('look');
    expect(runRules({ ...held, ruleHold: null }, rules).changes).toEqual({});
  });

  it('size boxes in the unit of the order', () => {
    const size = { unitType: '0', length: 10, width: 8, height: 4 };
    const sized = runRules({ ...order, unitType: '1' }, [rule('S', { box: size }, { overwrite: true })]);
    expect(sized.changes['boxes']).toEqual([{ ...box, length: 25.4, width: 20.32, height: 10.16 }]);
  });

  const name = fc.constantFrom('A', 'B', 'C', 'D', 'E');
  const some = <T>(...values: T[]) => fc.constantFrom(null, ...values);
  const channels = fc.constantFrom(
    ...[{ channel: null }, { channel: '1' }, { channel: '2' }, { service: '11', serviceChannel: '1' }],
    ...[
      { channel: '2', service: '22', serviceChannel: '2' },
      { shipFrom: '13', shipFromChannel: '1' },
    ],
  );
  const settings: fc.Arbitrary<Settings> = fc
    .record({
      carriage: channels,
      signatureOption: some('none', 'direct'),
      labelSize: some('4x6', '4x8'),
      reference1: some('x', 'y'),
      tags: some('red', 'blue, red', 'green'),
      hold: some('look'),
      box: some({ unitType: '0', length: 10, width: 8, height: 4 }, { unitType: '1', length: 10, width: 8, height: 4 }),
    })
    .map(({ carriage, ...rest }) => ({ ...nothing, ...rest, ...carriage }));
  const holdsWhere =
    (state: string | null): Rule['holds'] =>
    (facts) =>
      state === null || facts['state'] === state;
  const rules: fc.Arbitrary<Rule[]> = fc.array(
    fc
      .record({
        ...{ name, overwrite: fc.boolean(), stops: fc.boolean(), state: some('CA', 'NY') },
        settings: fc.array(settings, { minLength: 1, maxLength: 2 }),
      })
      .map(({ state, ...rest }) => ({ ...rest, holds: holdsWhere(state) })),
    { maxLength: 6 },
  );
  const drafts = fc.record({
    ...{
      shipToState: fc.constantFrom('CA', 'NY', 'TX'),
      unitType: fc.constantFrom('0', '1'),
      senderMode: fc.constantFrom('own', 'channel'),
    },
    ...{ channel: some('1', '2'), service: some('11', '22'), shipFrom: some('13'), reference1: some('mine') },
    ...{
      signatureOption: fc.constantFrom('none', 'adult'),
      labelSize: fc.constant('4x6'),
      tags: some('red'),
      ruleHold: fc.constant(null),
    },
    boxes: fc.array(fc.constantFrom(box, { ...box, length: null, width: null, height: null }), { maxLength: 3 }),
  });

  it('run again, change nothing more', () => {
    fc.assert(
      fc.property(drafts, rules, (draft, all) => {
        const once = after(draft, all);
        expect(runRules(once, all).changes).toEqual({});
        expect(runRules(once, all).marks).toEqual(once['ruleMarks']);
      }),
      { numRuns: 2_000 },
    );
  });

  it('hold by what was typed, never by what another rule has set; the first alone where each stops', () => {
    fc.assert(
      fc.property(drafts, rules, (draft, all) => {
        const expected = all.filter((each) => each.holds(factsOf(draft)));
        const stop = expected.findIndex(({ stops }) => stops);
        const names = (stop < 0 ? expected : expected.slice(0, stop + 1)).map((each) => each.name);
        expect(runRules(draft, all).matched).toEqual(names);
        const firstOnly = runRules(
          draft,
          all.map((each) => ({ ...each, stops: true })),
        );
        expect(firstOnly).toEqual(runRules(draft, expected.slice(0, 1)));
      }),
    );
  });

  it('name for each change the rule that made it', () => {
    fc.assert(
      fc.property(drafts, rules, (draft, all) => {
        const { changes, marks } = runRules(draft, all);
        const set = Object.entries(changes).flatMap(([field, value]) => (value === null ? [] : field));
        expect(marks.map(({ field }) => field)).toEqual(set.toSorted());
      }),
    );
  });
});

describe('conditions', () => {
  const holds = (conditions: ConditionLine[], more: { match?: string; expression?: string } = {}) => {
    const compiled = compileConditions({ match: 'all', expression: null, ...more, conditions });
    if (!compiled.ok) return compiled.issues.map(({ code, path }) => `${path} ${code}`);
    return compiled.holds(
      factsOf({ ...order, refNo: "O'Hara \\ 7", items: [{ description: 'Blue shirt', quantity: 2 }] }),
    );
  };
  const line = (fact: string, operator: string, value: string | null = null) => ({ fact, operator, value });

  it('are read in the words of the list', () => {
    expect(holds([line('weightLb', 'less', '1'), line('country', 'is', 'US')])).toBe(true);
    expect(holds([line('weightKg', 'more', '0.23')])).toBe(false);
    expect(holds([line('state', 'oneOf', 'NY, CA')])).toBe(true);
    expect(holds([line('state', 'noneOf', 'NY, CA')])).toBe(false);
    expect(holds([line('refNo', 'is', "O'Hara \\ 7")])).toBe(true);
    expect(holds([line('itemText', 'contains', 'shirt')])).toBe(true);
    expect(holds([line('platform', 'empty'), line('state', 'is', 'NY')], { match: 'any' })).toBe(true);
    expect(holds([], { expression: "state == 'CA' && itemCount > 1" })).toBe(true);
    expect(holds([])).toBe(true);
  });

  it('are refused with the place where they mean nothing', () => {
    expect(holds([line('weightLb', 'less', 'one')])).toEqual(['conditions[0].value orderRules.notANumber']);
    expect(holds([line('weightLb', 'contains', '1')])).toEqual(['conditions[0].operator orderRules.operator']);
    expect(holds([line('country', 'is')])).toEqual(['conditions[0].value required']);
    expect(holds([], { expression: 'weightLb + 1' })).toEqual(['expression orderRules.notACondition']);
    expect(holds([], { expression: "actor.type == 'member'" })).toEqual(['expression orderRules.notAFact']);
    expect(holds([], { expression: 'predictedCost > 1' })).toHaveLength(1);
  });
});
