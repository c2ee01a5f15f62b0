import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What arrived at a listener. */
export interface Heard {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
}

/** A customer's server that webhooks are sent to. `answer` says what it answers; 200 where it says nothing. */
export async function startListener() {
  const heard: Heard[] = [];
  const on: { answer: (heard: Heard) => { status: number; text?: string; location?: string } | Promise<never> } = {
    answer: () => ({ status: 200, text: 'thanks' }),
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { id, type } = JSON.parse(body) as { id: string; type: string };
      const one = { id, type, body, headers: request.headers as Record<string, string>, path: request.url ?? '' };
      heard.push(one);
      const answer = on.answer(one);
      if (answer instanceof Promise) return;
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.text ?? '');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ heard, on, host },
    url: (path = '/hook') => `http://${host}${path}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Listener = Awaited<ReturnType<typeof startListener>>;

/** Whether one of its signatures is by this secret: Standard Webhooks as its page describes it, written once more. */
export function isSignedBy(secret: string, { headers, body }: Heard): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}
