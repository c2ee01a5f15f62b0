import { compileExpression, newBudget, type Expression } from '../../../../engine/core/index.ts';
import { issue } from '../../../modules/module.ts';
import { sideScale, weightScale } from '../kernel/exact.ts';
import type { BoxFacts } from '../kernel/surcharge.ts';
import { quickTrigger } from './quick-trigger.ts';
import type { Read } from './read.ts';

/** What a trigger may ask about a box and its shipment, and of what type each is. */
export const factTypes = {
  unit: 'string',
  zone: 'string',
  weight: 'decimal',
  longest: 'decimal',
  second: 'decimal',
  third: 'decimal',
  lengthPlusGirth: 'decimal',
  volume: 'decimal',
  residential: 'bool',
  area: 'string',
  signature: 'string',
  declaredValue: 'decimal',
  irregular: 'bool',
  thirdParty: 'bool',
  pieces: 'int',
} as const;
type Fact = keyof typeof factTypes;

/** Facts that are figures in pounds and inches, or in kilograms and centimetres. */
const measures: ReadonlySet<string> = new Set<Fact>([
  'weight',
  'longest',
  'second',
  'third',
  'lengthPlusGirth',
  'volume',
]);

const scope = { fields: { ...factTypes } };

export interface Trigger {
  readonly applies: (box: BoxFacts) => boolean;
  /** Whether it reads a figure that means something in one unit alone. */
  readonly measures: boolean;
}

/** A condition over the facts of a box, in CEL. The day and the person are none of them: a price depends on neither. */
export function readTrigger(text: unknown, path = 'trigger'): Read<Trigger> {
  if (typeof text !== 'string' || text.trim() === '') return { ok: false, issues: [issue('rating.trigger', path)] };
  const compiled = compileExpression(text, scope);
  if (!compiled.ok) return { ok: false, issues: compiled.issues.map((found) => ({ ...found, path })) };
  const expression = compiled.value;
  if (expression.type !== 'bool') return { ok: false, issues: [issue('rating.triggerBool', path)] };
  const [forbidden] = /\b(now|today|actor)\b/.exec(text.replace(/'[^']*'|"[^"]*"/g, "''")) ?? [];
  if (forbidden) return { ok: false, issues: [issue('rating.triggerFact', path, { name: forbidden })] };
  return {
    ok: true,
    value: {
      applies: quickTrigger(text) ?? ((box) => holds(expression, box)),
      measures: expression.reads.some((name) => measures.has(name)),
    },
  };
}

const systemActor = { id: '', type: 'system', member: null, org: null, roles: [] };

const holds = (expression: Expression, box: BoxFacts): boolean =>
  expression.holds({ record: factsOf(box), actor: systemActor, now: '', today: '', budget: newBudget() });

/** The facts of one box, made once however many rules ask. */
const known = new WeakMap<BoxFacts, Record<Fact, unknown>>();

function factsOf(box: BoxFacts): Record<Fact, unknown> {
  const found = known.get(box);
  if (found) return found;
  const { unit, zone, residential, area, signature, irregular, thirdParty, pieces } = box;
  const [longest, second, third] = box.sides;
  const facts: Record<Fact, unknown> = {
    ...{ unit, zone, residential, area, signature, irregular, thirdParty, pieces },
    weight: box.actual / weightScale,
    longest: longest / sideScale,
    second: second / sideScale,
    third: third / sideScale,
    lengthPlusGirth: box.lengthPlusGirth / sideScale,
    volume: box.volume / sideScale,
    declaredValue: box.declaredValue / 100,
  };
  known.set(box, facts);
  return facts;
}
