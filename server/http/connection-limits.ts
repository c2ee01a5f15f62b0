import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest, FastifyHttpOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes files, which may be long on their way. */
    upload?: boolean;
  }
}

/** How long a connection may keep the server waiting, in milliseconds, and how many there may be. */
export interface ConnectionLimits {
  /** For a request's head, from the opening of the connection or the end of the request before. */
  readonly head: number;
  /** For a body. */
  readonly body: number;
  /** For a file. */
  readonly upload: number;
  /** For a connection on which nothing moves while no answer is being made. */
  readonly idle: number;
  /** How often heads are looked at. */
  readonly every: number;
  readonly connections: number;
}

export const usualLimits: ConnectionLimits = {
  head: 10_000,
  body: 30_000,
  upload: 600_000,
  idle: 75_000,
  every: 5_000,
  connections: 10_000,
};

/** What the server itself keeps: heads, whole requests at the longest that any may take, silence. */
export const serverOptions = (limits: ConnectionLimits) =>
  ({
    requestTimeout: limits.upload,
    connectionTimeout: limits.idle,
    keepAliveTimeout: limits.idle,
    http: { headersTimeout: limits.head, connectionsCheckingInterval: limits.every },
  }) satisfies FastifyHttpOptions<Server>;

/** Ends connections that keep the server waiting: bodies that do not arrive, silence, and more of them than allowed. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  app.server.maxConnections = limits.connections;

  const answering = new WeakMap<Socket, number>();
  const count = (socket: Socket, by: number) => answering.set(socket, (answering.get(socket) ?? 0) + by);
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    count(raw.socket, 1);
    if (!hasBody(request)) return;
    const cut = () => {
      if (!raw.complete) cutOff(raw.socket);
    };
    timers.set(request, setTimeout(cut, request.routeOptions.config.upload ? limits.upload : limits.body));
    raw.once('close', () => clearTimeout(timers.get(request)));
  });
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    count(raw.socket, -1);
    clearTimeout(timers.get(request));
    // Answered before all had come, and nobody waits for the rest any longer than for a short body.
    if (!raw.complete && hasBody(request) && raw.socket instanceof Socket) {
      const rest = setTimeout(() => raw.complete || raw.socket.destroy(), limits.body);
      raw.socket.once('close', () => clearTimeout(rest));
      rest.unref();
    }
  });

  app.server.on('timeout', (socket: Socket) => {
    // An answer that takes its time is no silence of the other side; one that nobody takes is.
    const isWorking = (answering.get(socket) ?? 0) > 0 && socket.writableLength === 0;
    if (isWorking) socket.setTimeout(limits.idle);
    else socket.destroy();
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function cutOff(socket: Socket): void {
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
}
