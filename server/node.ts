import { join } from 'node:path';
import pg from 'pg';
import { issue, type Catalog, type Issue } from '../engine/core/index.ts';
import { loadCatalog } from './catalog.ts';
import { createAccessAdminService, type AccessAdminService } from './account/access-admin-service.ts';
import { accessDdl } from './access/access-ddl.ts';
import { admissionHandlers, type AdmissionMailDeps } from './auth/admission-mail.ts';
import { createActors, type Actors } from './access/actors.ts';
import { keyHandlers, keyDdl } from './access/api-keys.ts';
import { createEscalationCheck } from './access/escalation-check.ts';
import { createSystemServices } from './services/system-services.ts';
import { createSeal, derivedPassword, deviceKeyOf, keyCheck } from './secrets/secrets.ts';
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
import { createRegistry } from './modules/registry.ts';
import type { Answers } from './operations/read/answer.ts';
import type { Commands } from './operations/command.ts';
import type { Webhooks } from './operations/receive-webhook.ts';
import type { Device, Download, Loop, PublicQuestion, Upload, ServerModule, Work } from './modules/module.ts';
import type { FileStore } from './files/file-store.ts';
import { accountStatements } from './store/account-sql.ts';
import { startClock, type Clock } from './store/clock.ts';
import { countEntries } from './store/count-entries.ts';
import { createCounters } from './store/counters.ts';
import { constraintFields } from './store/constraint-fields.ts';
import { createDatabase } from './store/database.ts';
import { createIds } from './store/ids.ts';
import { menuDdl } from './store/menu-sql.ts';
import { noticeDdl } from './store/notice-sql.ts';
import { tenantHandlers } from './tenants/handlers.ts';
import { createCodegen, type Codegen } from './codegen/codegen.ts';
import { createSystemInfo, type SystemInfo } from './system-info/system-info.ts';
import { createTenants, type Tenants } from './tenants/tenants.ts';
import { tenantPolicyDdl } from './tenants/tenant-policies.ts';
import { attemptDdl } from './store/attempt-sql.ts';
import { timerHandlers, timerDdl } from './timers/handlers.ts';
import { eventDdl } from './store/event-sql.ts';
import { migrate, OtherKey } from './store/migrate.ts';
import { revisionDdl } from './store/revision-sql.ts';
import { savedViewDdl } from './store/saved-view-sql.ts';
import { watchDatabase, type Watch } from './store/watch.ts';
import { createSystemDatabase, type SystemDatabase } from './store/system-database.ts';
import { appRole, systemRole } from './store/row-security.ts';
import { queueDdl } from './store/queue-grants.ts';
import { ticketDdl } from './store/ticket-sql.ts';
import { loadTexts, type Texts } from './texts.ts';

/** One running node without HTTP: the base of requests, jobs, the demo and tests. */
export interface Node {
  catalog: Catalog;
  context: Context;
  actors: Actors;
  system: SystemDatabase;
  /** Whether the database is there. */
  watch: Watch;
  texts: Texts;
  liveTexts: LiveTexts;
  logs: Logs;
  tenants: Tenants;
  systemInfo: SystemInfo;
  codegen: Codegen;
  /** The database's time. */
  time: Clock;
  /** Every tenant's screens, delivered ones among them. */
  screens: Pick<TenantCatalogs, 'of' | 'baseScreen' | 'baseDocument'>;
  screenService: ScreenService;
  /** Query endpoints of modules. */
  queries: Answers;
  /** Command endpoints of modules. */
  commands: Commands;
  /** Background work, uploads that start it, and downloads. */
  works: readonly Work[];
  uploads: readonly Upload[];
  downloads: readonly Download[];
  /** Endpoints of modules without a session. */
  publics: readonly PublicQuestion[];
  /** Endpoints of the modules for messages of other servers. */
  webhooks: Webhooks;
  devices: readonly Device[];
  /** What is done again and again while jobs are worked off. */
  loops: readonly Loop[];
  bootstrapService: BootstrapService;
  accessAdmin: AccessAdminService;
  schemaService: SchemaService;
  /** Names that the routes of the application take, once it is built. */
  taken: TakenNames;
  /** Hosts that pages may be embedded from. */
  embedHosts: readonly string[];
  drivers: Drivers;
  /** Signs the cookies of devices on which people have signed in. */
  deviceKey: Buffer;
  /** The connection string of the owner, for DDL and what needs a connection of its own. */
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
  modules: readonly ServerModule[];
  /** Hosts (with their port, where it is not the usual one) that menu entries may embed pages from; none by default. */
  embedHosts?: readonly string[];
  /** Transports of mail and text messages; without any, every message is recorded as failed. */
  drivers?: Drivers;
  /** Connections for writes; one tenant takes a third of them at most. Twelve where nothing is said. */
  writers?: number;
  /** Storage for files of modules; without it modules store none. */
  files?: FileStore;
}

