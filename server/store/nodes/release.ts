import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A release of the product, as `package.json` names it. */
export interface Release {
  readonly version: string;
  /** The oldest release that may serve beside it: what changed since then is only added. */
  readonly serves: string;
}

/** Null if the folder has no version; such a start never counts as older. */
export function readRelease(root: string): Release | null {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return null;
  const { version, lading } = JSON.parse(readFileSync(file, 'utf8')) as {
    version: string;
    lading?: { serves?: string };
  };
  return { version, serves: lading?.serves ?? version };
}

const partsOf = (version: string): number[] => (version.split('-', 1)[0] ?? '').split('.').map(Number);

/** Whether `one` is older than `other`, ignoring suffixes after a hyphen. */
export function isOlder(one: string, other: string): boolean {
  const [mine, theirs] = [partsOf(one), partsOf(other)];
  const at = [0, 1, 2].find((index) => (mine[index] ?? 0) !== (theirs[index] ?? 0));
  return at !== undefined && (mine[at] ?? 0) < (theirs[at] ?? 0);
}
