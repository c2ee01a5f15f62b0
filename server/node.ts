import { join } from 'node:path';
import pg from 'pg';
import type { Catalog, Issue } from '../engine/index.ts';
import { loadCatalog } from './catalog.ts';
import { createActors, type Actors } from './identity/actors.ts';
import { derivedPassword, createSeal } from './identity/secrets.ts';
import { identitySockets, identityStatements } from './identity/sockets.ts';
import type { Context } from './operations/context.ts';
import { createSockets } from './sockets/registry.ts';
import type { Wing } from './sockets/socket.ts';
import { createCounters } from './store/counters.ts';
import { constraintFields } from './store/constraint-fields.ts';
import { createDatabase } from './store/database.ts';
import { createIds } from './store/ids.ts';
import { menuStatements } from './store/menu-sql.ts';
import { migrate } from './store/migrate.ts';
import { createSystemDatabase, type SystemDatabase } from './store/system-database.ts';
import { appRole, systemRole } from './store/walls.ts';
import { queueStatements } from './store/queue-walls.ts';
import { loadTexts, type Texts } from './texts.ts';

/** One running node, without its HTTP face: what requests, jobs, the demo and tests all stand on. */
export interface Node {
  catalog: Catalog;
  context: Context;
  actors: Actors;
  system: SystemDatabase;
  texts: Texts;
  /** The connection string of the request role, for what needs a connection of its own. */
  ownerUrl: string;
  systemUrl: string;
  close(): Promise<void>;
}

export interface NodeOptions {
  /** The owner's connection string. */
  databaseUrl: string;
  /** The folder that holds `schemas/` and `locales/`. */
  root: string;
  secretKey: string;
  wings: readonly Wing[];
}

/** Opens the door only when everything fits: the catalog, every socket it asks for, and the database brought up to it. */
export async function openNode(
  options: NodeOptions,
): Promise<{ ok: true; value: Node } | { ok: false; issues: Issue[] }> {
  const { databaseUrl, root, secretKey, wings } = options;
  const loaded = loadCatalog(join(root, 'schemas'));
  if (!loaded.ok) return loaded;
  const catalog = loaded.value;
  const sockets = createSockets(catalog, [...identitySockets, ...wings.flatMap((wing) => wing.sockets)]);
  if (!sockets.ok) return sockets;

  const passwords = { app: derivedPassword(secretKey, appRole), system: derivedPassword(secretKey, systemRole) };
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const extras = [
    ...queueStatements,
    ...menuStatements,
    ...identityStatements,
    ...wings.flatMap((wing) => wing.statements ?? []),
  ];
  try {
    await migrate(owner, catalog, extras, passwords);
  } finally {
    await owner.end();
  }

  const systemUrl = as(databaseUrl, systemRole, passwords.system);
  const system = createSystemDatabase({ connectionString: systemUrl });
  const database = createDatabase({
    connectionString: as(databaseUrl, appRole, passwords.app),
    fields: constraintFields(catalog),
  });
  const { rows } = await system.pool.query<{ node: string }>(`SELECT nextval('lading.node') AS node`);
  const context: Context = {
    catalog,
    database,
    sockets: sockets.value,
    newId: createIds(Number(rows[0]?.node) % 1023),
    nextNumber: createCounters(system.pool),
    seal: createSeal(secretKey),
    clock: () => new Date(),
  };
  return {
    ok: true,
    value: {
      catalog,
      context,
      system,
      actors: createActors(catalog, system),
      texts: loadTexts(join(root, 'locales')),
      ownerUrl: databaseUrl,
      systemUrl,
      close: async () => {
        await database.close();
        await system.close();
      },
    },
  };
}

/** The same server and database under another role. */
function as(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = password;
  return url.href;
}
