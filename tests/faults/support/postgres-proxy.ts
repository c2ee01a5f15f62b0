import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A place in what a server says to Postgres: a statement, just before Postgres hears of it, or just after it was done. */
export interface Point {
  readonly statement: RegExp;
  readonly when: 'before' | 'after';
  /** Bound by an earlier statement of the same transaction; null: anyone who comes to the statement. */
  readonly key: string | null;
}

/** Stands between servers and Postgres and hands everything on, unless a trap has been set. */
export interface PostgresProxy {
  readonly port: number;
  /**
   * Resolves once a connection has come to the point and is held there: what came before has been done by Postgres (and
   * the statement itself, for `after`), nothing that follows has been sent, and no answer goes back.
   */
  trap(point: Point): Promise<void>;
  /** Cuts what is held, and sets no trap any more. */
  clear(): void;
  close(): Promise<void>;
}

/** A proxy to the Postgres that listens on `target`, on a port of its own. */
export async function startPostgresProxy(target: number): Promise<PostgresProxy> {
  let armed: { point: Point; sprung: () => void } | null = null;
  const lines = new Set<Line>();
  const server = createServer({ noDelay: true }, (client) => {
    const line = new Line(client, connect({ port: target, host: '127.0.0.1', noDelay: true }), {
      point: () => armed?.point ?? null,
      sprung: () => armed?.sprung(),
    });
    lines.add(line);
    client.once('close', () => lines.delete(line));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    trap: (point) => new Promise((sprung) => (armed = { point, sprung })),
    clear() {
      armed = null;
      for (const line of lines) if (line.isHeld) line.cut();
    },
    close: () =>
      new Promise((done) => {
        for (const line of lines) line.cut();
        server.close(() => done());
      }),
  };
}

interface Watch {
  point(): Point | null;
  sprung(): void;
}

/** `H`: asks Postgres to answer now for what it has done so far. */
const flush = Buffer.from([0x48, 0, 0, 0, 4]);

/** One connection of a server and its other half. */
class Line {
  private readonly statements = new Map<string, string>();
  /** What is bound to the portal that will be executed next. */
  private bound = '';
  private marked = false;
  private held = false;
  /** Statements that were sent on, and those that Postgres has answered for. */
  private asked = 0;
  private answered = 0;
  private readonly fromClient = new Frames(false);
  private readonly fromPostgres = new Frames(true);

  constructor(
    private readonly client: Socket,
    private readonly postgres: Socket,
    private readonly watch: Watch,
  ) {
    client.on('data', (chunk: Buffer) => this.hear(chunk));
    postgres.on('data', (chunk: Buffer) => this.answer(chunk));
    for (const socket of [client, postgres]) {
      socket.on('error', () => this.cut());
      socket.on('close', () => this.cut());
    }
  }

  get isHeld(): boolean {
    return this.held;
  }

  cut(): void {
    this.client.destroy();
    this.postgres.destroy();
  }

  private hear(chunk: Buffer): void {
    for (const frame of this.fromClient.take(chunk)) {
      if (this.held) return;
      this.read(frame);
      const point = this.here();
      const kind = frame.type;
      if (point?.when === 'before' && kind === 'B') return this.hold();
      this.postgres.write(frame.bytes);
      if (kind === 'E') this.asked += 1;
      if (point?.when === 'after' && kind === 'E') return this.hold();
    }
  }

  /** Notes what a message of the extended protocol says. */
  private read({ type, bytes }: Frame): void {
    if (type === 'P') {
      const [name = '', text = ''] = texts(bytes, 2);
      this.statements.set(name, text);
    }
    if (type !== 'B') return;
    const [, name = ''] = texts(bytes, 2);
    this.bound = this.statements.get(name) ?? '';
    if (this.bound.startsWith('BEGIN')) this.marked = false;
    const key = this.watch.point()?.key;
    if (key !== null && key !== undefined && bytes.includes(`${key}`)) this.marked = true;
  }

  private here(): Point | null {
    const point = this.watch.point();
    const isHere = point !== null && (point.key === null || this.marked) && point.statement.test(this.bound);
    return isHere ? point : null;
  }

  private hold(): void {
    this.held = true;
    this.postgres.write(flush);
    this.settle();
  }

  private answer(chunk: Buffer): void {
    for (const { type } of this.fromPostgres.take(chunk)) {
      // Done, nothing to do, broken off at a row count; or refused, after which the rest is not looked at.
      if (type === 'C' || type === 'I' || type === 's') this.answered += 1;
      if (type === 'E') this.answered = this.asked;
    }
    if (this.held) this.settle();
    else this.client.write(chunk);
  }

  private settle(): void {
    if (this.answered >= this.asked) this.watch.sprung();
  }
}

interface Frame {
  /** A letter; empty for the greeting, which has none. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** Cuts a stream into the messages of Postgres' protocol. */
class Frames {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private typed: boolean) {}

  take(chunk: Buffer): Frame[] {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    const frames: Frame[] = [];
    for (;;) {
      const head = this.typed ? 1 : 0;
      if (this.rest.length < head + 4) return frames;
      const length = head + this.rest.readUInt32BE(head);
      if (this.rest.length < length) return frames;
      const type = this.typed ? String.fromCharCode(this.rest[0] ?? 0) : '';
      frames.push({ type, bytes: this.rest.subarray(0, length) });
      this.rest = this.rest.subarray(length);
      this.typed = true;
    }
  }
}

/** The first texts of a message, each ended by a zero byte. */
function texts(bytes: Buffer, count: number): string[] {
  const found: string[] = [];
  for (let from = 5; found.length < count;) {
    const end = bytes.indexOf(0, from);
    found.push(bytes.toString('utf8', from, end));
    from = end + 1;
  }
  return found;
}
