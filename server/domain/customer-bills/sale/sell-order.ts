import { groupBy } from './group.ts';
import { mulDiv } from '../../rating/kernel/exact.ts';
import { agreedOf, type Agreed } from './agreed.ts';
import { afterCredits, creditsOf } from './credits.ts';
import { modeOf, type LineFacts, type PackageFacts, type SaleFacts, type SaleMode } from './facts.ts';
import { lastMeasure } from './measured.ts';
import type { Rerated, Rerating } from './rerate.ts';
import { isBilled, isCarried, unitsOf, type Unit } from './units.ts';

/** What a customer owes for a package and category beyond earlier charges; becomes a row of a bill. Money in cents. */
export interface SoldRow {
  readonly order: string | null;
  readonly customer: string;
  readonly package: string | null;
  readonly trackingNo: string | null;
  readonly category: string;
  readonly currency: string;
  readonly old: number;
  readonly new: number;
  readonly difference: number;
  readonly reason: string;
  readonly mode: SaleMode;
  readonly factor: number | null;
  /** Of the carrier's lines behind this row. */
  readonly cost: number;
  readonly enteredWeight: string | null;
  readonly billedWeight: string | null;
  readonly weightUnit: string | null;
  readonly enteredSize: string | null;
  readonly billedSize: string | null;
  readonly zone: string | null;
  readonly residential: boolean | null;
  readonly shipDate: string | null;
  readonly basis: Basis;
  readonly lines: readonly string[];
  /** What the agreement on the box keeps from being charged until staff decide; null: nothing. */
  readonly held: Held | null;
}

export interface Held {
  readonly agreement: string;
  readonly amount: number;
  /** The reason of the row that charges it. */
  readonly reason: string;
  /** What the carrier billed beyond its predicted cost, and the reason for claiming it. */
  readonly claimed: number;
  readonly claim: Agreed['claim'];
}

