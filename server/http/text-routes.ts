import type { FastifyInstance } from 'fastify';
import type { LiveTexts } from '../localizer/live-texts.ts';
import type { Query } from '../operations/read/list-records.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';

/** Text namespaces built into the browser client; edited texts are sent to it. */
const browserSpaces = ['engine', 'shell', 'errors', 'door', 'designer'];

/** Texts at run time: `/api/texts` for every browser, signed in or not. */
export function textRoutes(app: FastifyInstance, on: { texts: Texts; liveTexts: LiveTexts }): void {
  const { texts, liveTexts } = on;
  const ofModules = texts.words.places().flatMap(({ space }) => (space.startsWith('modules/') ? [space] : []));
  const spaces = [...new Set([...browserSpaces, ...ofModules])];

  app.get('/api/texts', async (request, reply) => {
    const stamp = await liveTexts.fresh();
    const culture = texts.culture((request.query as Query)['culture']);
    const changes = spaces.map((space) => [space, texts.words.changes(culture, space)]);
    const cultures = texts.words.cultures().map(({ code, name }) => ({ code, name }));
    return sendText(reply, success({ stamp, culture, cultures, texts: Object.fromEntries(changes) as unknown }));
  });
}
