import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CarrierBases } from '../../../server/domain/carriers/carrier.ts';

export interface Heard {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** The body as JSON; null: none, or a form. */
  body: unknown;
}

/** What a carrier answers: a JSON body with status 200, or anything that is done to the response. */
export type Answer = object | ((heard: Heard, response: ServerResponse) => void);

export interface Listener {
  bases: CarrierBases;
  /** Everything but the requests for tokens. */
  heard: Heard[];
  /** How many tokens were given. */
  tokens: number;
  /** Answers to a path that ends so, one after the other; the last stays. */
  on(method: string, path: string, ...answers: readonly Answer[]): void;
}

/** The other end of the wire, which answers what a test says and writes down what it was asked. Ends with the test. */
export async function listen(): Promise<Listener> {
  const answers: { method: string; path: string; left: Answer[] }[] = [];
  const listener: Listener = {
    ...{ bases: { ups: null, fedex: null }, heard: [], tokens: 0 },
    on: (method, path, ...left) => {
      answers.unshift({ method, path, left: [...left] });
    },
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://listener');
      const text = Buffer.concat(parts).toString('utf8');
      const json = request.headers['content-type'] === 'application/json';
      const heard: Heard = {
        ...{ method: request.method ?? '', path: pathname, query: Object.fromEntries(searchParams) },
        ...{ headers: request.headers, body: json ? (JSON.parse(text) as unknown) : null },
      };
      const found = answers.find(({ method, path }) => method === heard.method && pathname.endsWith(path));
      const signsIn = pathname.endsWith('/oauth/token');
      if (!signsIn) listener.heard.push(heard);
      const answer = found?.left.length === 1 ? found.left[0] : found?.left.shift();
      if (typeof answer === 'function') return answer(heard, response);
      if (answer === undefined && signsIn) {
        listener.tokens += 1;
        return send(response, 200, { access_token: `token-${listener.tokens}`, expires_in: '14399' });
      }
      return send(
        response,
        answer ? 200 : 404,
        answer ?? { response: { errors: [{ code: '404', message: 'Nothing' }] } },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  listener.bases = { ups: base, fedex: base };
  return listener;
}

export const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** An answer with a status. */
export const says =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer =>
  (_heard, response) =>
    send(response, status, body, headers);
/** Took the request and went away. */
export const drops: Answer = (_heard, response) => {
  response.destroy();
};
/** Breaks off in the middle of its answer. */
export const breaks: Answer = (_heard, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"ShipmentResponse":{', () => response.destroy());
};
/** Never answers. */
export const sleeps: Answer = () => undefined;
