import type { Facts, PriceRow, RecordRow } from '../../../server/domain/warehouse/facts.ts';

/*
 * The day rule once more, as slowly as a person would do it: every piece of every record is followed from one calendar day to
 * the next with dates as texts, and figures are fractions of whole numbers. Shares no code with what it judges.
 */

const nextDay = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  const two = (value: number): string => String(value).padStart(2, '0');
  if (date < length) return `${year}-${two(month)}-${two(date + 1)}`;
  return month < 12 ? `${year}-${two(month + 1)}-01` : `${year + 1}-01-01`;
};

const tenThousandths = (text: string | null): bigint => {
  const [whole = '0', part = ''] = (text ?? '0').split('.');
  return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0').slice(0, 4));
};

function priceOf(facts: Facts, day: string): PriceRow | undefined {
  const valid = facts.assignments.filter(({ from }) => from <= day);
  const own = valid.filter((each) => each.own);
  const [last] = (own.length > 0 ? own : valid).toSorted((one, other) => (one.from < other.from ? 1 : -1));
  return facts.prices.find(({ id }) => id === last?.price);
}

function unitsOn(record: RecordRow, day: string, basis: string, price: PriceRow): bigint {
  const name = basis === 'piece' ? 'pieces' : basis === 'pallet' ? 'pallets' : 'volume';
  let rest = tenThousandths(basis === 'cbm' ? record.cbm : basis === 'piece' ? record.pieces : record.pallets);
  for (const part of record.departures) {
    const isGone = price.countLastDay ? part.leftOn < day : part.leftOn <= day;
    if (isGone) rest -= tenThousandths(part[name]);
  }
  return rest > 0n ? rest : 0n;
}

/** The storage of a period in parts of a hundred millionth, by the price and the day of the stay from which it counts. */
export function slowStorage(facts: Facts, period: { from: string; to: string }): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const record of facts.records) {
    if (record.kind !== 'inbound' && record.kind !== 'storage') continue;
    // Which day of the stay it is depends on the version of the day, so each version's count is followed from the start.
    for (const price of facts.prices) {
      let age = 0;
      for (
        let day = record.arrivedOn;
        day <= period.to && (!record.leftOn || day <= record.leftOn);
        day = nextDay(day)
      ) {
        const isFirst = day === record.arrivedOn && !price.countFirstDay;
        const isLast = day === record.leftOn && !price.countLastDay;
        if (isFirst || isLast) continue;
        age += 1;
        if (day < period.from || priceOf(facts, day) !== price || age <= price.freeDays) continue;
        const tiers = price.fees.filter((row) => row.fee === 'storage' && row.fromDay <= age);
        const [tier] = tiers.toSorted((one, other) => other.fromDay - one.fromDay);
        if (!tier || Number(tier.price) === 0) continue;
        const key = `${tier.basis} ${tier.fromDay} ${tenThousandths(tier.price)}`;
        const worth = unitsOn(record, day, tier.basis, price) * tenThousandths(tier.price);
        if (worth > 0n) sums.set(key, (sums.get(key) ?? 0n) + worth);
      }
    }
  }
  return sums;
}

/** Half up to the cent, by looking at the digits. */
export function centsOf(parts: bigint): string {
  const digits = String(parts).padStart(9, '0');
  const whole = BigInt(digits.slice(0, -6)) + (Number(digits.at(-6)) >= 5 ? 1n : 0n);
  const text = String(whole).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
