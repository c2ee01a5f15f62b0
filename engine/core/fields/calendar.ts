/** Years as Postgres and people write them: four digits, from 0001. */
export const isDate = (text: string): boolean => {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
};

/** `HH:mm:ss` of a day without leap seconds. */
export const isTime = (text: string): boolean => /^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/.test(text);

/**
 * The date that a file cell shows, as `YYYY-MM-DD`: years first with any of `- / .`, or as the culture writes it where
 * that is month first. The rest comes back as it is.
 */
export const dateOfCell = (text: string, culture: string): string => {
  const yearFirst = /^([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})$/.exec(text);
  if (yearFirst) return written(yearFirst[1], yearFirst[3], yearFirst[4]);
  const monthFirst = culture === 'en-US' ? /^([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{4})$/.exec(text) : null;
  return monthFirst ? written(monthFirst[3], monthFirst[1], monthFirst[2]) : text;
};

/** `9:05` as `09:05:00`; anything else comes back as it is. */
export const timeOfCell = (text: string): string => {
  const match = /^([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?$/.exec(text);
  return match ? `${(match[1] ?? '').padStart(2, '0')}:${match[2]}:${match[3] ?? '00'}` : text;
};

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

const written = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/**
 * The date that so many working days bring, Monday to Friday; holidays are not known here. What begins at a weekend begins
 * on Monday. Dates as `YYYY-MM-DD`.
 */
export function addWorkingDays(from: string, days: number): string {
  const date = new Date(`${from}T00:00:00Z`);
  const isFree = () => date.getUTCDay() % 6 === 0;
  const next = () => date.setUTCDate(date.getUTCDate() + 1);
  while (isFree()) next();
  for (let left = days; left > 0;) {
    next();
    if (!isFree()) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
