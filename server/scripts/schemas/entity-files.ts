import { readdirSync, readFileSync } from 'node:fs';
import { parseEntity, type EntityMeta, type Issue } from '../../../engine/core/index.ts';

export interface EntityFile {
  area: string;
  entity: string;
  /** Relative to the project folder. */
  path: string;
  text: string;
}

/** All declarations in `schemas/`: `<area>/<entity>/<entity>.json`, by entity name. */
export function readEntityFiles(): EntityFile[] {
  return readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path: `schemas/${path}`, match: /^([^/]+)\/([^/]+)\/\2\.json$/.exec(path) }))
    .flatMap(({ path, match }) =>
      match ? [{ area: match[1] ?? '', entity: match[2] ?? '', path, text: readFileSync(path, 'utf8') }] : [],
    )
    .toSorted((a, b) => (a.entity < b.entity ? -1 : 1));
}

/** The parsed metas, and the issues of the other files. */
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
