import { mkdirSync, writeFileSync } from 'node:fs';
import { parseEntityFiles, readEntityFiles } from './schemas/entity-files.ts';
import { generatedFiles } from './schemas/generated-files.ts';
import { printIssues } from './schemas/print-issues.ts';

/** `npm run generate`: writes `schemas/generated/` from the language and the declarations. */
export default function generate(): number {
  const { metas, issues } = parseEntityFiles(readEntityFiles());
  if (issues.length > 0) {
    printIssues(issues);
    return 1;
  }
  mkdirSync('schemas/generated', { recursive: true });
  for (const [path, text] of Object.entries(generatedFiles(metas))) writeFileSync(path, text);
  return 0;
}
