import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Every entity declaration of the project. */
export const entityFiles: { name: string; area: string; file: string }[] = readdirSync(`${projectRoot}schemas`, {
  recursive: true,
  encoding: 'utf8',
})
  .map((path) => ({ path, match: /^([^/]+)\/([^/]+)\/\2\.json$/.exec(path) }))
  .flatMap(({ path, match }) =>
    match ? [{ name: match[2] ?? '', area: match[1] ?? '', file: `${projectRoot}schemas/${path}` }] : [],
  )
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));
