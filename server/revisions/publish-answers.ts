import type { Field, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';

/** Treatment of amounts whose currency changes: convert at a rate, keep the number, or empty. */
export type MoneyFate = { readonly rate: string } | 'keep' | 'empty';

/** The publisher's answers for records that a change leaves without a state, value or currency. */
export interface PublishAnswers {
  /** By removed state: the new state of its records. */
  readonly mapping: Readonly<Record<string, string>>;
  /** By field, `items.worth` within a sub-table: the value for records that have none. */
  readonly backfill: Readonly<Record<string, unknown>>;
  /** By money field, named in the same way. */
  readonly money: Readonly<Record<string, MoneyFate>>;
}

export const noAnswers: PublishAnswers = { mapping: {}, backfill: {}, money: {} };

/** SQL for a money field's value after its currency changed. */
export function moneyThen(value: string, field: Field, fate: MoneyFate | undefined): string {
  if (fate === undefined || fate === 'keep') return value;
  const type = field.type.column(field.meta)?.type ?? 'numeric';
  return fate === 'empty' ? `NULL::${type}` : `(${value} * ${fate.rate}::numeric)::${type}`;
}

/** Parses the treatment of amounts: a rate is a plain positive number. Issues name the field. */
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
