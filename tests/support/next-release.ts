import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { openNode } from '../../server/node.ts';
import { hosts, personOf, root, secretKey, testModules, type Person } from './test-app.ts';
import type { World } from './world.ts';

/** A node of the next release on the database of a world, with the browser side as it is built. */
export interface NextRelease {
  /** The address of a path at a tenant's host. */
  url(home: keyof typeof hosts, path: string): string;
  /** A person of the world, asking here. */
  person(name: string): Person;
  close(): Promise<void>;
}

/** `edits`: what the release says otherwise, by file. */
export async function openRelease(
  world: World,
  edits: Readonly<Record<string, (json: Record<string, never>) => void>>,
): Promise<NextRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-release-'));
  for (const part of ['schemas', 'locales']) cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const [file, edit] of Object.entries(edits)) {
    const json = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, never>;
    edit(json);
    writeFileSync(join(folder, file), JSON.stringify(json));
  }
  const { databaseUrl, files } = world.test;
  const opened = await openNode({ databaseUrl, root: `${folder}/`, secretKey, modules: testModules });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const node = opened.value;
  const more = registerRoutes({ ...node, files, recorded: false });
  const app = await buildApp({ ...node, webDir: `${root}dist/web`, logLevel: 'silent', more });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    url: (home, path) => `http://${hosts[home]}:${port}${path}`,
    person: (name) => {
      const { home, person } = world.person(name);
      return personOf(app, hosts[home], person.token);
    },
    close: async () => {
      await app.close();
      await node.close();
      rmSync(folder, { recursive: true });
    },
  };
}
