import { connect, type Socket } from 'node:net';

/** One request of a measured cell. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where calls go, and as whom. */
export interface Door {
  readonly port: number;
  readonly host: string;
  readonly token: string;
}

export interface Pace {
  readonly requests: number;
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failed: number;
  readonly firstFailure: string | null;
}

/** What a cell sends, and what it learns from an answer. */
export interface Source {
  next(): Call;
  seen?(call: Call, data: unknown): void;
}

/** Who asks, and what. */
export interface Person {
  readonly door: Door;
  readonly source: Source;
}

/**
 * Keeps `concurrency` connections busy for so many seconds, one request at a time on each; the people take turns at them.
 * Written on bare sockets, because the machine is shared with what is measured.
 */
export async function driveMany(people: readonly Person[], concurrency: number, seconds: number): Promise<Pace> {
  const times: number[] = [];
  let failed = 0;
  let firstFailure: string | null = null;
  const started = performance.now();
  const until = started + seconds * 1000;
  const lane = async (_: unknown, at: number) => {
    const { door, source } = people[at % people.length] as Person;
    const line = await openLine(door.port);
    while (performance.now() < until) {
      const call = source.next();
      const from = performance.now();
      const { status, body } = await line.ask(request(door, call));
      times.push(performance.now() - from);
      if (status === 200 && body.startsWith('{"success":true')) {
        source.seen?.(call, (JSON.parse(body) as { data: unknown }).data);
      } else {
        failed += 1;
        firstFailure ??= `${call.path} ${status} ${body.slice(0, 300)}`;
      }
    }
    line.close();
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const took = (performance.now() - started) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    rate: times.length / took,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failed,
    firstFailure,
  };
}

/** The same for one person. */
export const drive = (door: Door, concurrency: number, seconds: number, source: Source): Promise<Pace> =>
  driveMany([{ door, source }], concurrency, seconds);

/** One request by itself; its `data`. Throws what came instead. */
export async function ask(door: Door, call: Call): Promise<unknown> {
  const line = await openLine(door.port);
  const { status, body } = await line.ask(request(door, call));
  line.close();
  const answer = JSON.parse(body) as { success?: boolean; data: unknown };
  if (status !== 200 || !answer.success) throw new Error(`${call.path} ${status} ${body}`);
  return answer.data;
}

function request({ host, token }: Door, { method, path, body, key, headers = {} }: Call): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    'x-wire: plain',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(key ? [`idempotency-key: ${key}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

interface Line {
  ask(text: string): Promise<{ status: number; body: string }>;
  close(): void;
}

function openLine(port: number): Promise<Line> {
  return new Promise((opened, refused) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let waiting: { done: (answer: { status: number; body: string }) => void; fail: (error: Error) => void } | null =
      null;
    let chunks: Buffer[] = [];
    let size = 0;
    let wanted = -1;
    let bodyAt = 0;
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (wanted < 0) {
        const whole = chunks.length > 1 ? Buffer.concat(chunks) : chunk;
        chunks = [whole];
        const end = whole.indexOf('\r\n\r\n');
        if (end < 0) return;
        bodyAt = end + 4;
        wanted = bodyAt + Number(/content-length: (\d+)/i.exec(whole.toString('latin1', 0, end))?.[1] ?? '0');
      }
      if (size < wanted) return;
      const whole = chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? chunk);
      const answer = { status: Number(whole.toString('latin1', 9, 12)), body: whole.toString('utf8', bodyAt, wanted) };
      chunks = [];
      size = 0;
      wanted = -1;
      waiting?.done(answer);
    });
    socket.once('connect', () =>
      opened({
        ask: (text) =>
          new Promise((done, fail) => {
            waiting = { done, fail };
            socket.write(text);
          }),
        close: () => socket.destroy(),
      }),
    );
    const lost = (error: Error) => (waiting ? waiting.fail(error) : refused(error));
    socket.once('error', lost);
    socket.once('close', () => lost(new Error('connection closed')));
  });
}