/** Opens a node once everything fits: the catalog, the handlers that it names, and the migrated database. */
export async function openNode(
  options: NodeOptions,
): Promise<{ ok: true; value: Node } | { ok: false; issues: Issue[] }> {
  const { databaseUrl, root, secretKey, modules, embedHosts = [], files = null } = options;
  const loaded = loadCatalog(join(root, 'schemas'));
  if (!loaded.ok) return loaded;
  const catalog = loaded.value;
  const drivers =
    options.drivers ?? createDrivers({ mailUrl: null, mailFrom: null, smsUrl: null, smsToken: null }, null);
  // Handlers are registered and checked before the database is open; these are filled in afterwards.
  const late: {
    system?: SystemDatabase;
    telling?: AdmissionMailDeps;
    post?: ReturnType<Parameters<typeof messageHandlers>[1]>;
  } = {};
  const messages = messageHandlers(drivers, () => {
    if (!late.post) throw new Error('messages are sent once the node is open');
    return late.post;
  });
  const screens = loadScreens(join(root, 'schemas/screens'), catalog);
  if (!screens.ok) return screens;
  const texts = loadTexts(join(root, 'locales'));
  const registry = createRegistry(
    catalog,
    [
      ...accountHandlers,
      ...keyHandlers,
      ...admissionHandlers(() => late.telling as AdmissionMailDeps),
      ...tenantHandlers(() => late.system as SystemDatabase, catalog),
      ...localizerHandlers(texts.words),
      ...messages,
      ...timerHandlers,
      ...modules.flatMap((module) => module.handlers),
    ],
    modules.flatMap((module) => module.schedules ?? []),
    modules.flatMap((module) => module.documents ?? []),
    modules.flatMap((module) => module.projections ?? []),
    modules.flatMap((module) => module.checks ?? []),
    modules.flatMap((module) => module.readers ?? []),
    modules.flatMap((module) => module.fillers ?? []),
  );
  if (!registry.ok) return registry;

  const passwords = {
    app: derivedPassword(secretKey, appRole),
    system: derivedPassword(secretKey, systemRole),
    check: keyCheck(secretKey),
  };
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const extras = [
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
    ...keyDdl,
    ...timerDdl,
    ...eventDdl,
    ...noticeDdl,
    ...revisionDdl,
    ...modules.flatMap((module) => module.ddl ?? []),
  ];
  try {
    await migrate(owner, catalog, extras, passwords);
  } catch (error) {
    if (error instanceof OtherKey) return { ok: false, issues: [issue('settings.otherKey', 'SECRET_KEY')] };
    throw error;
  } finally {
    await owner.end();
  }

  const systemUrl = as(databaseUrl, systemRole, passwords.system);
  const system = createSystemDatabase({ connectionString: systemUrl });
  late.system = system;
  const database = countEntries(
    createDatabase({
      connectionString: as(databaseUrl, appRole, passwords.app),
      ...(options.writers === undefined ? {} : { max: options.writers }),
      fields: constraintFields(catalog),
    }),
  );
  const watch = watchDatabase({ connectionString: systemUrl }, () => {
    database.drop();
    system.drop();
  });
  const { rows } = await system.pool.query<{ node: string }>(`SELECT nextval('lading.node') AS node`);
  const time = await startClock(system.pool);
  const clock = time.now;
  const newId = createIds(Number(rows[0]?.node) % 1023, () => Math.floor(clock().getTime()));
  const logs = createLogs(system, newId, clock);
  const secrets = createSeal(secretKey);
  const ungated: Context = {
    catalog,
    database,
    registry: registry.value,
    newId,
    nextNumber: createCounters(system.pool),
    seal: secrets.seal,
    clock,
  };
  const catalogs = createTenantCatalogs(catalog, system, texts, screens.value);
  const scopes = modules.flatMap((module) => module.scopes ?? []);
  const actors = createActors(catalogs, system, database, scopes);
  const deps = createSystemServices({
    ...{ context: ungated, system, actors, report: logs.report, files, texts, drivers },
    ...{ open: secrets.open, sign: secrets.sign },
  });
  const context: Context = { ...ungated, gate: createEscalationCheck(system), services: deps };
  late.post = { context, system, texts, actorOf: (services) => actors.system(services) };
  late.telling = { context, system, texts, drivers, actors };
  const taken = takenNames();
  const designing = { context, actors, system, texts, catalogs, ownerUrl: databaseUrl, taken };
  const liveTexts = await startLiveTexts(system, systemUrl, texts);
  await reportBreaches(system, catalogs, logs.report);
  return {
    ok: true,
    value: {
      catalog,
      context,
      system,
      watch,
      actors,
      texts,
      liveTexts,
      logs,
      systemInfo: createSystemInfo(system),
      codegen: createCodegen({ catalog, texts, root }),
      tenants: createTenants({ context, system, actors, texts, root }),
      screens: catalogs,
      embedHosts,
      accessAdmin: createAccessAdminService({ context, system, texts, actors }),
      schemaService: createSchemaService(designing),
      taken,
      screenService: createScreenService(designing),
      bootstrapService: createBootstrapService({ context, system, texts, embedHosts }),
      queries: modules.flatMap((module) => module.queries ?? []),
      commands: modules.flatMap((module) => module.commands ?? []),
      works: modules.flatMap((module) => module.works ?? []),
      uploads: modules.flatMap((module) => module.uploads ?? []),
      downloads: modules.flatMap((module) => module.downloads ?? []),
      publics: modules.flatMap((module) => module.publics ?? []),
      webhooks: modules.flatMap((module) => module.webhooks ?? []),
      devices: modules.flatMap((module) => module.devices ?? []),
      loops: modules.flatMap((module) => module.loops ?? []),
      drivers,
      deviceKey: deviceKeyOf(secretKey),
      ownerUrl: databaseUrl,
      systemUrl,
      time,
      close: async () => {
        time.close();
        await logs.flush();
        await liveTexts.close();
        await watch.close();
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
