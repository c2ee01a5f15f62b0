import { defineCheck, issue } from '../../modules/module.ts';

/** Air waybills end in a check digit: the seven digits before it modulo 7. Other numbers are taken as they are. */
export function checkDigitOf(number: string): { given: number; right: number } | null {
  const [, serial, given] = /^\d{3}[ -]?(\d{7})(\d)$/.exec(number) ?? [];
  return serial === undefined ? null : { given: Number(given), right: Number(serial) % 7 };
}

export const numberCheck = defineCheck('main-bill', ({ mode, number }) => {
  if (mode !== 'air' || typeof number !== 'string') return [];
  const digit = checkDigitOf(number);
  return digit && digit.given !== digit.right ? [issue('consolidation.wrongWaybill', 'number', { number })] : [];
});
