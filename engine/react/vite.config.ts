import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const project = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(await readFile(resolve(project, 'package.json'), 'utf8')) as { version: string };

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [react(), precompress()],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': 'http://127.0.0.1:3000', '/hubs': { target: 'http://127.0.0.1:3000', ws: true } },
    fs: { allow: [project] },
  },
  build: {
    outDir: resolve(project, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Leaf groups alone: a group takes its dependencies with it.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'ag-grid', test: /node_modules[\\/]ag-grid-(community|react|stack)[\\/]/ },
          ],
        },
      },
    },
  },
});

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
