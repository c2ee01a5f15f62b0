import { ownCheck } from './own-check.ts';
import { schemaPaths } from './open-api-schema.ts';
import type { Json } from './open-api-parts.ts';

/**
 * Request bodies validated against their schema, by route pattern: calls that take whole documents. Calls with a few
 * parameters validate them with error codes of their own.
 */
export function bodySchemas(): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const [path, calls] of Object.entries(schemaPaths as Record<string, Calls>)) {
    const schema = calls.post?.requestBody?.content?.['application/json']?.schema;
    if (schema) found.set(path.replace(/\{(\w+)\}/g, ':$1'), checked(schema) as Json);
  }
  return found;
}

interface Calls {
  readonly post?: Json & { readonly requestBody?: { readonly content?: Record<string, { readonly schema?: Json }> } };
}

/** The schema without the parts that the call validates itself, of which only the type remains. */
function checked(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(checked);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { [ownCheck]: isOwn, ...rest } = schema as Json;
  if (isOwn) return 'type' in rest ? { type: rest['type'] } : {};
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, checked(inner)]));
}