/** The explanation of a price: a message with its figures. */
export interface Basis {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

interface Target {
  readonly amount: number;
  readonly basis: Basis;
  readonly mode: SaleMode;
  readonly factor: number | null;
  /** The part of the amount that an agreement keeps from being charged. */
  readonly withheld?: { readonly agreed: Agreed; readonly amount: number };
}

/** What the carrier charges a unit in one category. */
interface Part {
  readonly unit: Unit;
  readonly category: string;
  readonly lines: readonly LineFacts[];
}

const one = 10_000;
const sizes = new Set(['additionalHandling', 'largePackage', 'overMaximum']);
const options = new Set(['signature', 'declaredValue', 'saturday']);

/**
 * What a customer owes for an order by all carrier lines so far, minus what was charged before: so the sum of the rows
 * does not depend on the order of bills.
 */
export function sellOrder(
  facts: SaleFacts,
  boxes: readonly number[],
  rerated: (units: readonly Unit[]) => Rerating,
): SoldRow[] {
  const units = unitsOf(facts, boxes);
  const priced = once(() => rerated(units));
  const rows = units.flatMap((unit) => sellUnit(facts, unit, priced));
  return [...rows, ...strange(facts)];
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

function sellUnit(facts: SaleFacts, unit: Unit, priced: () => Rerating): SoldRow[] {
  const freight = isCarried(unit);
  const billed = new Set(unit.lines.map(({ category }) => category));
  const categories = new Set([...billed, ...(freight ? unit.sale.keys() : []), ...unit.earlier.keys()]);
  const rows: SoldRow[] = [];
  const agreed = agreedOf(facts, unit, priced);
  let [owed, withheld] = [0, 0];
  for (const category of [...categories].toSorted()) {
    if (category === 'distribution') continue;
    const lines = unit.lines.filter((line) => line.category === category);
    if (lines.length === 0 && !freight) continue;
    const part = { unit, category, lines };
    const found = targetOf(facts, part, priced);
    const surplus = agreed?.covers.has(category) ? Math.max(0, found.amount - chargedBefore(unit, category)) : 0;
    const target = withholding(found, agreed, surplus);
    owed += target.amount;
    withheld += surplus;
    rows.push(...rowOf(facts, part, target, priced));
  }
  const share = unit.sale.get('distribution');
  if (share !== undefined && freight) {
    const base = [...unit.sale].reduce(
      (sum, [category, amount]) => (category === 'distribution' ? sum : sum + amount),
      0,
    );
    const shareOf = (of: number) => (base > 0 ? mulDiv(of, share, base) : share);
    const target: Target = {
      ...{ amount: shareOf(owed), basis: { code: 'share', params: {} }, mode: 'factor', factor: null },
    };
    const surplus = shareOf(owed) - shareOf(owed - withheld);
    const part = { unit, category: 'distribution', lines: [] };
    rows.push(...rowOf(facts, part, withholding(target, agreed, surplus), priced));
  }
  return rows;
}

const chargedBefore = (unit: Unit, category: string): number =>
  (unit.sale.get(category) ?? 0) + (unit.earlier.get(category) ?? 0);

const withholding = (target: Target, agreed: Agreed | null, amount: number): Target =>
  agreed && amount > 0 ? { ...target, withheld: { agreed, amount } } : target;

function targetOf(facts: SaleFacts, { unit, category, lines }: Part, priced: () => Rerating): Target {
  const { mode, factor, ignoreBelow } = modeOf(facts.terms, category);
  const charged = unit.sale.get(category) ?? 0;
  const found = aimed();
  if (Math.abs(found.amount - charged) >= ignoreBelow || found.amount === charged) return found;
  return { ...found, amount: charged, basis: { code: 'below', params: { limit: money(ignoreBelow) } } };

  function aimed(): Target {
    const net = lines.reduce((sum, line) => sum + line.net, 0);
    const told = (amount: number, code: string, params: Basis['params'] = {}): Target => ({
      ...{ amount, mode, factor: mode === 'factor' ? factor : null },
      basis: { code, params },
    });
    if (facts.refunded || isVoid(facts, unit)) return { ...told(charged, 'void'), mode: 'report' };
    if (mode === 'report') return told(charged, 'report');
    // A charge not expected from the carrier is our own, and stays once the carrier has billed the rest.
    if (lines.length === 0 && mode !== 'rerate' && unit.cost.size > 0 && !unit.cost.has(category))
      return told(charged, 'own');
    // Before the bill of the charge, an adjustment changes what was charged at placing; a credit is no more than that.
    const ahead = (of: number) => told(Math.max(0, charged + of), 'ahead');
    const early = facts.order !== null && lines.length > 0 && !isBilled(unit);
    if (mode === 'cost') return early ? ahead(net) : told(net, 'cost');
    if (mode === 'factor' && early) return ahead(mulDiv(net, factor, one));
    if (mode === 'factor') return told(mulDiv(net, factor, one), 'factor', { factor: (factor / one).toString() });
    const predictedCost = unit.cost.get(category) ?? 0;
    if (facts.order === null) return told(net, 'noOrder');
    const rerated = priced();
    if ('reason' in rerated && early) return ahead(net);
    if ('reason' in rerated) return told(charged + net - predictedCost, 'notRated', { reason: rerated.reason.code });
    const ordered = sumAt(rerated.ordered, unit, category);
    const measured = sumAt(rerated.measured, unit, category);
    const listed = charged + measured - ordered;
    if (lines.length === 0) {
      const gone = predictedCost > 0 && !always.has(category);
      return gone ? told(0, 'notBilled') : told(listed, 'listed', pricesOf(ordered, measured));
    }
    if (listed === 0 && measured === 0 && !always.has(category)) {
      if (early) return ahead(net);
      return rerated.knows(category) ? told(net, 'untriggered') : told(0, 'included');
    }
    const credits = creditsOf(lines);
    const amount = afterCredits(listed, credits, predictedCost);
    return credits.credited > 0
      ? told(amount, 'credited', { before: money(listed) })
      : told(amount, ordered === measured ? 'asOrdered' : 'listed', pricesOf(ordered, measured));
  }
}

/** Always priced by tables: a price list without them includes them. */
const always = new Set(['transport', 'fuel']);

const pricesOf = (ordered: number, measured: number) => ({ ordered: money(ordered), measured: money(measured) });

const sumAt = (all: readonly ReadonlyMap<string, number>[], { at }: Unit, category: string): number =>
  at === null ? all.reduce((sum, each) => sum + (each.get(category) ?? 0), 0) : (all[at]?.get(category) ?? 0);

/** Voided labels are not sold: a person must check whether they were used. */
const isVoid = ({ packages }: SaleFacts, unit: Unit): boolean =>
  packages.length > 0 && packages.filter((_, at) => unit.at === null || unit.at === at).every(({ voided }) => voided);

export const money = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

function rowOf(facts: SaleFacts, part: Part, target: Target, priced: () => Rerating): SoldRow[] {
  const { unit, category, lines } = part;
  const current = lines.filter((line) => line.current);
  const old = chargedBefore(unit, category);
  const withheld = target.withheld?.amount ?? 0;
  const difference = target.amount - withheld - old;
  if (current.length === 0 && difference === 0 && withheld === 0) return [];
  const rerated = target.mode === 'rerate' ? priced() : null;
  const known = rerated && !('reason' in rerated) ? rerated : null;
  const from = facts.packages[unit.at ?? 0];
  const single = facts.packages.length === 1 || unit.at !== null;
  const last = lastMeasure(unit.lines);
  const currency = facts.currency ?? current[0]?.currency ?? unit.lines[0]?.currency ?? 'USD';
  return [
    {
      ...{
        order: facts.order,
        customer: facts.customer,
        package: unit.package,
        trackingNo: unit.trackingNo,
        category,
        currency,
      },
      ...{ old, new: old + difference, difference },
      reason: withheld > 0 ? 'agreed' : reasonOf(part, target, difference, known),
      ...{ mode: target.mode, factor: target.factor },
      cost: current.reduce((sum, line) => sum + line.net, 0),
      enteredWeight: last?.enteredWeight ?? (single ? (from?.weight ?? null) : null),
      billedWeight: last?.billedWeight ?? null,
      weightUnit: last?.weightUnit ?? (from?.unitType === '1' ? 'kg' : 'lb'),
      enteredSize: single ? sizeOf(from) : null,
      billedSize: last ? sizeOf(last) : null,
      zone: last?.zone ?? null,
      residential: lines.some((line) => line.category === 'residential' && line.net > 0) || residentialOf(unit),
      shipDate: last?.shipDate ?? current[0]?.shipDate ?? unit.lines[0]?.shipDate ?? null,
      basis: withheld > 0 ? { code: 'agreed', params: { amount: money(withheld) } } : target.basis,
      lines: current.map(({ id }) => id),
      held: target.withheld
        ? heldOf(facts, part, {
            withheld: target.withheld,
            reason: reasonOf(part, target, withheld, known),
          })
        : null,
    },
  ];
}

/** What staff decided not to charge is not asked for again. */
function heldOf(
  facts: SaleFacts,
  { unit, category, lines: all }: Part,
  of: {
    readonly reason: string;
    readonly withheld: { readonly agreed: Agreed; readonly amount: number };
  },
): Held {
  const { agreement, claim } = of.withheld.agreed;
  const forgone = facts.forgone
    .filter((each) => each.package === unit.package && each.category === category)
    .reduce((sum, { amount }) => sum + amount, 0);
  const net = (lines: readonly LineFacts[]) => lines.reduce((sum, line) => sum + line.net, 0);
  const beyond = net(all) - (unit.cost.get(category) ?? 0);
  return {
    ...{ agreement, claim, reason: of.reason },
    amount: Math.max(0, of.withheld.amount - forgone),
    claimed: Math.max(0, Math.min(beyond, net(all.filter(({ current }) => current)))),
  };
}

const residentialOf = ({ lines }: Unit): boolean =>
  lines.reduce((sum, line) => (line.category === 'residential' ? sum + line.net : sum), 0) > 0;

const sizeOf = (of: Pick<PackageFacts, 'length' | 'width' | 'height'> | undefined): string | null =>
  of?.length && of.width && of.height
    ? [of.length, of.width, of.height].map((side) => String(Number(side))).join(' x ')
    : null;

function reasonOf(part: Part, { basis }: Target, difference: number, known: Rerated | null): string {
  const { unit, category, lines } = part;
  if (difference === 0) return 'same';
  if (basis.code === 'credited' || (lines.length > 0 && creditsOf(lines).credited > 0)) return 'credit';
  if (lines.length === 0 && basis.code !== 'listed' && basis.code !== 'share') return 'notBilled';
  if (category === 'residential' || category === 'area' || category === 'addressCorrection' || category === 'fuel')
    return category;
  if (sizes.has(category)) return 'size';
  if (options.has(category)) return 'option';
  if (category !== 'transport') return 'other';
  const measured =
    unit.at === null ? known?.facts.find((each) => each?.sizeDiffers || each?.weightDiffers) : known?.facts[unit.at];
  if (measured?.sizeDiffers) return 'size';
  if (measured?.weightDiffers) return 'weight';
  const last = lastMeasure(lines);
  const heavier = last?.enteredWeight != null && Number(last.billedWeight) > Math.ceil(Number(last.enteredWeight));
  return heavier ? 'weight' : 'price';
}

/** Lines in a currency other than the order's: shown, for a person to sell. */
function strange(facts: SaleFacts): SoldRow[] {
  const lines = facts.lines.filter(
    (line) => line.current && facts.currency !== null && line.currency !== facts.currency,
  );
  const groups = groupBy(lines, (line) => `${line.package ?? ''}|${line.category}|${line.currency}`);
  return [...groups.values()].map((each) => {
    const [first] = each as [LineFacts];
    return {
      ...{ order: facts.order, customer: facts.customer, package: first.package, trackingNo: first.trackingNo },
      ...{ category: first.category, currency: first.currency, old: 0, new: 0, difference: 0, reason: 'same' },
      ...{ mode: 'report' as const, factor: null, cost: each.reduce((sum, { net }) => sum + net, 0) },
      ...{ enteredWeight: null, billedWeight: null, weightUnit: null, enteredSize: null, billedSize: null },
      ...{ zone: first.zone, residential: null, shipDate: first.shipDate },
      basis: { code: 'otherCurrency', params: {} },
      lines: each.map(({ id }) => id),
      held: null,
    };
  });
}
