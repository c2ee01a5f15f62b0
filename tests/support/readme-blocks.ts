import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Not by the module's own address, which is none of a file where a document is simulated. */
const projectRoot = `${process.cwd()}/`;

/** The blocks of a document whose fence names a file: paths and texts. */
export function readBlocks(document: string): ReadonlyMap<string, string> {
  const text = readFileSync(projectRoot + document, 'utf8');
  return new Map(
    [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', body = '']) => [path, body]),
  );
}

/** Writes such blocks into a folder; code imports the project's own files from where they are. */
export function writeBlocks(blocks: ReadonlyMap<string, string>, folder: string): void {
  for (const [path, text] of blocks) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const outside = (from: string, target: string) => {
      const absolute = join(projectRoot, dirname(path), target);
      return blocks.has(join(dirname(path), target)) ? from : `'${absolute}'`;
    };
    writeFileSync(file, /\.tsx?$/.test(path) ? text.replace(/'(\.\.?\/[^']+)'/g, outside) : text);
  }
}
