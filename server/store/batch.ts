import pg from 'pg';

/** A statement; a name keeps its plan on the connection, and must stand for the same text for ever. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Makes a row of what stands in its columns, as Postgres writes it; without it each column is read by its type. */
  readonly read?: ReadRow;
}

export type Row = Record<string, unknown>;
export type ReadRow = (columns: readonly (string | null)[]) => Row;
export type Rows = readonly Row[];

/**
 * Sends statements as one message and waits for one answer: a single Sync ends them, so that outside of a transaction
 * they are one of their own (whole or not at all), and what follows a failed one is not run. Answers the rows of each.
 * Rejects with the first error; the connection stands at rest then, a transaction that was begun is for its owner to end.
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
  // Held back until the last message, or each would be a packet and a system call of its own.
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

/** The names of a result's columns and how their text is read; known once a named statement is prepared. */
interface Shape {
  columns?: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
}

const shapes = new WeakMap<pg.ClientBase, Map<string, Shape>>();

/** The statements that a connection has prepared since it last forgot them. */
export function preparedOn(client: pg.ClientBase): Map<string, Shape> {
  const known = shapes.get(client) ?? new Map<string, Shape>();
  shapes.set(client, known);
  return known;
}

/**
 * Lets a connection prepare its statements anew, after all that was sent before. Of many that met the same outdated
 * statement (`known`: what `preparedOn` said when it was sent) the first does it for all.
 */
export async function forgetPrepared(client: pg.ClientBase, known: ReadonlyMap<string, Shape>): Promise<void> {
  if (shapes.get(client) !== known) return;
  shapes.set(client, new Map());
  await sendBatch(client, [{ text: 'DEALLOCATE ALL', values: [] }]);
}

/** What is used of a connection of `pg`: the messages of the extended protocol. */
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

/** The library pipelines nothing but its own kind of query; what a query does is its to say. */
const Query = pg.Query as unknown as new (config: { text: string }) => object;

/** What the library asks of a thing that it sends and whose answers it hands on. */
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

/** Gives a statement its name on the connection and learns what its rows look like. */
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

/** A parameter as Postgres reads it: text, or bytes as they are. */
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
