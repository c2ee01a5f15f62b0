/**
 * What is built from what. Each target has a stamp: the hash of everything that went into it. A target is stale when the
 * stamp beside its output differs from the hash of the files as they are now.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const shared = ['package-lock.json', 'server/scripts/build.mjs'];

/** name -> where it goes, which file proves it is there, and which files it is made of (folders and single files). */
export const targets = {
  server: {
    output: 'dist/server',
    proof: 'dist/server',
    inputs: [...shared, 'engine', 'server', 'schemas/generated'],
    skip: /^engine\/(react|widgets)\/|\.(css|md|html|sql)$/,
  },
  web: {
    output: 'dist/web',
    proof: 'dist/web/index.html',
    inputs: [...shared, 'engine', 'designer', 'locales'],
    skip: /\.md$/,
  },
  bench: {
    output: 'dist/bench',
    proof: 'dist/bench',
    inputs: [...shared, 'engine', 'server', 'tests/bench'],
    skip: /^engine\/(react|widgets)\/|\.(css|md|html)$/,
  },
  nodes: {
    output: 'dist/nodes',
    proof: 'dist/nodes',
    inputs: [...shared, 'engine', 'server', 'tests/support/nodes', 'tests/domain/ledger/support/money-calls.ts'],
    skip: /^engine\/(react|widgets)\/|\.(css|md|html|sql)$/,
  },
};

/** The hash of a target's inputs as they are now. */
export function inputHash(name) {
  const { inputs, skip } = targets[name];
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesUnder(input)) {
      if (skip.test(file)) continue;
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

export function isStale(name) {
  const stamp = stampFile(name);
  if (!existsSync(join(root, targets[name].proof)) || !existsSync(stamp)) return true;
  return readFileSync(stamp, 'utf8') !== inputHash(name);
}

/** Notes the hash that a finished build was made from. */
export function writeStamp(name, hash) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile(name), hash);
}

const stampFile = (name) => join(root, 'dist', `.stamp-${name}`);

/** Every file of a folder, or the file itself, as sorted paths from the root. */
export function filesUnder(path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}
