import { checkLanguage } from './check-language.ts';
import type { Outcome } from './issue.ts';
import { readJson } from './read-json.ts';
import { screenSchema, type ScreenMeta } from './screen.ts';

/** The text of a screen file to its meta, or every issue of its shape at once. Whether names meet is `checkScreen`'s question. */
export function parseScreen(text: string): Outcome<ScreenMeta> {
  const read = readJson(text);
  if (!read.ok) return read;
  const issues = checkLanguage(read.value, screenSchema);
  // The check has just proven the shape.
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: read.value as ScreenMeta };
}
