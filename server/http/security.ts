import type { FastifyInstance } from 'fastify';

/**
 * Scripts only load from this origin and nothing is evaluated. Inline styles are allowed, because the widget library
 * uses them.
 */
const policy = (frames: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' ws: wss:",
    `frame-src ${["'self'", 'blob:', ...frames].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** @param frames hosts that may embed our pages. */
export function securityHeaders(app: FastifyInstance, frames: readonly string[]): void {
  const written = policy(frames);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    if (/^\/api(\/|\?|$)/.test(request.url)) {
      reply.header('cache-control', 'no-store');
      return;
    }
    reply.header('content-security-policy', written);
    reply.header('cross-origin-opener-policy', 'same-origin');
    // Returns are photographed at the dock.
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=()');
  });
}
