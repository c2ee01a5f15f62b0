import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';

/** A server in a process of its own. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  /** Ends it by SIGTERM and answers its exit code; null if the signal itself ended it. */
  stop(): Promise<number | null>;
}

/** Where `SERVER_LOG` names a file, what servers say is added to it. */
const log = process.env['SERVER_LOG'];

/** Starts `node file ...args` and waits until it prints a line in which `ready` finds its port. */
export function startServer(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<Server> {
  const nodeOptions = (env['NODE_FLAGS'] ?? '').split(' ').filter(Boolean);
  const child = spawn(process.execPath, [...nodeOptions, file, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((done, fail) => {
    let said = '';
    if (log)
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => appendFileSync(log, chunk));
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000);
      const port = ready.exec(said)?.[1];
      if (port) done({ port: Number(port), pid: child.pid ?? 0, stop: () => stop(child) });
    });
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}: ${said}`)));
  });
}

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done(child.exitCode);
    child.once('exit', (code) => done(code));
    child.kill('SIGTERM');
  });
}

const ticksPerSecond = 100;

/** Processor time a process has used so far, in milliseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Processor time of a process' children, in milliseconds: the backends of a Postgres. */
export function cpuOfChildren(pid: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      if (Number(fields[1]) === pid) sum += ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
    } catch {
      // Ended meanwhile.
    }
  }
  return sum;
}

/** Resident memory of a process in megabytes. */
export const memoryOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1_048_576;
