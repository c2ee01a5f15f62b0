import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const project = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(await readFile(resolve(project, 'package.json'), 'utf8')) as { version: string };

/** Home comes without the grid, and the list without home, as long as whatever both import is behind these. */
const sharedByHomeAndList = [
  'kit/data/use-entity.ts',
  'kit/data/changed.ts',
  'kit/data/design-link.tsx',
  'kit/data/prepared.ts',
  'kit/controllers/use-preference.ts',
  'kit/fields/controls/cell-text.ts',
];

const router = resolve(project, 'node_modules/react-router/dist/production');

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [react(), faceAhead(), pagesInside(), publicPage(), precompress()],
  resolve: {
    alias: [
      // Its package names the build with warnings alone.
      { find: /^react-router$/, replacement: resolve(router, 'index.mjs') },
      { find: /^react-router\/dom$/, replacement: resolve(router, 'dom-export.mjs') },
    ],
  },
  // `npm run dev` says where the server is.
  cacheDir: resolve(project, 'dist/.vite'),
  server: { fs: { allow: [project] } },
  build: {
    outDir: resolve(project, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [resolve(import.meta.dirname, 'index.html'), resolve(import.meta.dirname, 'public.html')],
      // The engine is pure: a page that takes one function of its face does not bring the language along.
      treeshake: {
        moduleSideEffects: [
          { test: /\/engine\/core\/[^?]+\.ts$/, sideEffects: false },
          { test: /\/node_modules\/(rc-|@rc-component\/)[^?]+\.js$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What the public page shares with the application: only names of files to load.
            {
              name: 'names',
              test: /engine[\\/]modules[\\/](index|[\w-]+[\\/]module)\.ts$|vite[\\/](preload-helper|modulepreload)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'public',
              test: /engine[\\/]app[\\/]public\.(tsx|css|html)/,
              includeDependenciesRecursively: false,
            },
            { name: 'ag-grid', test: /node_modules[\\/]ag-grid-(community|react|stack)[\\/]/ },
            { name: 'start', tags: ['$initial'], includeDependenciesRecursively: false },
            // The words that every page has come in one file a language.
            { debugName: 'words', name: (id) => wordFile.exec(id)?.[1] ?? null },
            // What stands behind the frame, the home page and the list of any entity comes in one file each, and what the
            // last two share in another: left to itself the bundler makes a file of every set of screens that share
            // something, and a hundred small files come slower.
            { name: 'frame', test: filesOf(['app/shell/app-frame.tsx']) },
            { name: 'records', test: filesOf(sharedByHomeAndList) },
            { name: 'home', test: filesOf(['app/shell/welcome-page.tsx']) },
            { name: 'list', test: filesOf(['kit/screens/list-screen.tsx', 'kit/controllers/prepare-list.ts']) },
          ],
        },
      },
    },
  },
});

/** Matches modules of the engine by their paths. */
function filesOf(paths: readonly string[]): (id: string) => boolean {
  const files = new Set(paths.map((path) => resolve(project, 'engine', path)));
  return (id) => files.has(id);
}

const wordFile = /[\\/]locales[\\/]([\w-]+)[\\/](?:engine|shell|errors|door)\.json$/;

/** Pages beside index.html, and the files of ours that an address answered with one of them will need. */
const innerPages = { 'inside.html': ['list'], 'home.html': ['frame', 'home'] };

/**
 * Pages for addresses inside the application: they name at once the files that the first page would only ask for when it
 * runs. The way in keeps to the other one and loads nothing of them.
 */
function pagesInside(): Plugin {
  return {
    name: 'inner-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('no page to write another beside');
        const known = String(page.source);
        for (const [fileName, names] of Object.entries(innerPages)) {
          const files = names.flatMap((name) => filesBehind(bundle, name));
          const ahead = [...new Set(files.map((file) => file.fileName))].filter((name) => !known.includes(name));
          const styles = [...new Set(files.flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]))];
          const links = [
            ...ahead.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
            ...styles
              .filter((name) => !known.includes(name))
              .map((name) => `<link rel="preload" as="style" crossorigin href="/${name}">`),
          ];
          const source = known.replace('</head>', `${links.map((link) => `  ${link}\n`).join('')}  </head>`);
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}

/** A file of the build and all that it imports, however far. */
function filesBehind(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const first = chunks.find((chunk) => chunk.name === name);
  if (!first) throw new Error(`no file of the build is called ${name}`);
  const found = new Set([first]);
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return [...found];
}

/** The pages name the Latin typeface at once: found in the style sheet alone it would come after the first drawing. */
function faceAhead(): Plugin {
  return {
    name: 'face-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, path }) {
        if (path !== '/index.html') return [];
        const face = Object.keys(bundle).find((name) => /inter-latin-wght-normal[^/]*\.woff2$/.test(name));
        if (!face) throw new Error('the typeface of the screens is not in the build');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${face}` };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** In development the page for everybody is served at its addresses as the server does in a build. */
function publicPage(): Plugin {
  return {
    name: 'public-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        if (request.url?.startsWith('/public/')) request.url = '/public.html';
        next();
      });
    },
  };
}

/** Writes `.br` and `.gz` beside every text asset over a kilobyte, so that the server compresses nothing at run time. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? '';
      const names = Object.keys(bundle).filter((name) => /\.(js|css|html|svg|json)$/.test(name));
      for (const name of names) {
        const file = resolve(folder, name);
        const bytes = await readFile(file);
        if (bytes.length <= 1024) continue;
        const small = await brotli(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
        await writeFile(`${file}.br`, small);
        await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
        this.info(`${name} ${(bytes.length / 1024).toFixed(1)} kB, br ${(small.length / 1024).toFixed(1)} kB`);
      }
    },
  };
}
