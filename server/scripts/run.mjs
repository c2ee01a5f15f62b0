/**
 * Runs one script by name, compiled: `node run.mjs generate --check`. A script is a file of server/scripts or tests/bench
 * whose default export takes the arguments and answers with the exit code (nothing is 0).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isStale, root } from './targets.mjs';

process.env.INIT_CWD ??= process.cwd();
process.chdir(root);
const places = [
  { folder: 'server/scripts', target: 'server', output: 'dist/server/scripts' },
  { folder: 'tests/bench', target: 'bench', output: 'dist/bench' },
];
const [name = '', ...args] = process.argv.slice(2);
const place = places.find(({ folder }) => /^[\w-]+$/.test(name) && existsSync(`${root}${folder}/${name}.ts`));
if (!place) {
  console.error(`There is no script "${name}".`);
  process.exit(1);
}
if (isStale(place.target)) {
  const builder = [`${root}server/scripts/build.mjs`, place.target];
  const built = spawnSync(process.execPath, builder, { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const file = new URL(`../../${place.output}/${name}.js`, import.meta.url);
process.argv = [process.argv[0], file.pathname, ...args];
const script = await import(file);
if (typeof script.default === 'function') process.exitCode = (await script.default(args)) ?? 0;
