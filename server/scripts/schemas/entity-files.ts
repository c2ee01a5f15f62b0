import { readdirSync, readFileSync } from 'node:fs';
import { parseEntity, type EntityMeta, type Issue } from '../../../engine/core/index.ts';

export interface EntityFile {
  area: string;
  entity: string;
  /** From the project's folder. */
  path: string;
  text: string;
}

/** Every declaration in `schemas/`: `<area>/<entity>/<entity>.json`, by the name of the entity. */
export function readEntityFiles(): EntityFile[] {
  return readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path: `schemas/${path}`, match: /^([^/]+)\/([^/]+)\/\2\.json$/.exec(path) }))
    .flatMap(({ path, match }) =>
      match ? [{ area: match[1] ?? '', entity: match[2] ?? '', path, text: readFileSync(path, 'utf8') }] : [],
    )
    .toSorted((a, b) => (a.entity < b.entity ? -1 : 1));
}

/** The metas of those files, and what is wrong with the others. */
export function parseEntityFiles(files: EntityFile[]): { metas: EntityMeta[]; issues: Issue[] } {
  const metas: EntityMeta[] = [];
  const issues: Issue[] = [];
  for (const { path, text } of files) {
    const parsed = parseEntity(text);
    if (parsed.ok) metas.push(parsed.value);
    else issues.push(...parsed.issues.map((found) => ({ ...found, path: `${path}: ${found.path}` })));
  }
  return { metas, issues };
}
