/** What keeps orders from going on: those that one repair helps. As `Order/causes` answers. */
export interface Cause {
  readonly group: 'check' | 'money' | 'carrier' | 'label';
  readonly cause: string | null;
  readonly code: string | null;
  readonly text: string | null;
  readonly repair: string | null;
  readonly ids: readonly string[];
  readonly nextTryAt: string | null;
}

/** Checks before money moved, refusals of the carrier, and what failed after the label. */
export const groups = ['check', 'carrier', 'label'] as const;
export type Group = (typeof groups)[number];

export const inGroup = (causes: readonly Cause[], group: Group): readonly Cause[] =>
  causes.filter((each) => (each.group === 'money' ? 'check' : each.group) === group);

/** Codes of checks that are about an address or about what carries the order. */
const checks: readonly (readonly [RegExp, string])[] = [
  [/^(noChannel|noService|noShipFrom|rateRule|order\.(noPrice|notConfigured))/, 'service'],
  [/untriedCost|dearer/, 'try'],
  [/^addresses\.|^shipTo/, 'address'],
];

/** What helps against a cause: as the server says, or by the code of a check. */
export const repairOf = ({ repair, code, group }: Cause): string =>
  repair ?? (group === 'money' ? 'money' : (checks.find(([pattern]) => pattern.test(code ?? ''))?.[1] ?? 'read'));

/** What a repair may change in all orders at once; by words of the order. */
export const fieldsOf = (repair: string): readonly string[] => {
  if (repair === 'address')
    return ['shipToName', 'shipToPhone', 'shipToAddress1', 'shipToCity', 'shipToState', 'shipToPostalCode'];
  if (repair === 'service' || repair === 'shipFrom') return ['channel', 'service', 'shipFrom'];
  return repair === 'shipDate' ? ['shipDate'] : [];
};
