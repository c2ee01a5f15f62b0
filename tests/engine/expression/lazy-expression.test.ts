import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../../engine/core/expression/compile-expression.ts';
import type { Bindings, Scope } from '../../../engine/core/expression/expression.ts';
import { LaterExpression } from '../../../engine/core/expression/lazy-expression.ts';

const scope: Scope = { fields: { weight: 'decimal', state: 'string' } };
const bindings = (record: Record<string, unknown>): Bindings => ({
  record,
  actor: { id: '1', type: 'staff', member: null, org: null, roles: [] },
  now: '2026-11-22 10:00:00',
  today: '2026-11-22',
});

describe('an expression that is compiled later', () => {
  it('says what the compiled one says', () => {
    for (const text of [`state == 'open' && weight > 2.5`, 'weight * 2', `state.matches('^o')`]) {
      const now = compileExpression(text, scope);
      if (!now.ok) throw new Error(text);
      const later = new LaterExpression(text, scope);
      expect([later.text, later.type, later.reads]).toEqual([text, now.value.type, now.value.reads]);
      for (const record of [{ state: 'open', weight: 3 }, { state: 'done', weight: 1 }, {}]) {
        expect(later.evaluate(bindings(record))).toEqual(now.value.evaluate(bindings(record)));
        expect(later.holds(bindings(record))).toBe(now.value.holds(bindings(record)));
      }
    }
  });

  it('is compiled on first use, and only once', () => {
    let asked = 0;
    const counted: Scope = {
      get fields() {
        asked++;
        return scope.fields;
      },
    };
    const later = new LaterExpression('weight * 2', counted);
    expect([later.text, asked]).toEqual(['weight * 2', 0]);
    expect(later.evaluate(bindings({ weight: 3 }))).toEqual(new LaterExpression('3 * 2', scope).evaluate(bindings({})));
    const once = asked;
    expect(once).toBeGreaterThan(0);
    expect(later.reads).toEqual(['weight']);
    expect(asked).toBe(once);
  });

  it('is never true where the text is none', () => {
    const later = new LaterExpression('state == ', scope);
    expect([later.holds(bindings({})), later.evaluate(bindings({})), later.reads]).toEqual([false, undefined, []]);
  });
});
