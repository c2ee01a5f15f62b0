import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../files/file-store.ts';
import type { Actors } from '../identity/actors.ts';
import type { Context } from '../operations/context.ts';
import type { Texts } from '../texts.ts';
import { fileRoutes } from './file-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { preferenceRoutes } from './preference-routes.ts';
import { transferRoutes } from './transfer-routes.ts';

/** The rooms beside the entities: files, jobs, exports and imports, preferences. */
export function moreRoutes(on: {
  context: Context;
  actors: Actors;
  texts: Texts;
  files: FileStore;
}): ((app: FastifyInstance) => void)[] {
  const { context, actors, texts, files } = on;
  return [
    (app) => fileRoutes(app, context, actors, files),
    (app) => jobRoutes(app, context, actors),
    (app) => transferRoutes(app, context, actors, texts, files),
    (app) => preferenceRoutes(app, context, actors),
  ];
}
