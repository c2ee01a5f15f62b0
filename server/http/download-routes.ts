import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { disposition } from '../files/safe-name.ts';
import type { Actors } from '../access/actors.ts';
import type { within } from '../access/limits.ts';
import { runDownload, type Downloads } from '../operations/command.ts';
import type { Context } from '../operations/context.ts';
import type { Texts } from '../texts.ts';
import { bodyReader } from './check-bodies.ts';
import { notTooOften } from './command-routes.ts';
import { asActor } from './session.ts';

/** Downloads of business modules at their own paths, for everyone signed in, within their grants. */
export function downloadRoutes(
  app: FastifyInstance,
  on: {
    context: Context;
    actors: Actors;
    system: Parameters<typeof within>[0];
    texts: Texts;
    downloads: Downloads;
  },
): void {
  const { actors, system, texts } = on;
  for (const download of on.downloads) {
    const read = bodyReader(download.body);
    app.post(`/api/${download.path}`, async (request, reply) => {
      const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
      const { name, mediaType, content } = await asActor(actors, request, async (actor) => {
        const body = read(request.body ?? {});
        await notTooOften(system, actor, download);
        return runDownload(on, actor, download, { body, culture });
      });
      if (Buffer.isBuffer(content)) reply.header('content-length', content.length);
      return reply
        .type(mediaType)
        .header('content-disposition', disposition('attachment', name))
        .header('access-control-expose-headers', 'content-disposition')
        .send(Buffer.isBuffer(content) ? Readable.from([content]) : content);
    });
  }
}
