import type { RealServer, Reply } from './real-server.ts';

/** A write that was asked for under a key, and all that became of it. */
export interface Asked {
  readonly who: Door;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** `data` of the answer. */
  data: unknown;
}

/** Somebody signed in. */
export interface Door {
  readonly host: string;
  readonly token: string;
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
export async function insist(server: RealServer, log: Log, asked: Omit<Asked, 'data'>): Promise<unknown> {
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

function giveUp(server: RealServer, log: Log, { path, body }: Omit<Asked, 'data'>, reply: Reply): never {
  const strange = `${path} ${JSON.stringify(body)} ${reply?.status} ${reply?.text}\n${server.said()}`;
  log.strange.push(strange);
  log.heard();
  throw new Error(strange);
}

export function post(server: RealServer, who: Door, path: string, body: unknown, key: string) {
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const call = { method: 'POST', path: `/api/${path}?culture=en-US`, host: who.host, headers };
  return server.send({ ...call, body: JSON.stringify(body) });
}

export async function signIn(server: RealServer, host: string, account: string, password: string): Promise<Door> {
  const path = account.startsWith('member') ? '/api/MembershipLogin' : '/api/login';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ account, password });
  const reply = await server.send({ method: 'POST', path, host, headers, body });
  const token = reply ? (JSON.parse(reply.text) as { data: string | null }).data : null;
  if (!token) throw new Error(`no session for ${account}: ${reply?.text ?? 'no answer'}`);
  return { host, token };
}

/** Sends the slip that a payment is proven with; answers the file's id. */
export async function uploadSlip(server: RealServer, who: Door): Promise<string> {
  const edge = 'slip-boundary';
  const body = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="slip.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7 slip\r\n--${edge}--\r\n`;
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${edge}` };
  const call = { method: 'POST', path: '/api/sysFileInfo/upload', host: who.host, headers, body };
  const reply = await server.send(call);
  const id = reply ? (JSON.parse(reply.text) as { data: string | null }).data : null;
  if (!id) throw new Error(`no file: ${reply?.text ?? 'no answer'}`);
  return id;
}
