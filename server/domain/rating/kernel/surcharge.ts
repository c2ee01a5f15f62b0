import { allOn, type Dated } from './dated.ts';
import { mulDiv, percentOf } from './exact.ts';
import { NoPrice, type Box, type Signature, type Unit } from './parcel.ts';

/** What the trigger of a rule may ask about one box and its shipment. Rounded sides in whole units where the service rounds. */
export interface BoxFacts {
  readonly unit: Unit;
  readonly zone: string;
  readonly actual: number;
  readonly sides: readonly [number, number, number];
  readonly lengthPlusGirth: number;
  readonly volume: number;
  readonly residential: boolean;
  /** The tier of the delivery area list that names the destination; null: none does. */
  readonly area: string | null;
  readonly signature: Signature;
  readonly declaredValue: number;
  readonly irregular: boolean;
  readonly thirdParty: boolean;
  /** Boxes in the whole shipment. */
  readonly pieces: number;
}

export type SurchargeAmount =
  | { readonly kind: 'flat'; readonly amount: number }
  /** By zone, `*` for any other; a zone without an amount is a hole. */
  | { readonly kind: 'byZone'; readonly amounts: Readonly<Record<string, number>> }
  /** For each started `per` of the declared value (minor units), at least `least`. */
  | { readonly kind: 'declared'; readonly per: number; readonly amount: number; readonly least: number }
  /** Of transport (after discounts), or of everything charged so far. */
  | { readonly kind: 'percent'; readonly percent: number; readonly of: 'transport' | 'all'; readonly least?: number };

/** One version of one surcharge. */
export interface SurchargeRule extends Dated {
  readonly id: string;
  readonly version: number;
  readonly category: string;
  /** Whether it concerns this box. Comparisons of carriers are strict: exactly 48 inches does not trigger "longer than 48". */
  readonly applies: (box: BoxFacts) => boolean;
  readonly amount: SurchargeAmount;
  /** Of one group a box pays one alone: the one that comes first. */
  readonly group?: string;
  /** The smaller comes first. */
  readonly priority: number;
  /** Where this one is charged, those of these groups are not (a large package pays no additional handling). */
  readonly excludes?: readonly string[];
  /** The least billed weight of a box that pays this, before its rate is looked up. */
  readonly minimumWeight?: number;
  readonly fuelBearing: boolean;
  /** Once for the shipment instead of once a box. */
  readonly perShipment?: boolean;
}

/** The rules that count on the ship date, of which a box pays: one of each group, none of an excluded one. */
export function triggered(rules: readonly SurchargeRule[], box: BoxFacts, shipDate: string): readonly SurchargeRule[] {
  const found = allOn(rules, shipDate).filter((rule) => rule.applies(box));
  if (found.every(({ group, excludes }) => group === undefined && excludes === undefined)) return found;
  const first = new Map<string, SurchargeRule>();
  for (const rule of found) {
    if (rule.group === undefined) continue;
    const held = first.get(rule.group);
    if (held && held.priority === rule.priority)
      throw new NoPrice('rating.samePriority', '', { group: rule.group, rules: [held.id, rule.id] });
    if (!held || rule.priority < held.priority) first.set(rule.group, rule);
  }
  const kept = found.filter((rule) => rule.group === undefined || first.get(rule.group) === rule);
  const excluded = new Set(kept.flatMap(({ excludes = [] }) => excludes));
  return excluded.size === 0 ? kept : kept.filter(({ group }) => group === undefined || !excluded.has(group));
}

/** The amount of one rule for one box, in minor units. `transport` and `all`: bases of percentages. */
export function surchargeAmount(
  rule: SurchargeRule,
  { zone, declaredValue }: Pick<BoxFacts, 'zone' | 'declaredValue'>,
  base: { readonly transport: number; readonly all: number },
): number {
  const { amount } = rule;
  switch (amount.kind) {
    case 'flat':
      return amount.amount;
    case 'byZone': {
      const found = Object.hasOwn(amount.amounts, zone) ? amount.amounts[zone] : amount.amounts['*'];
      if (found === undefined) throw new NoPrice('rating.noSurchargeAmount', '', { rule: rule.id, zone });
      return found;
    }
    case 'declared':
      return Math.max(amount.least, mulDiv(Math.ceil(declaredValue / amount.per), amount.amount, 1));
    case 'percent':
      return Math.max(amount.least ?? 0, percentOf(base[amount.of], amount.percent));
  }
}

const signatures: readonly Signature[] = ['none', 'indirect', 'direct', 'adult'];

/**
 * The signature that each box is charged for. FedEx: one option counts for all packages of a shipment, the strictest that is
 * asked for; a declared value of 500 or more makes it direct at least, free for that box and charged for the others.
 */
export function fedexSignatures(
  boxes: readonly Box[],
  directFrom: number,
): readonly { readonly signature: Signature; readonly free: boolean }[] {
  const asked = (box: Box) => signatures.indexOf(box.signature ?? 'none');
  const forced = boxes.map((box) => (box.declaredValue ?? 0) >= directFrom);
  const strictest = Math.max(...boxes.map(asked), forced.some(Boolean) ? signatures.indexOf('direct') : 0);
  const signature = signatures[strictest] ?? 'none';
  return boxes.map((_, at) => ({ signature, free: forced[at] === true && signature === 'direct' }));
}
