import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedDocs } from './docs/generated-docs.ts';
import { parseEntityFiles, readEntityFiles } from './schemas/entity-files.ts';
import { generatedFiles } from './schemas/generated-files.ts';
import { printIssues } from './schemas/print-issues.ts';

/** `npm run generate`: writes `schemas/generated/` and the generated documents of `engine/docs`; with `--check` it only lists outdated files. */
export default function generate(args: string[] = []): number {
  const { metas, issues } = parseEntityFiles(readEntityFiles());
  if (issues.length > 0) {
    printIssues(issues);
    return 1;
  }
  const wanted = { ...generatedFiles(metas), ...generatedDocs() };
  const stale = Object.entries(wanted).filter(([path, text]) => readIfThere(path) !== text);
  for (const [path, text] of stale) {
    if (args.includes('--check')) console.error(`${path} is not up to date: npm run generate`);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  return stale.length > 0 && args.includes('--check') ? 1 : 0;
}

const readIfThere = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
