import { issue, storedImportsIssues, storedListIssues, type Issue } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import { prepared } from '../../store/database.ts';
import {
  countPreferencesSql,
  dropPreferenceSql,
  keepPreferenceSql,
  preferenceSql,
} from '../../store/preference-sql.ts';
import type { Actor, Context } from '../context.ts';

const maxBytes = 65_536;
const maxKeys = 1_000;

/** Known keys validate their values; any other key holds arbitrary JSON. */
const shapes: readonly { of: string; issues: (value: unknown, path: string) => Issue[] }[] = [
  { of: 'list.', issues: storedListIssues },
  { of: 'import.', issues: storedImportsIssues },
];

/** This person's stored value for a key, as JSON text; `null` if there is none. */
export async function readPreference(context: Context, actor: Actor, rawKey: unknown): Promise<string> {
  const key = preferenceKey(rawKey);
  const [found] = await context.database.read(actor.entrance, prepared(preferenceSql(key), actor));
  return (found?.[0]?.['value'] as string | undefined) ?? 'null';
}

/** Stores a JSON value under a key for this person; null deletes it. */
export async function keepPreference(context: Context, actor: Actor, rawKey: unknown, value: unknown): Promise<void> {
  const key = preferenceKey(rawKey);
  const text = JSON.stringify(value ?? null);
  const shape = shapes.find(({ of }) => key.startsWith(of));
  const issues = text === 'null' ? [] : (shape?.issues(value, 'value') ?? []);
  if (issues.length > 0) throw refused(...issues);
  if (Buffer.byteLength(text) > maxBytes) throw refused(issue('preference.tooLarge', 'value', { max: 64 }));
  await context.database.write(actor.entrance, async (transaction) => {
    if (text === 'null') return transaction.run(prepared(dropPreferenceSql(key), actor));
    const [counted] = await transaction.run(prepared(countPreferencesSql(), actor));
    if (Number(counted?.[0]?.['count']) >= maxKeys) throw refused(issue('preference.tooMany', 'key', { max: maxKeys }));
    return transaction.run(prepared(keepPreferenceSql(key, text), actor));
  });
}

function preferenceKey(raw: unknown): string {
  if (typeof raw === 'string' && /^[\w.:/-]{1,200}$/.test(raw)) return raw;
  throw refused(issue('preference.key', 'key'));
}
