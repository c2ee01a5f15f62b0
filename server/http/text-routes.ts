import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { LiveTexts } from '../localizer/live-texts.ts';
import { compareTexts, mayCompare, readCoverage } from '../operations/read/compare-texts.ts';
import type { Context } from '../operations/context.ts';
import type { Query } from '../operations/read/list-records.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Text namespaces built into the browser client; edited texts are sent to it. */
const browserSpaces = ['engine', 'shell', 'errors', 'door', 'designer'];

/** Texts at run time: `/api/texts` for every browser, signed in or not, and the platform's translation library. */
export function textRoutes(
  app: FastifyInstance,
  on: { context: Context; actors: Actors; texts: Texts; liveTexts: LiveTexts },
): void {
  const { context, actors, texts, liveTexts } = on;
  const ofModules = texts.words.places().flatMap(({ space }) => (space.startsWith('modules/') ? [space] : []));
  const spaces = [...new Set([...browserSpaces, ...ofModules])];

  app.get('/api/texts', async (request, reply) => {
    const stamp = await liveTexts.fresh();
    const culture = texts.culture((request.query as Query)['culture']);
    const changes = spaces.map((space) => [space, texts.words.changes(culture, space)]);
    const cultures = texts.words.cultures().map(({ code, name }) => ({ code, name }));
    return sendText(reply, success({ stamp, culture, cultures, texts: Object.fromEntries(changes) as unknown }));
  });

  app.get('/api/sysLocalizer/coverage', async (request, reply) => {
    await guard(request);
    return sendText(reply, success(readCoverage(texts)));
  });

  app.get('/api/sysLocalizer/compare', async (request, reply) => {
    await guard(request);
    return sendText(reply, success(compareTexts(texts, liveTexts.edited(), request.query as Query)));
  });

  const guard = async (request: Parameters<typeof asActor>[1]) => {
    await asActor(actors, request, async (actor) => mayCompare(context, actor));
    await liveTexts.fresh();
  };
}
