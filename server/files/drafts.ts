import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Work files with generated names, in a private folder. */
export interface Drafts {
  path(name: string): Promise<string>;
  /** Deletes files not modified since `before`. */
  sweep(before: Date): Promise<number>;
}

export function createDrafts(folder: string): Drafts {
  const home = join(folder, 'drafts');
  return {
    async path(name) {
      if (!/^[\w-]{1,60}$/.test(name)) throw new Error('not a draft');
      const path = join(home, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return path;
    },
    async sweep(before) {
      const names = await readdir(home).catch(() => []);
      const old = await Promise.all(
        names.map(async (name) => ((await changedAt(join(home, name))) < before.getTime() ? [name] : [])),
      );
      await Promise.all(old.flat().map((name) => rm(join(home, name), { force: true })));
      return old.flat().length;
    },
  };
}

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
