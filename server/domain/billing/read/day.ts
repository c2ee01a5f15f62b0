/** Which of the first two numbers of a date with a trailing year is the day. */
export type DayOrder = 'dayFirst' | 'monthFirst';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date of a bill as `yyyy-mm-dd`, in any of the forms that carriers and spreadsheets write; null where it is none. */
export function readDay(text: string, order: DayOrder): string | null {
  const day = text.trim().replace(/[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?(Z|[+-]\d{2}:?\d{2})?$/i, '');
  let found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(day);
  if (found) return dayOf(Number(found[1]), Number(found[2]), Number(found[3]));
  found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(day);
  if (found) {
    const [first, second, year] = [Number(found[1]), Number(found[2]), fullYear(found[3] as string)];
    return order === 'dayFirst' ? dayOf(year, second, first) : dayOf(year, first, second);
  }
  found = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ,]+(\d{4}|\d{2})$/.exec(day);
  if (found) return dayOf(fullYear(found[3] as string), monthOf(found[2] as string), Number(found[1]));
  found = /^([A-Za-z]{3})[a-z]*[- ](\d{1,2})[- ,]+(\d{4})$/.exec(day);
  if (found) return dayOf(Number(found[3]), monthOf(found[1] as string), Number(found[2]));
  // A workbook's own count of days, where its cell does not say that it is one.
  found = /^(\d{5})(?:[.,]0*)?$/.exec(day);
  return found ? dayOfSerial(Number(found[1])) : null;
}

function dayOfSerial(days: number): string | null {
  const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000);
  return dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

const fullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));
const monthOf = (name: string): number => months.indexOf(name.toLowerCase()) + 1;

function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1990 || year > 2100 || month < 1 || month > 12 || day < 1) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * The order of day and month in a file. A number above 12 decides; else the order in which shipments precede their bill
 * shortly; else `fallback`. `sure`: the dates themselves decide.
 */
export function dayOrderOf(
  dates: readonly { readonly billed: string; readonly shipped: string }[],
  fallback: DayOrder,
): { order: DayOrder; sure: boolean } {
  for (const { billed, shipped } of dates) {
    for (const text of [billed, shipped]) {
      const [, first, second] = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}\b/.exec(text) ?? [];
      if (Number(first) > 12) return { order: 'dayFirst', sure: true };
      if (Number(second) > 12) return { order: 'monthFirst', sure: true };
    }
  }
  const likely = (order: DayOrder): number => dates.filter((pair) => isShortlyBefore(pair, order)).length;
  const [byDay, byMonth] = [likely('dayFirst'), likely('monthFirst')];
  if (byDay === byMonth) return { order: fallback, sure: false };
  return { order: byDay > byMonth ? 'dayFirst' : 'monthFirst', sure: false };
}

function isShortlyBefore({ billed, shipped }: { billed: string; shipped: string }, order: DayOrder): boolean {
  const [bill, ship] = [readDay(billed, order), readDay(shipped, order)];
  if (!bill || !ship) return false;
  const days = (Date.parse(bill) - Date.parse(ship)) / 86_400_000;
  return days >= 0 && days <= 30;
}
