import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** Maximum nesting of a body, because parsing it is recursive. */
const deepest = 100;

/** Parses JSON bodies like the framework, but refuses excessive nesting before. */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (isDeeper(text, deepest)) return done(new AppError('malformed'));
    return parse(request, text, done);
  });
}

/** Whether brackets outside of strings are nested deeper than this. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (quoted) {
      if (sign === 92) at += 1;
      else if (sign === 34) quoted = false;
    } else if (sign === 34) quoted = true;
    else if (sign === 91 || sign === 123) {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === 93 || sign === 125) depth -= 1;
  }
  return false;
}
