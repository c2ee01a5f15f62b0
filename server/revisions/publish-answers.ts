import type { Field, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';

/** What becomes of amounts whose currency changes: they are reckoned at a rate, keep their figures, or go. */
export type MoneyFate = { readonly rate: string } | 'keep' | 'empty';

/** What the person says about records that a change leaves without a state, a value or a currency. */
export interface PublishAnswers {
  /** By state that goes: where its records go. */
  readonly mapping: Readonly<Record<string, string>>;
  /** By field, `items.worth` within a sub-table: what records get that have nothing in it. */
  readonly backfill: Readonly<Record<string, unknown>>;
  /** By field of money, named in the same way. */
  readonly money: Readonly<Record<string, MoneyFate>>;
}

export const noAnswers: PublishAnswers = { mapping: {}, backfill: {}, money: {} };

/** The value of a money field after its currency changed. */
export function moneyThen(value: string, field: Field, fate: MoneyFate | undefined): string {
  if (fate === undefined || fate === 'keep') return value;
  const type = field.type.column(field.meta)?.type ?? 'numeric';
  return fate === 'empty' ? `NULL::${type}` : `(${value} * ${fate.rate}::numeric)::${type}`;
}

/** Reads what was said of money: a rate is a plain number above zero. Issues name the field. */
export function readMoney(raw: unknown): { money: Record<string, MoneyFate>; issues: Issue[] } {
  const money: Record<string, MoneyFate> = {};
  const issues: Issue[] = [];
  for (const [field, fate] of Object.entries(isRecord(raw) ? raw : {})) {
    const rate = isRecord(fate) ? String(fate['rate']) : '';
    if (fate === 'keep' || fate === 'empty') money[field] = fate;
    else if (/^\d{1,9}(\.\d{1,12})?$/.test(rate) && Number(rate) > 0) money[field] = { rate };
    else issues.push(issue('schema.option', `money.${field}`, { value: rate, options: '{"rate": 7.1}, keep, empty' }));
  }
  return { money, issues };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
