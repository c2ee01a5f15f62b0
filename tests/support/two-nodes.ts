import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { openNode } from '../../server/node.ts';
import { openHub, type HubClient } from './hub-client.ts';
import { hosts, root, secretKey, testModules, type Person } from './test-app.ts';
import { openWorld, type World } from './world.ts';

/** Two server processes' worth of nodes on one database, both listening. */
export interface TwoNodes {
  world: World;
  /** The hub's address on each node. */
  hubs: readonly [string, string];
  apps: readonly [FastifyInstance, FastifyInstance];
  /** Our own client of a person on a node: by ticket, with the lists that it has open. */
  own(person: Person, options?: OwnOptions): Promise<HubClient>;
  ticket(person: Person, host?: string): Promise<string>;
  close(): Promise<void>;
}

export interface OwnOptions {
  node?: 0 | 1;
  host?: string;
  watch?: string[];
  cursor?: string;
}

export async function openTwoNodes({ recorded = false } = {}): Promise<TwoNodes> {
  const world = await openWorld(testModules, recorded);
  const opened = await openNode({
    databaseUrl: world.test.databaseUrl,
    root,
    secretKey,
    modules: testModules,
    files: world.test.files,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const node = opened.value;
  const more = registerRoutes({ ...node, files: world.test.files, recorded });
  const second = await buildApp({ ...node, webDir: null, logLevel: 'silent', more });
  const apps = [world.test.app, second] as const;
  const [one = '', two = ''] = await Promise.all(apps.map((app) => app.listen({ port: 0, host: '127.0.0.1' })));
  const hubs = [hubOf(one), hubOf(two)] as const;
  const ticket = async (person: Person, host: string = hosts.north) => {
    const headers = { host, authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const answer = await second.inject({ method: 'POST', url: '/api/hub/ticket', headers, payload: '{}' });
    return answer.json<{ data: { ticket: string } }>().data.ticket;
  };
  return {
    world,
    hubs,
    apps,
    ticket,
    async own(person, { node: at = 0, host = hosts.north, watch = [], cursor } = {}) {
      const query = { ticket: await ticket(person, host), ...(cursor === undefined ? {} : { cursor }) };
      const client = openHub(hubs[at], query, { host, handshake: { protocol: 'json', version: 1, watch } });
      await client.event('cursor');
      return client;
    },
    async close() {
      await second.close();
      await node.close();
      await world.close();
    },
  };
}

const hubOf = (address: string): string => `${address.replace(/^http/, 'ws')}/hubs/chathub`;
