import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Where labels go. Each answers `{ state, text? }`: `spooled`, `failed` (certainly not printed) or `uncertain`. `has` says
 * after a crash whether a job is certainly there.
 */
export function createSpooler(target) {
  const [kind, rest = ''] = split(target);
  if (kind === 'folder') return folder(rest);
  if (kind === 'raw') return raw(rest);
  if (kind === 'lp') return lp(rest);
  throw new Error(`no spooler is called ${target}: use folder:PATH, raw:HOST[:PORT] or lp:QUEUE`);
}

const split = (target) => {
  const at = target.indexOf(':');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
};

const nameOf = ({ job, lease, name, format }) =>
  `${job}-${lease.replace(/\W/g, '').slice(0, 8)}-${name.replace(/\W+/g, '_')}.${format}`;

/** A file for each label, there whole or not at all. */
function folder(path) {
  return {
    has: (job) => existsSync(join(path, nameOf(job))),
    async spool(job, bytes) {
      try {
        await mkdir(path, { recursive: true });
        const half = join(path, `.${nameOf(job)}.part`);
        const file = await open(half, 'w');
        await file.writeFile(bytes);
        await file.sync();
        await file.close();
        await rename(half, join(path, nameOf(job)));
        return { state: 'spooled' };
      } catch (error) {
        return { state: 'failed', text: error.message };
      }
    },
  };
}

const tries = 5;

/** A printer that listens, usually on port 9100. Once a byte is sent, only a person can tell whether it was printed. */
function raw(target) {
  const [host, port = '9100'] = target.split(':');
  return {
    has: () => false,
    async spool(_job, bytes) {
      let last = '';
      for (let at = 0; at < tries; at++) {
        if (at > 0) await pause(1500);
        const result = await write({ host, port: Number(port) }, bytes);
        if (result.state !== 'failed') return result;
        last = result.text;
      }
      return { state: 'failed', text: last };
    },
  };
}

function write(to, bytes) {
  return new Promise((resolve) => {
    let connected = false;
    const socket = createConnection(to, () => {
      connected = true;
      socket.end(bytes);
    });
    socket.setTimeout(20_000, () => socket.destroy(new Error('the printer does not answer')));
    socket.on('error', (error) => resolve({ state: connected ? 'uncertain' : 'failed', text: error.message }));
    socket.on('close', (failed) => {
      if (!failed) resolve({ state: 'spooled' });
    });
    socket.resume();
  });
}

/** A queue of CUPS. Commands go raw, a PDF without scaling. */
function lp(queue) {
  return {
    has: () => false,
    spool(job, bytes) {
      const options = job.format === 'pdf' ? ['-o', 'print-scaling=none'] : ['-o', 'raw'];
      return new Promise((resolve) => {
        const child = spawn('lp', ['-d', queue, '-t', job.name, ...options], { stdio: ['pipe', 'ignore', 'pipe'] });
        let said = '';
        child.stderr.on('data', (text) => (said += text));
        child.stdin.on('error', () => undefined);
        child.on('error', (error) => resolve({ state: 'failed', text: error.message }));
        child.on('close', (code, signal) => {
          if (code === 0) resolve({ state: 'spooled' });
          else
            resolve({ state: signal ? 'uncertain' : 'failed', text: said.trim() || `lp ended with ${code ?? signal}` });
        });
        child.stdin.end(bytes);
      });
    },
  };
}
