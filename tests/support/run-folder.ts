import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'lading-run-';
/** A whole run takes about 1.5 GB at a time, beside what its processes use. */
const needed = 4 * 1024 ** 3;
const free = 2 * needed;

/**
 * Puts everything that is temporary in a run, databases first, into memory where the machine has room for it: a database
 * is some thousand files, whose copy takes seconds on a disk and a tenth of one in memory. Processes that tests start
 * inherit it. `TMPDIR` says otherwise. Answers what removes it again.
 */
export function useMemoryFolder(): () => void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return () => undefined;
  removeAbandoned();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // Postgres runs as another user where the run is root's, and must get through to its own folder.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => {
    delete process.env['TMPDIR'];
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > needed && freemem() > free;
  } catch {
    return false;
  }
}

/** What runs left that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
