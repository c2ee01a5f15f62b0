import { readFileSync, writeFileSync } from 'node:fs';

/** Records beside the Postgres directory which process owns the server. */
const fileOf = (directory: string): string => `${directory}.keeper`;

/** Records this process as the one that stops the Postgres of a directory. */
export function noteKeeper(directory: string): void {
  writeFileSync(fileOf(directory), `${process.pid} ${startOf(process.pid)}`);
}

/** Whether the owner of a directory's Postgres is gone, or was never recorded. */
export function wasLeftAlone(directory: string): boolean {
  const [pid = '', start = ''] = (readText(fileOf(directory)) ?? '').split(' ');
  if (!/^[1-9]\d*$/.test(pid)) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
  // The process id may have been reused since.
  return startOf(Number(pid)) !== start;
}

/** Start time of a process as the system counts it; a constant where the system does not report it. */
const startOf = (pid: number): string =>
  readText(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')[19] ?? '-';

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
