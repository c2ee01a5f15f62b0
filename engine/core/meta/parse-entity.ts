import { checkLanguage } from './check-language.ts';
import type { EntityMeta } from './entity.ts';
import type { Outcome } from './issue.ts';
import { languageSchema } from './language-schema.ts';
import { readJson } from './read-json.ts';

/**
 * The text of an entity file to its meta, or every issue at once with its path: text that is no JSON, keys written
 * twice, unknown or missing keys, wrong types, names that cannot be. Whether names meet is the compiler's question.
 */
export function parseEntity(text: string): Outcome<EntityMeta> {
  const read = readJson(text);
  if (!read.ok) return read;
  const issues = checkLanguage(read.value, languageSchema);
  // The check has just proven the shape.
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: read.value as EntityMeta };
}
