import { readFileSync, writeFileSync } from 'node:fs';

/** Beside Postgres' own directory: which process started it, or took it over from one that is gone. */
const fileOf = (directory: string): string => `${directory}.keeper`;

/** Notes that this process is the one to stop the Postgres of a directory. */
export function noteKeeper(directory: string): void {
  writeFileSync(fileOf(directory), `${process.pid} ${startOf(process.pid)}`);
}

/** Whether the process that kept the Postgres of a directory is gone, or none was ever noted. */
export function wasLeftAlone(directory: string): boolean {
  const [pid = '', start = ''] = (readText(fileOf(directory)) ?? '').split(' ');
  if (!/^[1-9]\d*$/.test(pid)) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
  // The number may have been given to another process since.
  return startOf(Number(pid)) !== start;
}

/** When a process was started, as the system counts; the same text for all where it does not say. */
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
