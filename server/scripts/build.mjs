/**
 * Builds what is missing or stale: `node build.mjs [server] [web] [bench] [nodes]`, the first two when none is named.
 * The server becomes plain JavaScript in dist/server (one entry per script and worker), the browser goes to dist/web.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { build } from 'vite';
import { filesUnder, inputHash, isStale, root, targets, writeStamp } from './targets.mjs';

process.chdir(root);
// The build does not depend on the environment: a test run's setting would include React's development build.
process.env.NODE_ENV = 'production';
const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : ['server', 'web']) await buildTarget(name);

async function buildTarget(name) {
  if (!isStale(name)) return console.log(`${name}: up to date`);
  const started = Date.now();
  console.log(`${name}: building ...`);
  // Taken before the build, so that a file saved meanwhile makes the result stale again.
  const hash = inputHash(name);
  // Built aside and moved into place, so that nobody ever reads half a build.
  const aside = join(root, `dist/.next-${name}-${process.pid}`);
  try {
    await (name === 'web' ? buildWeb(aside) : buildNode(name, aside));
    // Another process may have built the same in the meantime and be running it.
    if (!isStale(name)) return;
    putInPlace(aside, join(root, targets[name].output));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  writeStamp(name, hash);
  console.log(`${name}: built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Two who build the same at once both end with a whole one: whose place is taken meanwhile clears it again. */
function putInPlace(aside, output) {
  for (let turn = 1; ; turn += 1) {
    try {
      rmSync(output, { recursive: true, force: true });
      return renameSync(aside, output);
    } catch (error) {
      if (turn === 5 || !['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
  }
}

function buildWeb(outDir) {
  return build({
    configFile: join(root, 'engine/app/vite.config.ts'),
    // Read without a copy in node_modules, which the person who starts us may not be able to write to.
    configLoader: 'runner',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

function buildNode(name, outDir) {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [moduleUrls()],
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: entriesFor(name),
        // Loaded where metrics are served, and nowhere else.
        external: ['prom-client'],
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}

/** What a target of Node is entered by; `nodes` are servers that tests run beside themselves. */
function entriesFor(name) {
  if (name === 'bench') return entriesOf('tests/bench', '');
  return name === 'nodes' ? entriesOf('tests/support/nodes', '') : serverEntries();
}

function serverEntries() {
  const main = existsSync('server/main.ts') ? { main: 'server/main.ts' } : {};
  return { ...main, ...entriesOf('server/scripts', 'scripts/') };
}

/** The TypeScript files that stand directly in a folder, by the name of their output. */
function entriesOf(folder, prefix) {
  const files = filesUnder(folder).filter((file) => /^[^/]+\.ts$/.test(file.slice(folder.length + 1)));
  return Object.fromEntries(files.map((file) => [prefix + file.slice(folder.length + 1, -'.ts'.length), file]));
}

/** Makes an entry of every module that is named as `new URL('./some-worker.ts', import.meta.url)`. */
function moduleUrls() {
  return {
    name: 'module-urls',
    enforce: 'pre',
    async transform(code, id) {
      let result = code;
      for (const [whole, path] of code.matchAll(/new URL\(\s*'(\.[^']+\.(?:ts|mjs))',\s*import\.meta\.url,?\s*\)/g)) {
        const target = await this.resolve(path, id);
        const reference = this.emitFile({ type: 'chunk', id: target.id });
        result = result.replace(whole, `new URL('@module-${reference}@', import.meta.url)`);
      }
      return result === code ? null : { code: result, map: null };
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const place = (_match, reference) => relativeUrl(chunk.fileName, this.getFileName(reference));
        chunk.code = chunk.code.replace(/@module-([\w$-]+)@/g, place);
      }
    },
  };
}

function relativeUrl(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
