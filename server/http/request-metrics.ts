import type { FastifyInstance, FastifyRequest } from 'fastify';
import { measurements, type RequestMeasure } from '../store/measurements.ts';

const reads = new Set(['page', 'list', 'detail', 'dropdown', 'tree', 'history', 'aggregate']);
const transfers = /\/(export|import|importPreview|importTemplate|readPreview|readImport)$/i;
const signIns = /^\/api\/(login|MembershipLogin|logout|getLoginUser|captcha\/|sendCode|register|recover|ticket)/i;

/** Publishes the time of every answer with the class of its route, never its path, which may contain ids. */
export function requestMetrics(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!measurements.request.hasSubscribers) return;
    const measure: RequestMeasure = {
      route: routeClass(request),
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    };
    measurements.request.publish(measure);
  });
}

/** The class of a request's route: a few, so that each has figures worth looking at. */
export function routeClass(request: Pick<FastifyRequest, 'method' | 'url' | 'routeOptions'>): string {
  const template = request.routeOptions.url;
  if (template === undefined) return 'unknown';
  const path = request.url.split('?', 1)[0] ?? '';
  if (!path.startsWith('/api/')) return path.startsWith('/hubs/') ? 'realtime' : 'web';
  if (/^\/api\/(health|ready)$/.test(path)) return 'health';
  if (signIns.test(path)) return 'sign-in';
  if (/^\/api\/(meta|schema|texts|screens?)\b/i.test(path)) return 'schema';
  if (path.startsWith('/api/sysFileInfo/')) return 'file';
  if (transfers.test(path)) return 'transfer';
  if (request.method === 'GET') return reads.has(path.split('/').at(-1)?.toLowerCase() ?? '') ? 'read' : 'query';
  return template === '/api/:path/:verb' ? 'write' : 'command';
}
