import type { ServerModule } from './module.ts';

/** Everything that the modules plug in, by kind and in the order of the modules. */
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
    ddl: all('ddl'),
  };
}
