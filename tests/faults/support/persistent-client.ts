import type { Door, Reply, Sending } from '../../support/app-nodes.ts';

/** Anyone who takes requests now, and the database behind it. */
export interface Served {
  send(sending: Sending): Promise<Reply>;
  /** Waits until the server answers that it is well. */
  well(): Promise<void>;
  /** Asks the database itself, past every wall. */
  ask<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** The end of what the server printed, to tell why. */
  said(): string;
}

/** A write that was asked for under a key, and all that became of it. */
export interface Asked {
  readonly who: Door;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** `data` of the answer. */
  data: unknown;
}

/** What the writers met. */
export interface Log {
  readonly answered: Asked[];
  /** Requests of which nobody knew whether they had been done. */
  lost: number;
  /** Those of them that had been. */
  done: number;
  /** Anything but a success, a 503 or silence. */
  readonly strange: string[];
  sent: number;
  /** Called at every request that leaves and every answer that comes. */
  heard: () => void;
}

export const newLog = (): Log => ({ answered: [], lost: 0, done: 0, strange: [], sent: 0, heard: () => undefined });

/**
 * Asks until there is an answer: what got none is asked again with the very same key, as a careful client does. Answers
 * the `data`; what is refused is noted as strange and given up.
 */
export async function insist(server: Served, log: Log, asked: Omit<Asked, 'data'>): Promise<unknown> {
  const { who, path, body, key } = asked;
  for (;;) {
    log.sent += 1;
    log.heard();
    const reply = await post(server, who, path, body, key);
    if (reply?.status === 200) {
      const answer = JSON.parse(reply.text) as { success: boolean; data: unknown };
      if (!answer.success) return giveUp(server, log, asked, reply);
      log.answered.push({ ...asked, data: answer.data });
      log.heard();
      return answer.data;
    }
    if (reply && reply.status !== 503) return giveUp(server, log, asked, reply);
    await server.well();
    log.lost += 1;
    // A key that is kept stands for a write that was committed.
    log.done += (await server.ask('SELECT FROM lading.idempotency WHERE key = $1', [key])).length;
  }
}

function giveUp(server: Served, log: Log, { path, body }: Omit<Asked, 'data'>, reply: Reply): never {
  const strange = `${path} ${JSON.stringify(body)} ${reply?.status} ${reply?.text}\n${server.said()}`;
  log.strange.push(strange);
  log.heard();
  throw new Error(strange);
}

export function post(server: Served, who: Door, path: string, body: unknown, key: string) {
  const own = { authorization: `Bearer ${who.token}`, 'x-wire': 'plain' };
  const headers = { ...own, 'content-type': 'application/json', 'idempotency-key': key };
  const call = { method: 'POST', path: `/api/${path}?culture=en-US`, host: who.host, headers };
  return server.send({ ...call, body: JSON.stringify(body) });
}

/** Sends a file as a form does; answers what the server gives for it. */
export async function upload(
  server: Served,
  who: Door,
  path: string,
  file: { name: string; type: string; text: string },
  key?: string,
): Promise<Reply> {
  const edge = 'file-boundary';
  const head = `content-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}`;
  const body = `--${edge}\r\n${head}\r\n\r\n${file.text}\r\n--${edge}--\r\n`;
  const headers = {
    authorization: `Bearer ${who.token}`,
    'content-type': `multipart/form-data; boundary=${edge}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return server.send({ method: 'POST', path: `/api/${path}`, host: who.host, headers, body });
}
