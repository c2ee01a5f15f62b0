import { textual } from '../textual.ts';

/** When something recurs: minute, hour, day of month, month, day of week (0 is Sunday), in numbers. */
export const cron = textual({
  name: 'cron',
  maxLength: 100,
  operators: ['empty', 'notEmpty'],
  normalize: (text) => text.replace(/ +/g, ' '),
  check: (text) => (isCron(text) ? null : 'cron.invalid'),
  samples: {
    valid: ['* * * * *', '0 3 * * *', '*/15 8-18 * * 1-5', '0,30 0 1,15 1-12/3 0'],
    invalid: [
      '* * * *',
      '60 * * * *',
      '* 24 * * *',
      '* * 0 * *',
      '5-1 * * * *',
      '*/0 * * * *',
      '@daily',
      '0 0 30 2 *',
      {},
    ],
  },
});

const parts: readonly { low: number; high: number }[] = [
  { low: 0, high: 59 },
  { low: 0, high: 23 },
  { low: 1, high: 31 },
  { low: 1, high: 12 },
  { low: 0, high: 6 },
];

const maxMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isCron = (text: string): boolean => {
  const words = text.split(' ');
  if (words.length !== parts.length) return false;
  const sets = parts.map(({ low, high }, index) => values(words[index] ?? '', low, high));
  return sets.every((set) => set !== null) && everComes(words, sets);
};

/** The numbers that one part selects, or null if it is invalid. */
const values = (word: string, low: number, high: number): number[] | null => {
  const all: number[] = [];
  for (const item of word.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item);
    if (!match) return null;
    const [, from, to, step] = match;
    if (from !== undefined && to === undefined && step !== undefined) return null;
    const first = from === undefined ? low : Number(from);
    const last = to === undefined ? (from === undefined ? high : first) : Number(to);
    const stride = step === undefined ? 1 : Number(step);
    if (first < low || last > high || first > last || stride < 1) return null;
    for (let value = first; value <= last; value += stride) all.push(value);
  }
  return all;
};

/** Refuses a schedule that never runs, such as 30 February. */
const everComes = (words: readonly string[], sets: readonly (number[] | null)[]): boolean => {
  if (words[4] !== '*') return true;
  return (sets[3] ?? []).some((month) => (sets[2] ?? []).some((day) => day <= (maxMonth[month - 1] ?? 0)));
};
