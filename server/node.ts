import { join } from 'node:path';
import pg from 'pg';
import { issue, type Catalog, type Issue } from '../engine/core/index.ts';
import { loadCatalog } from './catalog.ts';
import { createAccessAdminService, type AccessAdminService } from './account/access-admin-service.ts';
import { accessDdl } from './access/access-ddl.ts';
import { admissionHandlers, type AdmissionMailDeps } from './auth/admission-mail.ts';
import { invitationHandlers, type InvitationDeps } from './auth/invite-admin.ts';
import { accessReviewHandlers } from './access/access-review.ts';
import { createActors, type Actors } from './access/actors.ts';
import { keyHandlers, keyDdl } from './access/api-keys.ts';
import { createEscalationCheck } from './access/escalation-check.ts';
import { createSystemServices } from './services/system-services.ts';
import { createSeal, deviceKeyOf, keyFacts, type SecretKeys } from './secrets/secrets.ts';
import { createBootstrapService, type BootstrapService } from './menus/bootstrap-service.ts';
import { accountHandlers, accountDdl } from './account/handlers.ts';
import { createDrivers, type Drivers } from './messages/drivers.ts';
import { messageHandlers } from './messages/handlers.ts';
import type { Context } from './operations/context.ts';
import { startLiveTexts, type LiveTexts } from './localizer/live-texts.ts';
import { localizerHandlers, localizerDdl } from './localizer/handlers.ts';
import { createLogs, type Logs } from './logs/logs.ts';
import { loadScreens } from './screens.ts';
import { reportBreaches } from './revisions/breaches.ts';
import { createTenantCatalogs } from './revisions/catalogs.ts';
import { takenNames, type TakenNames } from './revisions/guard-names.ts';
import { createSchemaService, type SchemaService } from './revisions/schema-service.ts';
import { createScreenService, type ScreenService } from './revisions/screen-service.ts';
import type { TenantCatalogs } from './revisions/catalogs.ts';
import { collectModules, type CollectedModules } from './modules/collect.ts';
import { createRegistry } from './modules/registry.ts';
import type { ServerModule } from './modules/module.ts';
import type { FileStore } from './files/file-store.ts';
import { accountStatements, factorDdl } from './store/account-sql.ts';
import { stationDdl } from './access/station-sql.ts';
import { startClock, type Clock } from './store/clock.ts';
import { countEntries } from './store/count-entries.ts';
import { createCounters } from './store/counters.ts';
import { constraintFields } from './store/constraint-fields.ts';
import { createDatabase } from './store/database.ts';
import { createIds } from './store/ids.ts';
import { useOf, type PoolUse } from './store/nodes/pool-use.ts';
import { menuDdl } from './store/menu-sql.ts';
import { menuDraftDdl } from './menus/drafts/tables.ts';
import { createMenuDrafts, type MenuDrafts } from './menus/drafts/menu-drafts.ts';
import { attachmentDdl } from './store/beside-record/attachment-sql.ts';
import { commentDdl } from './store/beside-record/comment-sql.ts';
import { noticeDdl } from './store/notice-sql.ts';
import { tenantHandlers } from './tenants/handlers.ts';
import { createCodegen, type Codegen } from './codegen/codegen.ts';
import { createSystemInfo, type SystemInfo } from './system-info/system-info.ts';
import { createTenants, type Tenants } from './tenants/tenants.ts';
import { tenantPolicyDdl } from './tenants/tenant-policies.ts';
import { attemptDdl } from './store/attempt-sql.ts';
import { timerHandlers, timerDdl } from './timers/handlers.ts';
import { eventDdl } from './store/event-sql.ts';
import { demoTenantDdl, readDemoTenants } from './provisioning/demo-tenants.ts';
import { divideConnections, freeConnections } from './store/nodes/connection-budget.ts';
import { migrations } from './migrations/index.ts';
import { migrate, OlderRelease, OtherKey } from './store/migrate.ts';
import { keyInForce, type Logins } from './store/nodes/key-roles.ts';
import { leaseNodeNumber } from './store/nodes/node-number.ts';
import { readRelease, type Release } from './store/nodes/release.ts';
import { revisionDdl } from './store/revision-sql.ts';
import { savedViewDdl } from './store/saved-view-sql.ts';
import { createReadiness, type Readiness } from './store/nodes/readiness.ts';
import { watchDatabase, type Watch } from './store/watch.ts';
import { createSystemDatabase, type SystemDatabase } from './store/system-database.ts';
import { queueDdl } from './store/queue-grants.ts';
import { tenantPlaceDdl } from './store/tenant-place.ts';
import { ticketDdl } from './store/ticket-sql.ts';
import { loadTexts, type Texts } from './texts.ts';
import { traceDatabase } from './tracing/trace-database.ts';

