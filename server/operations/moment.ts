const formats = new Map<string, Intl.DateTimeFormat>();
/** The last formatted second per zone: under load many requests share one. */
const last = new Map<string, { second: number; text: string }>();

/** An instant as the wire writes it: `YYYY-MM-DD HH:mm:ss` in a zone. */
export function momentIn(timeZone: string, instant: Date): string {
  const second = Math.floor(instant.getTime() / 1000);
  const known = last.get(timeZone);
  if (known?.second === second) return known.text;
  let format = formats.get(timeZone);
  if (!format) {
    // The Swedish locale writes dates in ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  const text = format.format(instant);
  last.set(timeZone, { second, text });
  return text;
}
