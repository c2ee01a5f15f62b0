import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { projectRoot } from './entity-files.ts';

export interface SourceFile {
  /** From the project's folder, with slashes. */
  path: string;
  text: string;
  /** The files of the project that it imports, type-only and dynamic imports included. */
  imports: string[];
}

/** Every file below these folders whose name ends so. Files that are imported and not there keep their path too. */
export function readSources(folders: string[], endings = ['.ts', '.tsx']): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(projectRoot + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .toSorted()
    .map((path) => {
      const text = readFileSync(projectRoot + path, 'utf8');
      const relative = namesIn(path, text).filter((name) => name.startsWith('.'));
      return { path, text, imports: relative.map((name) => posix.join(posix.dirname(path), name)) };
    });
}

/** What a file imports and passes on, as it is written there. */
function namesIn(path: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const asked = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
  const passedOn = staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? []));
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...passedOn, ...asked];
}
