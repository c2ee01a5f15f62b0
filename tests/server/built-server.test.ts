import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Server } from '../bench/support/process.ts';
import { hosts, root, secretKey } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* What is run in production is the built file, where paths beside a source file lead elsewhere. */

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  const env = { PORT: '0', DATABASE_URL: world.test.databaseUrl, SECRET_KEY: secretKey, LOG_LEVEL: 'error' };
  const web = /ready at http:\/\/localhost:(\d+)/;
  server = await startServer(join(root, 'dist/server/main.js'), ['--role', 'web'], env, web);
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

const get = (path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> =>
  new Promise((done, fail) => {
    const call = request({ host: '127.0.0.1', port: server.port, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text }));
      answer.on('error', fail);
    });
    call.on('error', fail).end();
  });

type Document = { paths: Record<string, { get?: { parameters?: { required?: boolean }[] } }> };

describe('the built server', () => {
  it.each(['an older client', 'our own client'])(
    'answers %s whatever may be read without parameters',
    async (client) => {
      const { home, person } = world.person('north admin');
      const headers = {
        host: hosts[home],
        authorization: `Bearer ${person.token}`,
        ...(client === 'our own client' ? { 'x-wire': 'plain' } : {}),
      };
      const { paths } = JSON.parse((await get('/api/openapi.json', headers)).text) as Document;
      const calls = Object.entries(paths).flatMap(([path, { get: read }]) =>
        // The session is needed to the end.
        read && path !== '/logout' && !path.includes('{') && !read.parameters?.some(({ required }) => required)
          ? [path]
          : [],
      );
      expect(calls).toEqual(expect.arrayContaining(['/getLoginUser', '/sysMenu/page']));
      const failed: string[] = [];
      const read = async (path: string) => {
        const { status, text } = await get(`/api${path}`, headers);
        if (status >= 500 || status === 401) failed.push(`${path} ${status} ${text.slice(0, 200)}`);
      };
      const waiting = calls.values();
      const reader = async () => {
        for (const path of waiting) await read(path);
      };
      await Promise.all(Array.from({ length: 8 }, reader));
      expect(failed).toEqual([]);
    },
    120_000,
  );
});
