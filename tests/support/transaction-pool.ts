import { createHash } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/** A pool in front of Postgres that lends a connection for one transaction, as PgBouncer does from 1.21 on. */
export interface TransactionPool {
  /** The same database through the pool. */
  url(databaseUrl: string): string;
  /** Connections of callers that are open now, and the most connections to Postgres that there have been. */
  use(): Promise<{ callers: number; most: number }>;
  close(): Promise<void>;
}

interface Frame {
  readonly type: string;
  readonly body: Buffer;
}

/** A prepared statement of a caller: what Postgres knows it by, and how it is prepared. */
interface Prepared {
  readonly known: string;
  readonly text: Buffer;
}

/** A connection to Postgres. `parses` has an entry for each answer that is due, up to the next Sync. */
interface Backend {
  readonly client: pg.Client;
  readonly stream: Socket;
  readonly known: Set<string>;
  readonly parses: { readonly passes: boolean; readonly name: string }[][];
  /** Messages have gone out whose Sync has not. */
  isAsked: boolean;
  caller: Caller | null;
}

interface Caller {
  readonly socket: Socket;
  readonly user: string;
  readonly waiting: Frame[];
  readonly names: Map<string, Prepared>;
  backend: Backend | null;
}

export async function openTransactionPool(
  databaseUrl: string,
  { size, passwords }: { size: number; passwords: Readonly<Record<string, string>> },
): Promise<TransactionPool> {
  const free = new Map<string, Backend[]>();
  const opened = new Map<string, number>();
  const queues = new Map<string, Caller[]>();
  const callers = new Set<Caller>();
  const backends = new Set<Backend>();
  let most = 0;

  const open = async (user: string): Promise<Backend> => {
    const url = new URL(databaseUrl);
    const own = passwords[user];
    if (own !== undefined) [url.username, url.password] = [user, own];
    url.searchParams.set('application_name', 'pooled');
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    const backend: Backend = { client, stream, known: new Set(), parses: [], isAsked: false, caller: null };
    backends.add(backend);
    most = Math.max(most, backends.size);
    stream.on(
      'data',
      frames((frame) => answer(backend, frame)),
    );
    return backend;
  };

  const lend = (caller: Caller, backend: Backend) => {
    caller.backend = backend;
    backend.caller = caller;
    backend.stream.cork();
    for (const frame of caller.waiting.splice(0)) ask(caller, backend, frame);
    backend.stream.uncork();
  };
  const wanted = async (caller: Caller) => {
    const { user } = caller;
    const idle = free.get(user)?.pop();
    if (idle) return lend(caller, idle);
    const many = opened.get(user) ?? 0;
    if (many >= size) return void queues.set(user, [...(queues.get(user) ?? []), caller]);
    opened.set(user, many + 1);
    lend(caller, await open(user));
  };
  const giveBack = (backend: Backend, user: string) => {
    if (backend.caller) backend.caller.backend = null;
    backend.caller = null;
    const next = queues.get(user)?.shift();
    if (next) lend(next, backend);
    else free.set(user, [...(free.get(user) ?? []), backend]);
  };
  /** From Postgres to the caller. */
  const answer = (backend: Backend, frame: Frame) => {
    const { caller, parses } = backend;
    const [due = []] = parses;
    if (frame.type === 'E') for (const { name } of due.splice(0)) backend.known.delete(name);
    if (frame.type === '1' && due.shift()?.passes === false) return;
    caller?.socket.write(framed(frame.type, frame.body));
    if (frame.type !== 'Z') return;
    parses.shift();
    if (caller && parses.length === 1 && !backend.isAsked && frame.body.toString() === 'I')
      giveBack(backend, caller.user);
  };
  /** From the caller to Postgres, with names of statements that all callers share. */
  const ask = (caller: Caller, backend: Backend, { type, body }: Frame) => {
    const { stream, known, parses } = backend;
    if (parses.length === 0) parses.push([]);
    backend.isAsked = type !== 'S' && type !== 'Q';
    const prepare = ({ known: name, text }: Prepared, passes: boolean) => {
      parses.at(-1)?.push({ passes, name });
      known.add(name);
      stream.write(framed('P', Buffer.concat([cText(name), text])));
    };
    const isKnown = (name: string): string => {
      const statement = caller.names.get(name);
      if (statement && !known.has(statement.known)) prepare(statement, false);
      return statement?.known ?? name;
    };
    if (type === 'P') {
      const [name, text] = cut(body);
      if (text.toString().startsWith('DEALLOCATE ALL')) known.clear();
      const statement = { known: name && `p${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
      if (name) caller.names.set(name, statement);
      // An answer is due in any case, so what Postgres knows already is prepared once more without a name.
      return prepare(known.has(statement.known) ? { known: '', text } : statement, true);
    }
    if (type === 'B') {
      const [portal, rest] = cut(body);
      const [name, values] = cut(rest);
      return void stream.write(framed('B', Buffer.concat([cText(portal), cText(isKnown(name)), values])));
    }
    if (type === 'D' && body[0] === 0x53)
      return void stream.write(
        framed('D', Buffer.concat([Buffer.from('S'), cText(isKnown(cut(body.subarray(1))[0]))])),
      );
    stream.write(framed(type, body));
    if (type === 'S' || type === 'Q') parses.push([]);
  };

  const server = createServer({ noDelay: true }, (socket) => {
    let caller: Caller | null = null;
    const leave = () => {
      if (!caller) return;
      callers.delete(caller);
      const { backend, user } = caller;
      queues.set(
        user,
        (queues.get(user) ?? []).filter((each) => each !== caller),
      );
      if (!backend) return;
      // What its caller has not finished is rolled back.
      backends.delete(backend);
      opened.set(user, (opened.get(user) ?? 1) - 1);
      backend.stream.destroy();
    };
    const take = frames((frame) => {
      if (frame.type === 'X' || !caller) return;
      if (caller.backend) return ask(caller, caller.backend, frame);
      if (caller.waiting.push(frame) === 1) void wanted(caller);
    });
    socket.once('data', (hello) => {
      const facts = hello.subarray(8).toString().split('\0');
      const user = facts[facts.indexOf('user') + 1] ?? '';
      caller = { socket, user, waiting: [], names: new Map(), backend: null };
      callers.add(caller);
      socket.on('data', take);
      // Everybody is let in: who may do what is Postgres' to say.
      socket.write(Buffer.concat([framed('R', Buffer.alloc(4)), framed('Z', Buffer.from('I'))]));
    });
    socket.on('error', () => undefined);
    socket.on('close', leave);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url(through) {
      const url = new URL(through);
      url.hostname = '127.0.0.1';
      url.port = String((server.address() as AddressInfo).port);
      return url.href;
    },
    use: async () => ({ callers: callers.size, most }),
    close: () =>
      new Promise((done) => {
        for (const { socket } of callers) socket.destroy();
        for (const { stream } of backends) stream.destroy();
        server.close(() => done());
      }),
  };
}

/** Cuts a stream into messages of the protocol: a letter, a length that counts itself, a body. */
function frames(take: (frame: Frame) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length >= rest.readInt32BE(1) + 1) {
      const end = rest.readInt32BE(1) + 1;
      const frame = { type: String.fromCharCode(rest[0] ?? 0), body: Buffer.from(rest.subarray(5, end)) };
      rest = rest.subarray(end);
      take(frame);
    }
  };
}

function framed(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const cText = (text: string): Buffer => Buffer.from(`${text}\0`);

/** The text before the first zero, and what is behind it. */
function cut(bytes: Buffer): [string, Buffer] {
  const end = bytes.indexOf(0);
  return [bytes.subarray(0, end).toString(), bytes.subarray(end + 1)];
}
