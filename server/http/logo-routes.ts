import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Actors } from '../access/actors.ts';
import { brandingActor } from '../tenants/branding-actor.ts';
import type { Context } from '../operations/context.ts';
import { openLogo } from '../operations/transfer/open-logo.ts';
import { hostOf } from './sign-in-routes.ts';

/** The logo of the host's tenant: the only public file. */
export function logoRoutes(
  app: FastifyInstance,
  on: { context: Context; actors: Actors; system: Parameters<typeof brandingActor>[0]; files: FileStore },
): void {
  app.get('/api/sysTenant/logo', async (request, reply) => {
    const found = await brandingActor(on.system, on.actors, hostOf(request));
    if (!found) throw new AppError('notFound');
    const file = await openLogo(on.context, found.actor, on.files, found.logo);
    return reply
      .type(file.mediaType)
      .header('content-length', file.size)
      .header('content-security-policy', 'sandbox')
      .send(file.bytes);
  });
}
