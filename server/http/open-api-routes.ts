import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Catalog } from '../../engine/core/index.ts';
import { openApiDocument, type ModuleCalls } from '../operations/openapi/open-api.ts';
import type { Culture, Texts } from '../texts.ts';
import { docsPage, docsStyle } from './open-api-page.ts';

/**
 * The API as an OpenAPI document and a page: `/api/openapi.json`, `/api/docs`. Public, because it only depends on the
 * delivered catalog and reveals nothing about tenants.
 */
export function openApiRoutes(app: FastifyInstance, catalog: Catalog, texts: Texts, modules: ModuleCalls): void {
  const made = new Map<string, string>();
  const documentIn = (culture: Culture): string => {
    const known = made.get(`${catalog.hash} ${culture}`);
    const document = known ?? JSON.stringify(openApiDocument(catalog, texts, culture, modules));
    made.set(`${catalog.hash} ${culture}`, document);
    return document;
  };
  const cultureOf = (query: unknown) => texts.culture((query as Record<string, unknown>)['culture']);

  app.get('/api/openapi.json', async (request, reply) =>
    reply.type('application/json; charset=utf-8').send(documentIn(cultureOf(request.query))),
  );
  app.get('/api/docs', async (request, reply) => {
    const culture = cultureOf(request.query);
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(docsPage(culture, texts.engine(culture, 'list.search')));
  });
  app.get('/api/docs.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(script()));
  app.get('/api/docs.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(docsStyle));
}

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

const script = (): string => readFileSync(new URL('./open-api-page.mjs', import.meta.url), 'utf8');
