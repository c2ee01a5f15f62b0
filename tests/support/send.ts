import { request, type Agent } from 'node:http';

export interface Sent {
  readonly host: string;
  readonly token?: string;
  /** Makes it a POST. */
  readonly body?: object;
  /** Under which it may be sent again. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

export interface Reply {
  /** 0: the connection broke before an answer. */
  readonly status: number;
  readonly json: { success?: boolean; code?: number; data?: unknown };
}

/** One request to a server on this machine; null: no connection was made, so nothing can have been written. */
export function send(
  port: number,
  path: string,
  { host, token, body, key, headers: more, agent }: Sent,
): Promise<Reply | null> {
  return new Promise((done) => {
    const headers = {
      host,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...more,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const to = { port, host: '127.0.0.1', path, headers, method: body ? 'POST' : 'GET', ...(agent ? { agent } : {}) };
    const sent = request(to, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        const json = text.startsWith('{') ? (JSON.parse(text) as Reply['json']) : {};
        done({ status: answer.statusCode ?? 0, json });
      });
    });
    sent.on('error', (error) =>
      done((error as { code?: string }).code === 'ECONNREFUSED' ? null : { status: 0, json: {} }),
    );
    sent.end(body && JSON.stringify(body));
  });
}
