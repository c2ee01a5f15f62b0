/**
 * `npm run dev`: the server as ever, and before it the browser's sources as they are at this moment. A saved view is
 * swapped in open pages and what was typed stays; a saved manifest of a widget counts at once. Schemas, words and the
 * server itself are read at a start: `r` and Enter restarts the server. For development only; nothing is built.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createServer as createSocket } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { isStale, root } from './targets.mjs';

process.chdir(root);
const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';
const inner = await freePort();
let server = await startServer();

const pages = await createServer({
  configFile: `${root}engine/app/vite.config.ts`,
  configLoader: 'runner',
  server: {
    host,
    port,
    strictPort: true,
    // The name of the host says whose house it is: the server must hear it as the browser said it.
    proxy: {
      '/api': { target: `http://127.0.0.1:${inner}`, changeOrigin: false },
      '/hubs': { target: `http://127.0.0.1:${inner}`, changeOrigin: false, ws: true },
    },
  },
});
await pages.listen();
console.log(`Lading is ready for development at http://localhost:${port} (r and Enter: restart the server)`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
// Anything that ends this process (such as closing the terminal) ends the server too.
process.once('exit', () => server.kill('SIGTERM'));
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() === 'r') void again();
});

/** The server, built where it is stale, once it answers. What it prints names the address at which it is reached. */
async function startServer() {
  if (isStale('server')) {
    const built = spawnSync(process.execPath, ['server/scripts/build.mjs', 'server'], { stdio: 'inherit' });
    if (built.status !== 0) process.exit(built.status ?? 1);
  }
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(inner),
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://{host}:${port}`,
  };
  const child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Lading is ready')) ready();
      else console.log(line.replaceAll(`:${inner}`, `:${port}`));
    });
  });
  child.removeAllListeners('exit');
  return child;
}

async function again() {
  await endServer();
  server = await startServer();
  console.log('The server has started anew.');
}

function endServer() {
  return new Promise((ended) => {
    if (server.exitCode !== null) return ended();
    server.once('exit', ended);
    server.kill('SIGTERM');
  });
}

async function stop() {
  await Promise.all([endServer(), pages.close()]);
  process.exit(0);
}

/** A free port, for the server behind the pages. */
function freePort() {
  return new Promise((found) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const { port: free } = socket.address();
      socket.close(() => found(free));
    });
  });
}
