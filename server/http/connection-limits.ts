import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest, FastifyHttpOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes uploads, which may take long. */
    upload?: boolean;
  }
}

/** Timeouts of connections in milliseconds, and their maximum number. */
export interface ConnectionLimits {
  /** For a request's head, since the connection was opened or the previous request ended. */
  readonly head: number;
  /** For a body. */
  readonly body: number;
  /** For a file. */
  readonly upload: number;
  /** For an idle connection while no answer is being prepared. */
  readonly idle: number;
  /** Interval between checks of heads. */
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

/** Bytes of a request's head: a list may be asked for 3,000 tracking numbers in its address. */
const maxHead = 131_072;

/** Timeouts that Node's server enforces: heads, whole requests at the maximum of all routes, inactivity. */
export const serverOptions = (limits: ConnectionLimits) =>
  ({
    requestTimeout: limits.upload,
    connectionTimeout: limits.idle,
    keepAliveTimeout: limits.idle,
    http: { headersTimeout: limits.head, connectionsCheckingInterval: limits.every, maxHeaderSize: maxHead },
  }) satisfies FastifyHttpOptions<Server>;

/** Closes connections with stalled bodies or inactivity, and connections above the maximum. */
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
    // Answered before the body was complete: wait for the rest no longer than for a short body.
    if (!raw.complete && hasBody(request) && raw.socket instanceof Socket) {
      const rest = setTimeout(() => raw.complete || raw.socket.destroy(), limits.body);
      raw.socket.once('close', () => clearTimeout(rest));
      rest.unref();
    }
  });

  app.server.on('timeout', (socket: Socket) => {
    // A slow answer is not the client's inactivity; one that the client does not read is.
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
