import { writeFileSync } from 'node:fs';
import { parseEntity, printEntity } from '../../engine/core/index.ts';
import { readEntityFiles } from './schemas/entity-files.ts';
import { printIssues } from './schemas/print-issues.ts';

/** `npm run schemas:print`: formats every declaration; with `--check` it only lists unformatted ones. */
export default function printSchemas(args: string[]): number {
  const checkOnly = args.includes('--check');
  let refused = 0;
  for (const { path, text } of readEntityFiles()) {
    const parsed = parseEntity(text);
    if (!parsed.ok) {
      printIssues(parsed.issues.map((found) => ({ ...found, path: `${path}: ${found.path}` })));
      refused += 1;
      continue;
    }
    const canonical = printEntity(parsed.value);
    if (canonical === text) continue;
    if (checkOnly) refused += 1;
    else writeFileSync(path, canonical);
    console.log(checkOnly ? `${path} is not in its canonical text: npm run schemas:print` : `printed ${path}`);
  }
  return refused > 0 ? 1 : 0;
}