/** One running node without HTTP: the base of requests, jobs, the demo and tests. */
export interface Node extends Pick<
  CollectedModules,
  'queries' | 'commands' | 'works' | 'uploads' | 'downloads' | 'publics' | 'webhooks' | 'devices' | 'loops'
> {
  catalog: Catalog;
  context: Context;
  actors: Actors;
  system: SystemDatabase;
  /** Health of the database. */
  watch: Watch;
  readiness: Readiness;
  texts: Texts;
  liveTexts: LiveTexts;
  logs: Logs;
  tenants: Tenants;
  systemInfo: SystemInfo;
  codegen: Codegen;
  /** The database's time. */
  time: Clock;
  /** Every tenant's screens, including delivered ones. */
  screens: Pick<TenantCatalogs, 'of' | 'baseScreen' | 'baseDocument'>;
  screenService: ScreenService;
  bootstrapService: BootstrapService;
  menuDrafts: MenuDrafts;
  accessAdmin: AccessAdminService;
  schemaService: SchemaService;
  /** The number that this node has leased. */
  number(): number;
  /** Connections for the queue. */
  jobConnections: number;
  /** Connections of this node by pool. */
  pools(): readonly PoolUse[];
  /** Names used by the application's routes, once it is built. */
  taken: TakenNames;
  /** Hosts that menu entries may embed pages from. */
  embedHosts: readonly string[];
  /** The public address of a tenant's host. */
  originOf(host: string): string;
  drivers: Drivers;
  /** Signs the cookies of devices on which people have signed in. */
  deviceKey: Buffer;
  /** Connection string of the owner, for DDL and dedicated connections. */
  ownerUrl: string;
  systemUrl: string;
  close(): Promise<void>;
}

export interface NodeOptions {
  /** The owner's connection string. */
  databaseUrl: string;
  /** The folder that contains `schemas/` and `locales/`. */
  root: string;
  secretKey: string;
  /** The key before it, while the key is changed: it still opens and verifies. */
  previousKey?: string | null;
  modules: readonly ServerModule[];
  /** Hosts (with their port if not the default) that menu entries may embed pages from; none by default. */
  embedHosts?: readonly string[];
  /** The public address of a tenant's host; `https://` before it by default. */
  originOf?(host: string): string;
  /** Transports of mail and text messages; without any, every message is recorded as failed. */
  drivers?: Drivers;
  /** Connections for writes, of which one tenant gets at most a third. Twelve by default. */
  writers?: number;
  /** The server itself, where `databaseUrl` leads to a pool of transactions: for locks of sessions and LISTEN. */
  directUrl?: string | null;
  /** A standby for reports. */
  reportUrl?: string | null;
  /** All connections of this node; null: about 30. */
  connections?: number | null;
  /** Whether this node runs jobs, which need connections of their own. */
  runsJobs?: boolean;
  /** Which release this is; by default what the folder says. */
  release?: Release | null;
  /** Storage for files of modules; without it modules store none. */
  files?: FileStore;
}

