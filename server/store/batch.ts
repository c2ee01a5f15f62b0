import pg from 'pg';

/** A statement; a name caches its plan on the connection and must always stand for the same text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Makes a row from the raw column texts; by default each column is parsed by its type. */
  readonly read?: ReadRow;
}

export type Row = Record<string, unknown>;
export type ReadRow = (columns: readonly (string | null)[]) => Row;
export type Rows = readonly Row[];

/**
 * Sends statements in one message with a single Sync and waits for one answer. Outside of a transaction they form one
 * (all or nothing), and nothing runs after a failed one. Answers the rows of each. Rejects with the first error; the
 * connection is idle then, and an open transaction is the caller's to end.
 */
export async function sendBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<Rows[]> {
  const { connection } = client as unknown as { connection: Wire };
  const known = preparedOn(client);
  const { stream } = connection;
  const sent: Promise<unknown>[] = [];
  const post = (message: Message): void => {
    sent.push(new Promise<void>((done, fail) => message.onEnd((error) => (error ? fail(error) : done()))));
    client.query(message as unknown as pg.Submittable);
  };
  // Corked until the last message: otherwise each would be a packet and a system call.
  stream.cork();
  const batch = new Batch(statements, known);
  try {
    for (const { name, text } of statements) {
      if (name === undefined || known.has(name)) continue;
      known.set(name, {});
      post(new Preparation(name, text, known));
    }
    post(batch);
  } finally {
    stream.uncork();
  }
  await Promise.all(sent);
  return batch.results;
}

/** Column names of a result and their parsers; known once a named statement is prepared. */
interface Shape {
  columns?: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
}

const shapes = new WeakMap<pg.ClientBase, Map<string, Shape>>();

/** The statements prepared on a connection since they were last discarded. */
export function preparedOn(client: pg.ClientBase): Map<string, Shape> {
  const known = shapes.get(client) ?? new Map<string, Shape>();
  shapes.set(client, known);
  return known;
}

/**
 * Discards the prepared statements of a connection, after everything sent before. If several callers met the same
 * outdated statement, only the first one discards (`known`: what `preparedOn` answered when it sent).
 */
export async function forgetPrepared(client: pg.ClientBase, known: ReadonlyMap<string, Shape>): Promise<void> {
  if (shapes.get(client) !== known) return;
  shapes.set(client, new Map());
  await sendBatch(client, [{ text: 'DEALLOCATE ALL', values: [] }]);
}

/** The part of a `pg` connection that is used: messages of the extended protocol. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { name?: string | undefined; text: string }): void;
  bind(call: { statement?: string | undefined; values: unknown[] }): void;
  describe(what: { type: 'S' | 'P'; name: string }): void;
  execute(call: object): void;
  sync(): void;
}

interface Described {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** `pg` pipelines only instances of `Query`, which may define what they send. */
const Query = pg.Query as unknown as new (config: { text: string }) => object;

/** Minimal pg `Submittable`. */
abstract class Message extends Query {
  private over: (error?: Error) => void = () => undefined;

  constructor() {
    super({ text: '' });
  }

  onEnd(then: (error?: Error) => void): void {
    this.over = then;
  }

  abstract submit(connection: Wire): null;
  abstract handleRowDescription(described: Described): void;
  handleDataRow(_row: { fields: (string | null)[] }): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleReadyForQuery(): void {
    this.over();
  }

  handleError(error: Error): void {
    this.over(error);
  }
}

/** Prepares a named statement and learns the columns of its rows. */
class Preparation extends Message {
  constructor(
    private readonly statement: string,
    private readonly body: string,
    private readonly known: Map<string, Shape>,
  ) {
    super();
  }

  submit(connection: Wire): null {
    connection.parse({ name: this.statement, text: this.body });
    connection.describe({ type: 'S', name: this.statement });
    connection.sync();
    return null;
  }

  handleRowDescription(described: Described): void {
    const shape = this.known.get(this.statement);
    if (shape) shape.columns = columnsOf(described);
  }

  override handleError(error: Error): void {
    this.known.delete(this.statement);
    super.handleError(error);
  }
}

class Batch extends Message {
  readonly results: Row[][] = [];
  private current: Row[] = [];
  private unnamed: Shape = {};

  constructor(
    private readonly statements: readonly Statement[],
    private readonly known: ReadonlyMap<string, Shape>,
  ) {
    super();
  }

  submit(connection: Wire): null {
    for (const { name, text, values } of this.statements) {
      if (name === undefined) connection.parse({ text });
      connection.bind({ statement: name, values: values.map(toText) });
      if (name === undefined) connection.describe({ type: 'P', name: '' });
      connection.execute({});
    }
    connection.sync();
    return null;
  }

  handleRowDescription(described: Described): void {
    this.unnamed = { columns: columnsOf(described) };
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { name, read } = this.statements[this.results.length] ?? {};
    if (read) return void this.current.push(read(fields));
    const shape = name === undefined ? this.unnamed : this.known.get(name);
    const row: Row = {};
    for (const [at, { name: column, parse }] of (shape?.columns ?? []).entries()) {
      const text = fields[at] ?? null;
      row[column] = text === null ? null : parse(text);
    }
    this.current.push(row);
  }

  override handleCommandComplete(): void {
    this.results.push(this.current);
    this.current = [];
    this.unnamed = {};
  }
}

const columnsOf = ({ fields }: Described) =>
  fields.map(({ name, dataTypeID }) => ({
    name,
    parse: pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
  }));

/** A parameter as Postgres reads it: text, or raw bytes. */
function toText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const element = (value: unknown): string =>
  value === null || value === undefined
    ? 'NULL'
    : `"${String(toText(value)).replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
