import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor } from '../operations/context.ts';
import type { DeclaredCall } from '../operations/openapi/declared-call.ts';
import type { Query } from '../operations/read/list-records.ts';
import type { WriteRequest } from '../operations/write/write.ts';
import type { Culture, Texts } from '../texts.ts';
import { bodyCheck } from './check-bodies.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A request of a signed-in person as a call reads it. */
export interface CallRequest {
  readonly actor: Actor;
  readonly culture: Culture;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The body of a `POST`, empty without one. */
  readonly input: Body;
  /** What a write needs beside its entity. */
  readonly write: Omit<WriteRequest, 'entity'>;
  readonly request: FastifyRequest;
  /** Aborted when the connection closes. */
  closed(): AbortSignal;
}

/** A declared call with what it does for its subject's services. */
export interface Call<S> extends DeclaredCall {
  readonly bodyLimit?: number;
  /** It answers JSON text. */
  readonly isText?: true;
  run(services: S, asked: CallRequest): unknown;
}

interface CallRoutes<S> {
  readonly actors: Actors;
  readonly texts: Texts;
  readonly services: S;
  readonly calls: readonly Call<S>[];
  /** Throws for people who may make none of the calls. */
  demand?(actor: Actor): void;
  /** Bodies are validated against their schema before a call runs. */
  readonly checksBodies?: boolean;
}

/** The routes of declared calls. */
export function callRoutes<S>(app: FastifyInstance, on: CallRoutes<S>): void {
  const { actors, texts, services, calls, demand, checksBodies = false } = on;
  for (const call of calls) {
    const { method, path, bodyLimit, isText = false } = call;
    const check = checksBodies && call.body ? bodyCheck(call.body) : null;
    const url = `/api/${path.replace(/\{(\w+)\}/g, ':$1')}`;
    app[method](url, bodyLimit === undefined ? {} : { bodyLimit }, async (request, reply) => {
      const answer = await asActor(actors, request, async (actor) => {
        demand?.(actor);
        const asked = readRequest(call, { actor, texts, request, reply });
        check?.(asked.input);
        return call.run(services, asked);
      });
      return sendText(reply, isText ? successText(String(answer)) : success(answer));
    });
  }
}

function readRequest(
  { method, path }: DeclaredCall,
  { actor, texts, request, reply }: { actor: Actor; texts: Texts; request: FastifyRequest; reply: FastifyReply },
): CallRequest {
  const query = request.query as Query;
  return {
    actor,
    culture: texts.culture(query['culture']),
    params: request.params as Record<string, string>,
    query,
    // Calls that take no body ignore what stands in it.
    get input() {
      return method === 'post' ? bodyOf(request.body) : {};
    },
    write: {
      actor,
      key: method === 'post' ? idempotencyKey(request) : null,
      fingerprint: `${path} ${JSON.stringify(request.body ?? null)}`,
    },
    request,
    closed: () => closed(reply),
  };
}

/** Aborted when the connection closes, so that a place in a queue is given up. */
export function closed(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

function bodyOf(body: unknown): Body {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed');
  return body as Body;
}
