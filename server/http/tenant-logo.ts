import { buffer } from 'node:stream/consumers';
import type { Actors } from '../access/actors.ts';
import type { FileStore } from '../files/file-store.ts';
import { printedPicture } from '../files/printed-picture.ts';
import type { Context } from '../operations/context.ts';
import { openLogo } from '../operations/transfer/open-logo.ts';
import { brandingOf } from '../tenants/branding-actor.ts';

export interface LogoDeps {
  readonly context: Context;
  readonly actors: Actors;
  readonly system: Parameters<typeof brandingOf>[0];
  readonly files: FileStore;
}

/** The logo of a tenant as PNG or JPEG bytes; null without one, and where it is of another kind, damaged or lost. */
export async function tenantLogo({ context, actors, system, files }: LogoDeps, tenant: string): Promise<Buffer | null> {
  const found = await brandingOf(system, actors, tenant);
  if (!found) return null;
  try {
    const file = await openLogo(context, found.actor, files, found.logo);
    return (await printedPicture(await buffer(file.bytes)))?.bytes ?? null;
  } catch {
    // A document without its logo is better than no document.
    return null;
  }
}
