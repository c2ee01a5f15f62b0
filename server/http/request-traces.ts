import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, openSpan, type OpenSpan } from '../tracing/spans.ts';
import { routeClass } from './request-metrics.ts';

/** Makes each request a span, in the caller's trace if it names one. Names and paths are those of routes, never of records. */
export function requestTraces(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers;
    const from = typeof traceparent === 'string' ? traceparent : undefined;
    const span = openSpan({ name: request.method, kind: 'server', from });
    if (!span) return done();
    spans.set(request, span);
    span.run(done);
  });
  // A body arrives in a context of its own.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    return span ? span.run(done) : done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request, reply.statusCode);
    spans.get(request)?.end({
      name: `${request.method} ${route}`,
      attributes: {
        ...{ 'http.request.method': request.method, 'http.route': route },
        ...{ 'http.response.status_code': reply.statusCode, 'lading.route': routeClass(request) },
        // By which a person's "trace id" and the line of the log are found.
        'lading.request': request.id,
      },
      failed: reply.statusCode >= 500,
    });
  });
}

/** The template of a route with its entity and verb, where there are such; what else people type is left out. */
function routeOf({ routeOptions, params }: FastifyRequest, status: number): string {
  const template = routeOptions.url ?? 'unknown';
  if (status === 404 || status === 401) return template;
  const { path = ':path', verb = ':verb' } = (params ?? {}) as { path?: string; verb?: string };
  return template.replace('/:path/', `/${path}/`).replace(/\/:verb$/, `/${verb}`);
}
