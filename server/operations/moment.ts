const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant as the wire writes it: `YYYY-MM-DD HH:mm:ss` in a zone. */
export function momentIn(timeZone: string, instant: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    // Sweden writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}
