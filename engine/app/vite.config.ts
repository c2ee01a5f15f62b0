import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const project = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(await readFile(resolve(project, 'package.json'), 'utf8')) as { version: string };

const router = resolve(project, 'node_modules/react-router/dist/production');

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [react(), faceAhead(), insidePage(), publicPage(), precompress()],
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
      treeshake: { moduleSideEffects: [{ test: /\/engine\/core\/[^?]+\.ts$/, sideEffects: false }] },
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
            {
              debugName: 'room',
              name: roomOf([
                'shell/app-frame.tsx',
                '../kit/screens/list-screen.tsx',
                '../kit/controllers/prepare-list.ts',
              ]),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});

/**
 * Names one file for all that stands behind some modules of ours: left to itself the bundler makes a file of every set
 * of screens that share something, and a hundred small files come slower than the few that everybody needs anyway.
 */
function roomOf(service: readonly string[]): (id: string, graph: Rolldown.ChunkingContext) => string | null {
  const behind = new Set<string>();
  return (id, graph) => {
    const waiting = behind.size > 0 ? [] : service.map((deps) => resolve(import.meta.dirname, deps));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (behind.has(next)) continue;
      behind.add(next);
      const found = graph.getModuleInfo(next);
      waiting.push(...(found?.importedIds ?? []).filter((one) => one !== antd), ...partsOfAntd(found?.code ?? ''));
    }
    return behind.has(id) ? 'room' : null;
  };
}

const wordFile = /[\\/]locales[\\/]([\w-]+)[\\/](?:engine|shell|errors|door)\.json$/;
const antd = resolve(project, 'node_modules/antd/es/index.js');

/** The modules behind names taken from antd's index, which itself imports everything there is. */
function partsOfAntd(code: string): string[] {
  const lists = [...code.matchAll(/import \{([^}]*)\} from ['"]antd['"]/g)].map(([, names = '']) => names);
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().split(' ')[0] ?? '');
  const folders = names.map((name) => name.replace(/\B[A-Z]/g, '-$&').toLowerCase());
  return folders.map((folder) => resolve(project, 'node_modules/antd/es', folder, 'index.js'));
}

/**
 * A second page beside index.html, for addresses inside the application: it names at once the files that the first page
 * would only ask for when it runs. The way in keeps to the other one and loads nothing of them.
 */
function insidePage(): Plugin {
  return {
    name: 'inside-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        const files = Object.values(bundle).filter((file) => file.type === 'chunk');
        const room = files.find(({ name }) => name === 'room');
        if (page?.type !== 'asset' || !room) throw new Error('no page, or no room to go with it');
        const known = String(page.source);
        const ahead = [room.fileName, ...room.imports].filter((name) => !known.includes(name));
        const links = [
          ...ahead.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
          ...[...(room.viteMetadata?.importedCss ?? [])].map(
            (name) => `<link rel="preload" as="style" crossorigin href="/${name}">`,
          ),
        ];
        const source = known.replace('</head>', `${links.map((link) => `  ${link}\n`).join('')}  </head>`);
        this.emitFile({ type: 'asset', fileName: 'inside.html', source });
      },
    },
  };
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
