import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What this agent is doing, on the disk before it does it: after a crash the next one can tell the server whether a label was
 * never started, is on the spooler, or may be either. A file for each process, because two may share a folder.
 */
export function openJournal(folder, pid = process.pid) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `journal-${pid}.jsonl`);
  let file = null;
  return {
    /** Jobs left by dead agents, each in its last state. */
    left() {
      const found = [];
      for (const name of readdirSync(folder)) {
        const owner = Number(/^journal-(\d+)\.jsonl$/.exec(name)?.[1] ?? 0);
        if (owner === 0 || (owner !== pid && isAlive(owner))) continue;
        found.push({ path: join(folder, name), jobs: open(readFileSync(join(folder, name), 'utf8')) });
      }
      return found;
    },
    forget: (of) => rmSync(of, { force: true }),
    note(entry) {
      file ??= openSync(path, 'a', 0o600);
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
    },
    /** The server has everything, so the journal is no longer needed. */
    clear() {
      if (file !== null) closeSync(file);
      file = null;
      rmSync(path, { force: true });
    },
  };
}

/** The last word on each job that was not settled; a line that a crash cut short says nothing. */
function open(text) {
  const jobs = new Map();
  for (const line of text.split('\n')) {
    try {
      const entry = JSON.parse(line);
      if (entry.state === 'settled') jobs.delete(entry.job);
      else jobs.set(entry.job, { ...jobs.get(entry.job), ...entry });
    } catch {
      continue;
    }
  }
  return [...jobs.values()];
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
