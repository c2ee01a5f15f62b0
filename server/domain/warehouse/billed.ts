import { issue, type Issue } from '../../modules/module.ts';
import { units } from './exact.ts';
import type { RecordRow } from './facts.ts';

/*
 * What bills have charged of a record: `billing` names the bills and holds the facts by which they did, `billedTo` is the
 * last of their days. What is charged stays as it is, because nobody would see what else the customer should have paid.
 */

type Row = Readonly<Record<string, unknown>>;

/** A period that is charged: the bill whose period it is, and the bill that charges it, which is another one for what came late. */
export interface BilledPeriod {
  readonly of: string;
  readonly by: string;
  /** The number of the bill that charges it. */
  readonly no: string;
  readonly to: string;
  /** Only the fees by a volume that was measured late. */
  readonly volume?: true;
}

export interface Billing {
  readonly facts: Row;
  readonly bills: readonly BilledPeriod[];
}

const figures = ['pieces', 'pallets', 'orders', 'labels'] as const;
const parts = ['pieces', 'pallets', 'volume'] as const;

/** The facts of a record that bills are counted from. */
export const factsOf = (record: RecordRow | Row): Row => {
  const row = record as Row;
  return Object.fromEntries(
    [...figures, 'cbm', 'arrivedOn', 'leftOn', 'departures'].map((name) => [name, row[name] ?? null]),
  );
};

/** Facts as far as they matter up to a day, in one way of writing; volumes only where they were known. */
function untilDay(
  facts: Row,
  day: string,
  isMeasured: boolean,
): { readonly text: string; readonly cbm: bigint | null } {
  const { arrivedOn, leftOn, departures, cbm } = facts;
  const known = parts.filter((name) => isMeasured || name !== 'volume');
  const gone = ((departures ?? []) as readonly Row[])
    .filter((part) => String(part['leftOn']) <= day)
    .map((part) => [part['leftOn'], ...known.map((name) => String(units(part[name])))].join(' '));
  const left = typeof leftOn === 'string' && leftOn <= day ? leftOn : null;
  const text = [arrivedOn, left, ...figures.map((name) => String(units(facts[name]))), ...gone.toSorted()].join('|');
  return { text, cbm: cbm === null || cbm === undefined ? null : units(cbm) };
}

/** Days that are billed cannot be changed. A missing volume may be added; the next bill charges it. */
export function billedIssues(record: Row): Issue[] {
  const billing = record['billing'] as Billing | null | undefined;
  const day = record['billedTo'];
  if (!billing || typeof day !== 'string') return [];
  const isMeasured = (billing.facts['cbm'] ?? null) !== null;
  const [before, after] = [untilDay(billing.facts, day, isMeasured), untilDay(factsOf(record), day, isMeasured)];
  const isSame = before.text === after.text && (before.cbm === null || before.cbm === after.cbm);
  if (isSame && String(record['warehouse']) === String(billing.facts['warehouse'])) return [];
  const bill = billing.bills.find(({ to }) => to === day)?.no ?? '';
  return [issue('warehouse.billed', '', { day, bill })];
}
