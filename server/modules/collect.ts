import type { ServerModule } from './module.ts';

/** The contributions of all modules by kind, in module order. */
export type CollectedModules = Required<ServerModule>;

export function collectModules(modules: readonly ServerModule[]): CollectedModules {
  const all = <K extends keyof ServerModule>(kind: K) =>
    modules.flatMap((module): readonly unknown[] => module[kind] ?? []) as unknown as CollectedModules[K];
  return {
    handlers: all('handlers'),
    checks: all('checks'),
    fillers: all('fillers'),
    queries: all('queries'),
    commands: all('commands'),
    works: all('works'),
    uploads: all('uploads'),
    downloads: all('downloads'),
    publics: all('publics'),
    webhooks: all('webhooks'),
    devices: all('devices'),
    schedules: all('schedules'),
    loops: all('loops'),
    documents: all('documents'),
    projections: all('projections'),
    readers: all('readers'),
    scopes: all('scopes'),
    stationCalls: all('stationCalls'),
    startingRecords: all('startingRecords'),
    numbers: all('numbers'),
    restricted: all('restricted'),
    ddl: all('ddl'),
  };
}
