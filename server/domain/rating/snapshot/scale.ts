import { mulDiv, percentScale } from '../kernel/exact.ts';
import type { SurchargeAmount, SurchargeRule } from '../kernel/surcharge.ts';
import type { Fee, RatePrice, RateTable } from '../kernel/table.ts';

/** Prices with a percent on top (`percentScale`; below zero: off), each figure rounded once, halves up. */
export type Scale = (amount: number) => number;

const whole = percentScale * 100;
export const plus =
  (percent: number): Scale =>
  (amount) =>
    mulDiv(amount, whole + percent, whole);

export function scaledTable(table: RateTable, scale: Scale): RateTable {
  const each = <T>(prices: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(prices).map(([zone, value]) => [zone, change(value)]));
  return {
    ...table,
    rows: table.rows.map(({ to, prices }) => ({ to, prices: each(prices, (price) => scaledPrice(price, scale)) })),
    ...(table.above ? { above: each(table.above, scale) } : {}),
    ...(table.packaging
      ? { packaging: each(table.packaging, ({ to, prices }) => ({ to, prices: each(prices, scale) })) }
      : {}),
  };
}

function scaledPrice(price: RatePrice, scale: Scale): RatePrice {
  const fee: { fee?: Fee } = price.fee ? { fee: { ...price.fee, amount: scale(price.fee.amount) } } : {};
  switch (price.mode) {
    case 'flat':
      return { ...price, amount: scale(price.amount), ...fee };
    case 'perUnit':
      return { ...price, rate: scale(price.rate), ...fee };
    case 'firstAndSteps': {
      const { first, step } = price;
      return {
        ...price,
        first: { ...first, amount: scale(first.amount) },
        step: { ...step, amount: scale(step.amount) },
        ...fee,
      };
    }
  }
}

export const scaledRule = (rule: SurchargeRule, scale: Scale): SurchargeRule => ({
  ...rule,
  amount: scaledAmount(rule.amount, scale),
});

function scaledAmount(amount: SurchargeAmount, scale: Scale): SurchargeAmount {
  switch (amount.kind) {
    case 'flat':
      return { ...amount, amount: scale(amount.amount) };
    case 'byZone':
      return {
        ...amount,
        amounts: Object.fromEntries(Object.entries(amount.amounts).map(([zone, each]) => [zone, scale(each)])),
      };
    case 'declared':
      return { ...amount, amount: scale(amount.amount), least: scale(amount.least) };
    case 'percent':
      return {
        ...amount,
        percent: scale(amount.percent),
        ...(amount.least === undefined ? {} : { least: scale(amount.least) }),
      };
  }
}
