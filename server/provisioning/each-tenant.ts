import type { Actor } from '../operations/context.ts';
import type { Actors } from '../access/actors.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';

/** What a release needs to add something to the tenants that exist when it starts. */
export interface TenantSteps {
  system: SystemDatabase;
  actors: Actors;
  texts: Texts;
  logs: { report(tenant: string, where: string, what: string): void };
}

/**
 * Runs a step for every tenant that it concerns as its system actor. What a tenant refuses, by a rule or a deleted value of its own, is
 * reported to it and keeps neither the other tenants nor the start of the server waiting.
 */
export async function forEachTenant(
  on: TenantSteps,
  where: string,
  step: (actor: Actor, culture: Culture) => Promise<void>,
  concerns: (tenant: string) => boolean = () => true,
): Promise<void> {
  const tenants = await on.system.db.selectFrom('tenant').selectAll().execute();
  for (const { id, name, timeZone, currency, kind, defaultLocale } of tenants) {
    if (!concerns(id)) continue;
    const actor = on.actors.system({ id, name, timeZone, currency, platform: kind === 'platform' });
    try {
      await step(actor, on.texts.culture(defaultLocale));
    } catch (error) {
      const details = (error as { details?: unknown }).details;
      on.logs.report(id, where, `${(error as Error).message} ${details ? JSON.stringify(details) : ''}`.trim());
    }
  }
}
