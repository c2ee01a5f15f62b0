import { answers, parameters, takes, type Json } from './open-api-parts.ts';

/** A call beside the entities, for people who are signed in, as its subject declares it: its OpenAPI operation follows. */
export interface DeclaredCall {
  readonly method: 'get' | 'post';
  /** Below `/api/`; its parameters stand in braces. */
  readonly path: string;
  /** Without one, the call replaces the generated call of an entity, which documents it. */
  readonly operationId?: string;
  /** Schemas of parameters in the path that are more than texts. */
  readonly params?: Readonly<Record<string, Json>>;
  /** Parameters in the query, beside the culture. */
  readonly query?: readonly Json[];
  readonly body?: Json;
  readonly answer?: Json;
  /** The call answers a repetition under the same idempotency key like the first time. */
  readonly keyed?: true;
}

/** The OpenAPI operations of declared calls, by path. */
export function callPaths(calls: readonly DeclaredCall[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    if (!call.operationId) continue;
    paths[`/${call.path}`] = { ...paths[`/${call.path}`], [call.method]: operationOf(call) };
  }
  return paths;
}

const operationOf = ({ path, operationId, params = {}, query = [], body, answer = {}, keyed }: DeclaredCall): Json => ({
  operationId,
  parameters: [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      ...{ name, in: 'path', required: true },
      schema: params[name] ?? { type: 'string' },
    })),
    ...query,
    ...(keyed ? parameters('idempotencyKey') : []),
    ...parameters('culture'),
  ],
  ...(body ? { requestBody: takes(body) } : {}),
  responses: answers(answer),
});