/** Opens a node after checking everything: the catalog, its handlers, and the migrated database. */
export async function openNode(
  options: NodeOptions,
): Promise<{ ok: true; value: Node } | { ok: false; issues: Issue[] }> {
  const { databaseUrl, root, embedHosts = [], files = null, originOf = (host) => `https://${host}` } = options;
  const plugs = collectModules(options.modules);
  const drivers =
    options.drivers ?? createDrivers({ mailUrl: null, mailFrom: null, smsUrl: null, smsToken: null }, null);
  const late: LateDeps = {};
  const model = loadModel(root, plugs, drivers, late);
  if (!model.ok) return model;
  const { catalog, screens, texts, registry } = model.value;
  const store = await openStore(options, catalog, [...systemDdl, ...plugs.ddl]);
  if (!store.ok) return store;
  const { system, systemUrl, database, watch, time, newId, number, budget, keys } = store.value;

  const clock = time.now;
  const logs = createLogs(system, newId, clock);
  const { seal, open, sign, isSigned } = createSeal({ keys, sealing: () => keyInForce(system.pool) });
  const nextNumber = createCounters(system.pool);
  const unchecked: Context = { catalog, database, registry, newId, nextNumber, seal, clock };
  const catalogs = createTenantCatalogs(catalog, system, texts, screens);
  const actors = createActors(catalogs, system, database, plugs);
  const base = { system, actors, texts, drivers };
  const services = createSystemServices({
    ...{ ...base, context: unchecked, report: logs.report, files, open, sign, isSigned },
    number: number.current,
  });
  const context: Context = { ...unchecked, gate: createEscalationCheck(system), services };
  const deps = { ...base, context };
  late.system = system;
  late.post = { context, system, texts, actorOf: (tenant) => actors.system(tenant) };
  late.admission = deps;
  late.invitation = { ...deps, originOf };
  const taken = takenNames();
  const ownerUrl = options.directUrl ?? databaseUrl;
  const revising = { ...deps, catalogs, ownerUrl, taken };
  for (const tenant of await readDemoTenants(system)) texts.demoTenants.add(tenant);
  const liveTexts = await startLiveTexts(system, systemUrl, texts);
  await reportBreaches(system, catalogs, logs.report);
  const node: Node = {
    ...{ catalog, context, system, watch, actors, texts, liveTexts, logs, drivers, embedHosts, originOf, taken, time },
    systemUrl,
    ...{ ownerUrl, number: number.current, jobConnections: budget.jobs, deviceKey: deviceKeyOf(keys[0]) },
    screens: catalogs,
    ...plugs,
    readiness: createReadiness(watch, system.pool),
    pools: () => [...database.pools(), { pool: 'system', ...useOf(system.pool) }],
    systemInfo: createSystemInfo(system),
    codegen: createCodegen({ catalog, texts, root }),
    tenants: createTenants({ ...deps, root }),
    accessAdmin: createAccessAdminService(deps),
    schemaService: createSchemaService(revising),
    screenService: createScreenService({ ...revising, embedHosts }),
    bootstrapService: createBootstrapService({ context, system, texts, embedHosts }),
    menuDrafts: createMenuDrafts({ context, system }),
    close: () => closeNode({ ...store.value, logs, liveTexts }),
  };
  return { ok: true, value: node };
}

type OpenStore = Extract<Awaited<ReturnType<typeof openStore>>, { ok: true }>['value'];

/** Writes what is left to write, then ends every connection. */
async function closeNode(on: OpenStore & Pick<Node, 'logs' | 'liveTexts'>): Promise<void> {
  on.time.close();
  await on.logs.flush();
  await on.liveTexts.close();
  await on.watch.close();
  await on.database.close();
  await on.system.close();
  await on.number.release();
}

/** Handlers are registered and checked before the database is open; these dependencies are filled in afterwards. */
interface LateDeps {
  system?: SystemDatabase;
  admission?: AdmissionMailDeps;
  invitation?: InvitationDeps;
  post?: ReturnType<Parameters<typeof messageHandlers>[1]>;
}

function ready<T>(dep: T | undefined): T {
  if (dep === undefined) throw new Error('handlers run once the node is open');
  return dep;
}

/** Loads and cross-checks all files: entities, screens, texts, handlers. */
function loadModel(root: string, plugs: CollectedModules, drivers: Drivers, late: LateDeps) {
  const catalog = loadCatalog(join(root, 'schemas'));
  if (!catalog.ok) return catalog;
  const screens = loadScreens(join(root, 'schemas/screens'), catalog.value);
  if (!screens.ok) return screens;
  const texts = loadTexts(join(root, 'locales'));
  const handlers = [
    ...accountHandlers,
    ...keyHandlers,
    ...admissionHandlers(() => ready(late.admission)),
    ...accessReviewHandlers(() => ready(late.admission)),
    ...tenantHandlers(() => ready(late.system), catalog.value),
    ...invitationHandlers(() => ready(late.invitation)),
    ...localizerHandlers(texts.words),
    ...messageHandlers(drivers, () => ready(late.post)),
    ...timerHandlers,
    ...plugs.handlers,
  ];
  const registry = createRegistry(catalog.value, handlers, plugs);
  if (!registry.ok) return registry;
  const value = { catalog: catalog.value, screens: screens.value, texts, registry: registry.value };
  return { ok: true as const, value };
}

