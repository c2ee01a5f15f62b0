import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to Postgres that can be frozen, and cut in the middle of an answer. */
export interface FrailLine {
  /** The same database through this line. */
  url(databaseUrl: string): string;
  /** Nothing passes any more, and nobody is told; new connections are taken and stay silent. */
  freeze(): void;
  /** What was held passes, and everything after it. */
  thaw(): void;
  /** The connection that sends this next hears nothing of what Postgres answers to it: it is cut then. Resolves when it was. */
  cutAnswerTo(text: string): Promise<void>;
  /** Both ends of the connections there are hear nothing any more, not even their end; new ones are as always. */
  strand(): void;
  cutAll(): void;
  /** How many connections have been opened so far. */
  opened(): number;
  close(): Promise<void>;
}

export async function openFrailLine(databaseUrl: string): Promise<FrailLine> {
  const target = new URL(databaseUrl);
  let frozen = false;
  let armed: { text: string; cut: () => void } | null = null;
  let opened = 0;
  const sockets = new Set<Socket>();
  let age = 0;
  const held: (() => void)[] = [];
  const passNow = (work: () => void) => (frozen ? void held.push(work) : work());
  const server = createServer({ noDelay: true }, (client) => {
    opened += 1;
    const made = age;
    const pass = (work: () => void) => void (made === age && passNow(work));
    const postgres = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    let doomed: (() => void) | null = null;
    client.on('data', (chunk: Buffer) => {
      if (armed && chunk.includes(armed.text)) {
        doomed = armed.cut;
        armed = null;
      }
      pass(() => postgres.write(chunk));
    });
    postgres.on('data', (chunk: Buffer) => {
      if (!doomed) return pass(() => client.write(chunk));
      client.destroy();
      doomed();
    });
    for (const [socket, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        pass(() => other.destroy());
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cutAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url(databaseUrl) {
      const url = new URL(databaseUrl);
      url.hostname = '127.0.0.1';
      url.port = String((server.address() as AddressInfo).port);
      return url.href;
    },
    freeze: () => void (frozen = true),
    thaw() {
      frozen = false;
      for (const work of held.splice(0)) work();
    },
    cutAnswerTo: (text) => new Promise((cut) => (armed = { text, cut })),
    strand: () => void (age += 1),
    cutAll,
    opened: () => opened,
    close: () =>
      new Promise((done) => {
        frozen = false;
        cutAll();
        server.close(() => done());
      }),
  };
}
