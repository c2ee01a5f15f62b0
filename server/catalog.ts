import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalog, EntityMeta, Issue, Outcome } from '../engine/core/index.ts';
import { compileCatalog, issue, parseEntity } from '../engine/core/index.ts';

/** Folders of `schemas/` without entities. */
const notAreas = new Set(['generated', 'menus', 'dictionaries', 'screens']);

/** One entity's folder: `<area>/<entity>`. */
export interface EntityFolder {
  area: string;
  name: string;
  dir: string;
}

export function entityFolders(schemasDir: string): EntityFolder[] {
  return folders(schemasDir)
    .filter((area) => !notAreas.has(area))
    .flatMap((area) =>
      folders(join(schemasDir, area)).map((name) => ({ area, name, dir: join(schemasDir, area, name) })),
    );
}

/** Parses and links all schema files; answers every issue of every file. */
export function loadCatalog(schemasDir: string): Outcome<Catalog> {
  const issues: Issue[] = [];
  const metas: EntityMeta[] = [];
  for (const { name, dir } of entityFolders(schemasDir)) {
    const parsed = parseEntity(readFileSync(join(dir, `${name}.json`), 'utf8'));
    if (!parsed.ok) issues.push(...parsed.issues.map((found) => ({ ...found, path: `${name}: ${found.path}` })));
    else if (parsed.value.entity !== name) issues.push(issue('schema.folderName', `${name}: entity`, { name }));
    else metas.push(parsed.value);
  }
  return issues.length > 0 ? { ok: false, issues } : compileCatalog(metas);
}

/** Sample records in an entity's folder. */
export function loadSamples(folder: EntityFolder): Record<string, unknown>[] {
  return JSON.parse(readFileSync(join(folder.dir, 'samples.json'), 'utf8')) as Record<string, unknown>[];
}

export const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const folders = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => statSync(join(dir, name)).isDirectory())
    .sort();

/**
 * The folder that contains `schemas/`: beside `server/` in the sources, above the built file. A path relative to a module
 * would be another one in the build.
 */
export function projectRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, 'schemas'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('no schemas folder above the server');
  return projectRoot(parent);
}
