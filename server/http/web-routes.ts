import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** The browser application: immutable hashed files, and its page for every address outside the API. */
export async function webRoutes(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (/^\/(api|assets|hubs)(\/|$)/.test(path)) throw new AppError('noRoute');
    // Public pages have a small entry page of their own.
    if (path.startsWith('/public/')) return reply.sendFile('public.html');
    if (/^\/(user(\/|$)|$)/.test(path)) return reply.sendFile('index.html');
    return reply.sendFile(path === '/welcome' ? 'home.html' : 'inside.html');
  });
}
