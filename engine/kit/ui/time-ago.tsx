import { useCulture } from './culture.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
/** Further back than this, in seconds, the day says more. */
const longest = 7 * 86_400;

/**
 * How long ago a time was, as text; '' where that was longer ago than a week, or is to come. A time without a zone is the
 * tenant's, like `localNow`.
 */
export function timeAgo(at: string, localNow: string, culture: string): string {
  const isInstant = /Z$|[+-]\d\d:?\d\d$/.test(at);
  const now = isInstant ? Date.now() : localTime(localNow);
  const seconds = (now - (isInstant ? Date.parse(at) : localTime(at))) / 1_000;
  if (!(seconds >= 0) || seconds > longest) return '';
  const words = new Intl.RelativeTimeFormat(culture, { numeric: 'auto' });
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? ['minute', 60];
  return words.format(-Math.floor(seconds / size), unit);
}

/** A local time as if it were UTC's: only the distance to another one of the same zone counts. */
const localTime = (text: string): number => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`);

/** Beside a time: how long ago that was, as long as people count in hours and days. */
export function TimeAgo({ at, localNow }: { at: string; localNow: string }) {
  const culture = useCulture();
  const text = timeAgo(at, localNow, culture);
  if (!text) return null;
  // A space that stays behind at the end of a line, where a margin would indent the next one.
  return (
    <>
      {'\u2002'}
      <span className="time-ago">{text}</span>
    </>
  );
}
