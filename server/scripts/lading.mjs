/**
 * The entry of a released Lading: `node lading.mjs start`, or one of its commands (platform-open, backup, restore,
 * ledger-verify, db-plan, demo) with what follows it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Where paths of the command line begin.
process.env.INIT_CWD = process.cwd();
process.chdir(fileURLToPath(new URL('.', import.meta.url)));
process.env.NODE_ENV ??= 'production';
const [name = 'start', ...args] = process.argv.slice(2);
if (name === 'start') {
  const heap = ['--max-semi-space-size=8', '--heap-growing-percent=100'];
  const server = spawn(process.execPath, [...heap, 'dist/server/main.js', ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
} else {
  const file = `dist/server/scripts/${name}.js`;
  if (!/^[\w-]+$/.test(name) || !existsSync(file)) {
    console.error(`There is no command "${name}".`);
    process.exit(1);
  }
  const script = await import(new URL(file, import.meta.url));
  process.exitCode = (await script.default(args)) ?? 0;
}
