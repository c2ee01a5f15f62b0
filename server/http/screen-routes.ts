import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import { readScreen, type ScreenDeps } from '../operations/read/read-screen.ts';
import type { TenantCatalogs } from '../revisions/catalogs.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Screens: `/api/screen/{name}` answers the blocks that this person's grants allow. */
export function screenRoutes(
  app: FastifyInstance,
  on: ScreenDeps & { actors: Actors; screens: Pick<TenantCatalogs, 'of' | 'baseScreen'> },
): void {
  app.get('/api/screen/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const culture = on.texts.culture((request.query as Record<string, unknown>)['culture']);
    const shown = await asActor(on.actors, request, async (actor) => {
      const live = (await on.screens.of(actor.tenant)).screens.get(name);
      const document = live?.state === 'retired' ? undefined : (live?.document ?? on.screens.baseScreen(name));
      return readScreen({ ...on, document }, actor, culture);
    });
    return sendText(reply, success(shown));
  });
}
