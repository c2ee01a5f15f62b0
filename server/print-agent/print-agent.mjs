#!/usr/bin/env node
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openJournal } from './journal.mjs';
import { inOrder, watchScale } from './scale.mjs';
import { createServer, Refusal } from './server.mjs';
import { createSpooler } from './spoolers.mjs';

const version = process.env.PRINT_AGENT_VERSION ?? '1.0.0';
const help = `print-agent ${version}: takes the labels of one printer of Lading to a spooler.

  --server URL    the address of your pages, as https://north.example.com      (PRINT_SERVER)
  --code CODE     the pairing code of the printer; needed the first time only  (PRINT_CODE)
  --spool TARGET  lp:QUEUE, raw:HOST[:9100] or folder:PATH                     (PRINT_SPOOL)
  --scale TARGET  tcp:HOST:PORT, serial:/dev/ttyUSB0 or hidraw:/dev/hidraw0    (PRINT_SCALE)
  --state FOLDER  where token and journal are kept; ~/.lading-print            (PRINT_STATE)
`;
const say = (text) => process.stdout.write(`${new Date().toISOString()} ${text}\n`);

const { values: given } = parseArgs({
  options: Object.fromEntries([
    ...['server', 'code', 'spool', 'scale', 'state'].map((name) => [name, { type: 'string' }]),
    ['help', { type: 'boolean', short: 'h' }],
  ]),
});
const option = (name) => given[name] ?? process.env[`PRINT_${name.toUpperCase()}`];
const state = option('state') ?? join(homedir(), '.lading-print');
const tokenFile = join(state, 'token.json');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());

/** The token of this computer: kept, or given by the server for the pairing code. */
async function tokenOf(server) {
  if (existsSync(tokenFile) && !option('code')) return JSON.parse(readFileSync(tokenFile, 'utf8'));
  const code = option('code');
  if (!code) throw new Refusal('This computer is not paired yet: give --code with the pairing code of the printer.');
  const kept = existsSync(tokenFile) ? JSON.parse(readFileSync(tokenFile, 'utf8')) : null;
  // The code that was used to pair may go on standing in the settings of a service.
  if (kept?.code === code) return kept;
  const { token, printer } = await createServer({ server }).pair({ code, version, host: hostname().slice(0, 60) });
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(tokenFile, JSON.stringify({ server, token, printer, code }), { mode: 0o600 });
  chmodSync(tokenFile, 0o600);
  say(`paired with ${printer}`);
  return { server, token, printer };
}

/** Asks until the server answers. What it refuses is no reason to ask again. */
async function until(ask) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 15_000)) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Refusal || stopping.signal.aborted) throw error;
      say(`server not reached (${error.message}); again in ${wait} ms`);
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}

const settle = (server, { job, lease }, { state: became, text }) =>
  until(() => server.done({ job, lease, state: became, ...(text ? { text: text.slice(0, 300) } : {}) }));

/** What an agent that died has left: told as far as it is known, never printed again from here. */
async function recover(server, journal, spooler) {
  for (const { path, jobs } of journal.left()) {
    for (const left of jobs) {
      const known = { taken: 'returned', begun: spooler.has(left) ? 'spooled' : 'uncertain' }[left.state] ?? left.state;
      say(`job ${left.job} was left ${left.state}: ${known}`);
      await settle(server, left, { state: known, text: left.text });
    }
    journal.forget(path);
  }
}

async function print(server, journal, spooler, job) {
  journal.note({ ...job, state: 'taken' });
  let bytes;
  try {
    bytes = await until(() => server.label({ job: job.job, lease: job.lease }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`job ${job.job} ${job.name}: ${error.message}`);
    journal.clear();
    if (error.fatal) throw error;
    return;
  }
  journal.note({ job: job.job, state: 'begun' });
  const result = await spooler.spool(job, bytes);
  journal.note({ job: job.job, ...result });
  say(`job ${job.job} ${job.name}: ${result.state}${result.text ? ` (${result.text})` : ''}`);
  await settle(server, job, result);
  journal.clear();
}

async function run() {
  const [address, target] = [option('server'), option('spool')];
  if (given.help || !address || !target) {
    process.stdout.write(help);
    return given.help ? 0 : 1;
  }
  const spooler = createSpooler(target);
  const { token, printer } = await tokenOf(address);
  const server = createServer({ server: address, token, signal: stopping.signal });
  // What was printed is told even while the agent stops.
  const last = createServer({ server: address, token });
  const journal = openJournal(state);
  await recover(last, journal, spooler);
  say(`ready for ${printer}: ${target}`);
  const scale = option('scale');
  const unwatch = scale ? watchScale(scale, inOrder(server.weigh)) : null;
  try {
    while (!stopping.signal.aborted) {
      const { job } = await until(() => server.take({ version, wait: 20 }));
      if (job) await print({ ...server, done: last.done, label: last.label }, journal, spooler, job);
    }
  } finally {
    unwatch?.();
  }
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  if (stopping.signal.aborted) process.exitCode = 0;
  else {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof Refusal ? 2 : 1;
  }
}
