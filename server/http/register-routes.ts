import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../files/file-store.ts';
import type { AccessAdminService } from '../account/access-admin-service.ts';
import { createAccountService } from '../account/account-service.ts';
import type { Actors } from '../access/actors.ts';
import type { BootstrapService } from '../menus/bootstrap-service.ts';
import type { LiveTexts } from '../localizer/live-texts.ts';
import type { Logs } from '../logs/logs.ts';
import type { Answers } from '../operations/read/answer.ts';
import type { Commands, Downloads, Publics } from '../operations/command.ts';
import type { Uploads } from '../operations/transfer/order-work.ts';
import type { Context } from '../operations/context.ts';
import type { Devices } from '../operations/answer-device.ts';
import type { Webhooks } from '../operations/receive-webhook.ts';
import { createHub } from '../realtime/hub.ts';
import type { Codegen } from '../codegen/codegen.ts';
import type { SystemInfo } from '../system-info/system-info.ts';
import type { TenantCatalogs } from '../revisions/catalogs.ts';
import { demandDesigner, type SchemaService } from '../revisions/schema-service.ts';
import type { ScreenService } from '../revisions/screen-service.ts';
import type { Tenants } from '../tenants/tenants.ts';
import type { Texts } from '../texts.ts';
import { accessCalls } from './access-calls.ts';
import { accountRoutes } from './account-routes.ts';
import { queryRoutes } from './query-routes.ts';
import { callRoutes } from './calls.ts';
import { commandRoutes } from './command-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { documentMailRoutes } from './document-mail-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { helpRoutes } from './help-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { hubRoutes } from './hub-routes.ts';
import { logoRoutes } from './logo-routes.ts';
import { logRoutes } from './log-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { noticeCalls } from './notice-calls.ts';
import { publicRoutes } from './public-routes.ts';
import { requestLog } from './request-log.ts';
import { schemaCalls } from './schema-calls.ts';
import { screenRoutes } from './screen-routes.ts';
import { shellRoutes } from './shell-routes.ts';
import type { MenuDrafts } from '../menus/drafts/menu-drafts.ts';
import { operatorRoutes } from './operator-routes.ts';
import { tenantRoutes } from './tenant-routes.ts';
import { textRoutes } from './text-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { workplaceCalls } from './workplace/workplace-calls.ts';
import { workRoutes } from './work-routes.ts';

type AccountRoom = Parameters<typeof createAccountService>[0];

export interface RouteSettings {
  context: Context;
  actors: Actors;
  system: AccountRoom['system'];
  drivers: AccountRoom['drivers'];
  texts: Texts;
  liveTexts: LiveTexts;
  files: FileStore;
  queries: Answers;
  commands: Commands;
  uploads: Uploads;
  downloads: Downloads;
  publics: Publics;
  webhooks: Webhooks;
  devices: Devices;
  screens: Pick<TenantCatalogs, 'of' | 'baseScreen'>;
  bootstrapService: BootstrapService;
  menuDrafts: MenuDrafts;
  logs: Logs;
  tenants: Tenants;
  systemInfo: SystemInfo;
  codegen: Codegen;
  /** Whether requests are logged; true by default. */
  recorded?: boolean;
  accessAdmin: AccessAdminService;
  schemaService: SchemaService;
  screenService: ScreenService;
  systemUrl: string;
  originOf(host: string): string;
  embedHosts: readonly string[];
}

/** Routes beside the entities: files, jobs, exports and imports, preferences, module queries, the shell. */
export function registerRoutes(on: RouteSettings): ((app: FastifyInstance) => void)[] {
  const { context, actors, system, drivers, texts, files, logs, recorded = true } = on;
  return [
    (app) => fileRoutes(app, on),
    (app) => transferRoutes(app, on),
    (app) => queryRoutes(app, context, actors, on.queries),
    (app) => commandRoutes(app, on),
    (app) => downloadRoutes(app, on),
    (app) => workRoutes(app, on),
    (app) => publicRoutes(app, on),
    (app) => webhookRoutes(app, context, on.webhooks),
    (app) => deviceRoutes(app, on),
    (app) => operatorRoutes(app, on),
    (app) => tenantRoutes(app, context, actors, on.tenants, texts),
    (app) => logRoutes(app, context, actors, logs, texts),
    ...(recorded ? [(app: FastifyInstance) => requestLog(app, on)] : []),
    (app) => logoRoutes(app, { context, actors, system, files }),
    (app) => screenRoutes(app, on),
    (app) => documentRoutes(app, on),
    (app) => documentMailRoutes(app, on),
    (app) => textRoutes(app, on),
    (app) => helpRoutes(app, on),
    (app) => shellRoutes(app, on.bootstrapService, actors, texts),
    (app) =>
      callRoutes(app, {
        ...{ actors, texts, calls: schemaCalls, demand: demandDesigner, checksBodies: true },
        services: { schemas: on.schemaService, screens: on.screenService },
      }),
    (app) => callRoutes(app, { actors, texts, calls: accessCalls, services: { access: on.accessAdmin, texts } }),
    (app) => accountRoutes(app, createAccountService({ context, system, texts, drivers, actors }), actors, texts),
    (app) => callRoutes(app, { actors, texts, calls: noticeCalls, services: on }),
    (app) => callRoutes(app, { actors, texts, calls: workplaceCalls, services: on }),
    (app) => mailRoutes(app, context, actors),
    (app) => {
      const log = (message: string, error?: unknown) => app.log.error({ err: error }, message);
      hubRoutes(app, createHub({ context, actors, system, systemUrl: on.systemUrl, log }), actors);
    },
  ];
}