/** DDL beside the entities, in order of dependency. */
const systemDdl = [
  ...tenantPlaceDdl,
  ...demoTenantDdl,
  ...queueDdl,
  ...menuDdl,
  ...localizerDdl,
  ...ticketDdl,
  ...savedViewDdl,
  ...accountDdl,
  ...accountStatements,
  ...tenantPolicyDdl,
  ...attemptDdl,
  ...accessDdl,
  ...factorDdl,
  ...stationDdl,
  ...keyDdl,
  ...timerDdl,
  ...eventDdl,
  ...noticeDdl,
  ...commentDdl,
  ...attachmentDdl,
  ...revisionDdl,
  ...menuDraftDdl,
];

/** Migrates the database and opens it as the request role and the system role. */
async function openStore(options: NodeOptions, catalog: Catalog, ddl: readonly string[]) {
  const { databaseUrl, secretKey, previousKey = null, writers, connections = null, runsJobs = true } = options;
  const directUrl = options.directUrl ?? databaseUrl;
  const release = options.release === undefined ? readRelease(options.root) : options.release;
  const passwords = { ...keyFacts(secretKey), previous: previousKey === null ? null : keyFacts(previousKey) };
  const budget = divideConnections(connections, runsJobs);
  const owner = new pg.Pool({ connectionString: directUrl, max: 2 });
  let logins: Logins;
  try {
    logins = await migrate(owner, { catalog, extras: ddl, passwords, release, migrations });
    const free = connections === null ? null : await freeConnections(owner);
    if (free !== null && connections !== null && free < connections)
      return {
        ok: false as const,
        issues: [issue('settings.tooFewConnections', 'DATABASE_CONNECTIONS', { connections, free: Math.max(0, free) })],
      };
  } catch (error) {
    if (error instanceof OlderRelease)
      return {
        ok: false as const,
        issues: [issue('settings.olderRelease', '', { own: release?.version ?? '', newer: error.newer })],
      };
    if (error instanceof OtherKey) {
      return { ok: false as const, issues: [issue('settings.otherKey', 'SECRET_KEY')] };
    }
    throw error;
  } finally {
    await owner.end();
  }
  const pooledUrl = as(databaseUrl, logins.system, passwords.system);
  const systemUrl = as(directUrl, logins.system, passwords.system);
  const system = createSystemDatabase({
    ...{ connectionString: pooledUrl, max: budget.system },
    standbyUrl: options.reportUrl ? as(options.reportUrl, logins.system, passwords.system) : null,
  });
  const connection = {
    connectionString: as(databaseUrl, logins.app, passwords.app),
    ...{ max: writers ?? budget.writers, readers: budget.readers },
    fields: constraintFields(catalog),
    standbyUrl: options.reportUrl ? as(options.reportUrl, logins.app, passwords.app) : null,
  };
  const database = countEntries(traceDatabase(createDatabase(connection)));
  const watch = watchDatabase({ connectionString: systemUrl }, () => {
    database.drop();
    system.drop();
  });
  const time = await startClock(system.pool);
  const number = await leaseNodeNumber(systemUrl);
  const newId = createIds(number.current, () => Math.floor(time.now().getTime()));
  // Until the new key is in force, what this node signs is verified by nodes that do not have it yet.
  const isChanging = previousKey !== null && logins.sealing !== passwords.check;
  const keys: SecretKeys['keys'] = isChanging
    ? [previousKey, secretKey]
    : previousKey
      ? [secretKey, previousKey]
      : [secretKey];
  return { ok: true as const, value: { system, systemUrl, database, watch, time, newId, number, budget, keys } };
}

/** The connection string for another role. */
function as(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = password;
  return url.href;
}
