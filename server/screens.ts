import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog, Issue, Outcome, ScreenMeta } from '../engine/core/index.ts';
import { checkScreen, issue, parseScreen } from '../engine/core/index.ts';

export type Screens = ReadonlyMap<string, ScreenMeta>;

/** Loads all declared screens and checks them against the catalog; answers every issue of every file. */
export function loadScreens(screensDir: string, catalog: Catalog): Outcome<Screens> {
  const issues: Issue[] = [];
  const screens = new Map<string, ScreenMeta>();
  const files = existsSync(screensDir) ? readdirSync(screensDir).filter((file) => file.endsWith('.json')) : [];
  for (const file of files.sort()) {
    const name = file.replace(/\.json$/, '');
    const parsed = parseScreen(readFileSync(join(screensDir, file), 'utf8'));
    const found = parsed.ok ? checkScreen(catalog, parsed.value) : parsed.issues;
    if (parsed.ok && parsed.value.screen !== name) found.push(issue('schema.screenName', 'screen', { name }));
    issues.push(...found.map((each) => ({ ...each, path: `screens/${name}: ${each.path}` })));
    if (parsed.ok) screens.set(name, parsed.value);
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: screens };
}
