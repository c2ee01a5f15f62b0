import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { sendBatch, type Statement } from '../../../server/store/batch.ts';

/**
 * The least SQL for what a posting promises: a key that stands for one line forever, the floor as a condition of the
 * statement that takes the money, one line with both its sides and the balance after it, both balances known at any moment,
 * on the disk when it is answered. The other side is the tenant's, which no one waits for: a narrow row, as the product has it.
 */
export const floorTables: readonly string[] = [
  `CREATE TABLE account (id bigint PRIMARY KEY, balance numeric(15, 2) NOT NULL, floor numeric(15, 2) NOT NULL, version bigint NOT NULL)`,
  `CREATE TABLE line (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL UNIQUE, debit bigint NOT NULL,
     credit bigint NOT NULL, amount numeric(15, 2) NOT NULL, balance numeric(15, 2) NOT NULL, step bigint NOT NULL,
     at timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE house (account bigint NOT NULL, amount numeric(15, 2) NOT NULL)`,
  ...[
    `CREATE TABLE record (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, status text NOT NULL DEFAULT 'draft', customer bigint,
       amount numeric(15, 2), confirmed_by bigint, confirmed_at timestamptz, version bigint NOT NULL DEFAULT 1,
       created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now())`,
    `CREATE INDEX record_list ON record (status, created_at, id)`,
    `CREATE TABLE trail (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, record bigint NOT NULL, verb text NOT NULL,
       version bigint NOT NULL, by bigint NOT NULL, changes json NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
    `CREATE TABLE kept (key text PRIMARY KEY, hash bytea NOT NULL, answer text NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
  ],
];

/**
 * The least SQL for what the confirmation of a record promises beside its posting: the record has moved once and has the person
 * and the time, the history has it, and a repeated request under the same key gets the same answer.
 */
const step = `WITH moved AS (UPDATE record SET status = 'confirmed', confirmed_by = 1, confirmed_at = now(), version = version + 1,
       updated_at = now() WHERE id = $1 AND status = 'draft' RETURNING id, version),
   told AS (INSERT INTO trail (record, verb, version, by, changes) SELECT id, 'confirm', version, 1, $2::json FROM moved)
   INSERT INTO kept (key, hash, answer) SELECT $3, $4, $5 FROM moved`;

const take = `WITH taken AS (UPDATE account SET balance = balance - $3::numeric, version = version + 1
     WHERE id = $2 AND balance - $3::numeric >= floor RETURNING id, balance, version),
   written AS (
   INSERT INTO line (key, debit, credit, amount, balance, step) SELECT $1, id, 0, $3::numeric, balance, version FROM taken
     RETURNING credit, amount)
   INSERT INTO house (account, amount) SELECT credit, amount FROM written`;

export interface FloorWork {
  /** Lines in one transaction. */
  readonly together: number;
  readonly customers: readonly string[];
  /** Drafts, of which each line confirms one. */
  readonly records?: string[] | undefined;
}

export interface Floor {
  /** Posts as fast as its connections can, so many lines in one transaction; answers how many were written. */
  post(what: FloorWork, seconds: number): Promise<number>;
  /** Drafts of records, as many as a run may use up. */
  supply(count: number): Promise<string[]>;
  close(): Promise<void>;
}

/** So many connections, which stay: what a backend has worked is only known while it lives. */
export async function openFloor(url: string, connections: number): Promise<Floor> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig),
  );
  await Promise.all(clients.map((client) => client.connect()));
  return {
    async post({ together, customers, records }, seconds) {
      const until = performance.now() + seconds * 1000;
      let posted = 0;
      let at = 0;
      const pick = () => customers[(at = (at + 7919) % customers.length)] ?? '';
      const lane = async (client: pg.Client) => {
        while (performance.now() < until) {
          // In one order, as the product locks them: transactions that cross would wait for each other in a circle.
          const chosen = Array.from({ length: together }, pick).toSorted();
          // Outside of a transaction statements that travel together are one.
          const steps = records?.splice(0, together).map(confirming) ?? [];
          if (records && steps.length < together) throw new Error('every draft is confirmed');
          await sendBatch(client, [...steps, ...chosen.map(taking)]);
          posted += together;
        }
      };
      await Promise.all(clients.map(lane));
      return posted;
    },
    async supply(count) {
      const { rows } = await clients[0]!.query<{ id: string }>(
        'INSERT INTO record (customer, amount) SELECT 1, 0.01 FROM generate_series(1, $1::bigint) RETURNING id::text',
        [count],
      );
      await clients[0]!.query('VACUUM ANALYZE record');
      return rows.map(({ id }) => id);
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

const changes = JSON.stringify(
  ['status', 'confirmedBy', 'confirmedAt'].map((field) => ({ field, before: null, after: 'confirmed' })),
);
const confirming = (id: string): Statement => {
  const key = randomUUID();
  const answer = JSON.stringify({ id, version: 2, status: 'confirmed' });
  return { name: 'step', text: step, values: [id, changes, key, createHash('sha256').update(id).digest(), answer] };
};

const taking = (customer: string): Statement => ({
  name: 'take',
  text: take,
  values: [randomUUID(), customer, '0.01'],
});
