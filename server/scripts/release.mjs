/**
 * `npm run release [-- <folder>]`: a tarball that runs with Node alone: the built server and browser, schemas, words, the
 * packages that the server loads (with a real Postgres), an environment file, deployment examples, licences and an SBOM.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentFile } from './environment-file.mjs';
import { filesUnder, isStale, root } from './targets.mjs';

process.chdir(root);
const own = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `lading-${own.version}`;
const output = process.argv[2] ?? 'dist/release';
const folder = join(output, name);

const stale = ['server', 'web'].filter(isStale);
if (stale.length > 0) run(process.execPath, ['server/scripts/build.mjs', ...stale]);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const part of [
  'dist/server',
  'dist/web',
  'schemas',
  'locales',
  'deploy',
  'server/print-agent',
  'LICENSE',
  'README.md',
])
  cpSync(part, join(folder, part), { recursive: true });
// What the server reads at its place in the sources: places, prices and texts of the demo.
for (const file of filesUnder('server').filter((each) => !/\.(ts|mts|md)$/.test(each)))
  cpSync(file, join(folder, file), { recursive: true });
cpSync('engine/docs', join(folder, 'engine/docs'), { recursive: true });
cpSync('deploy/dockerignore', join(folder, '.dockerignore'));
cpSync('server/scripts/lading.mjs', join(folder, 'lading.mjs'));
writeFileSync(join(folder, 'deploy/lading.env'), environmentFile(readFileSync('README.md', 'utf8')));

const packages = closureOf(loadedPackages());
for (const { path } of packages)
  cpSync(path, join(folder, path), { recursive: true, dereference: true, filter: outside });
const { version, license, engines, lading } = own;
const scripts = { start: 'node lading.mjs start' };
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify({ name: 'lading', version, private: true, type: 'module', license, engines, lading, scripts }, null, 2)}\n`,
);
writeFileSync(join(folder, 'LICENCES.txt'), licences(packages));
const sbom = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (sbom.status === 0) writeFileSync(join(folder, 'sbom.cdx.json'), sbom.stdout);
else console.error(`no SBOM: ${sbom.stderr.trim().split('\n').at(-1)}`);
run('tar', ['-czf', join(output, `${name}.tar.gz`), '-C', output, name]);
console.log(`${join(output, `${name}.tar.gz`)}: ${packages.length} packages`);

function run(command, args) {
  const ran = spawnSync(command, args, { stdio: 'inherit' });
  if (ran.status !== 0) process.exit(ran.status ?? 1);
}

/** A package's own nested packages are copied where the closure asks for them. */
function outside(path) {
  return !/node_modules\/.*\/node_modules(\/|$)/.test(path) || packages.some((each) => path.startsWith(each.path));
}

/** The dependencies that the built server names. */
function loadedPackages() {
  const code = filesUnder('dist/server')
    .filter((file) => /\.(m?js)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return Object.keys(own.dependencies).filter((each) => ["'", '"', '`'].some((mark) => code.includes(mark + each)));
}

/** These packages and everything that they need, where Node finds it; optional ones of other platforms are not installed. */
function closureOf(names) {
  const found = new Map();
  const visit = (each, from, needed) => {
    const path = placeOf(each, from);
    if (!path) {
      if (needed) throw new Error(`${each} is not installed`);
      return;
    }
    if (found.has(path)) return;
    const meta = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    found.set(path, { path, meta });
    for (const dependency of Object.keys(meta.dependencies ?? {}))
      visit(dependency, path, !(dependency in (meta.optionalDependencies ?? {})));
    for (const dependency of Object.keys(meta.optionalDependencies ?? {})) visit(dependency, path, false);
    for (const dependency of Object.keys(meta.peerDependencies ?? {})) visit(dependency, path, false);
  };
  for (const each of names) visit(each, '.', true);
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function placeOf(each, from) {
  for (let at = from; ; at = dirname(at)) {
    const path = join(at, 'node_modules', each);
    if (existsSync(join(path, 'package.json'))) return path;
    if (at === '.') return null;
  }
}

function licences(all) {
  const lines = all.map(({ path, meta }) => {
    const text = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license', 'LICENSE.txt'].find((file) =>
      existsSync(join(path, file)),
    );
    const licence = typeof meta.license === 'string' ? meta.license : (meta.license?.type ?? 'not said');
    return `${meta.name} ${meta.version}: ${licence}${text ? ` (${path}/${text})` : ''}`;
  });
  return `Packages that come along, and their licences.\n\n${lines.join('\n')}\n`;
}
