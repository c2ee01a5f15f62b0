/** `npm start`: builds what is missing or stale, then becomes the server. */
import { spawnSync } from 'node:child_process';
import { isStale, root } from './targets.mjs';

const stale = ['server', 'web'].filter(isStale);
if (stale.length > 0) {
  // In a process of its own: the builder's memory must not stay with the server.
  const built = spawnSync(process.execPath, [`${root}server/scripts/build.mjs`, ...stale], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
process.env.NODE_ENV ??= 'production';
await import(new URL('../../dist/server/main.js', import.meta.url));
