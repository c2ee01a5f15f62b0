import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sendBatch, type Statement } from '../../../server/store/batch.ts';

/**
 * The least SQL for what a posting promises: a key that stands for one line for ever, the floor as a condition of the
 * statement that takes the money, one line with both its sides and the balance after it, both balances known at any moment,
 * on the disk when it is answered. The other side is the house's, which nobody waits for: a narrow row, as the product has it.
 */
export const floorTables: readonly string[] = [
  `CREATE TABLE account (id bigint PRIMARY KEY, balance numeric(15, 2) NOT NULL, floor numeric(15, 2) NOT NULL, version bigint NOT NULL)`,
  `CREATE TABLE line (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL UNIQUE, debit bigint NOT NULL,
     credit bigint NOT NULL, amount numeric(15, 2) NOT NULL, balance numeric(15, 2) NOT NULL, step bigint NOT NULL,
     at timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE house (account bigint NOT NULL, amount numeric(15, 2) NOT NULL)`,
];

const take = `WITH taken AS (UPDATE account SET balance = balance - $3::numeric, version = version + 1
     WHERE id = $2 AND balance - $3::numeric >= floor RETURNING id, balance, version),
   written AS (
   INSERT INTO line (key, debit, credit, amount, balance, step) SELECT $1, id, 0, $3::numeric, balance, version FROM taken
     RETURNING credit, amount)
   INSERT INTO house (account, amount) SELECT credit, amount FROM written`;

export interface Floor {
  /** Posts as fast as its connections can, so many lines in one transaction; answers how many were written. */
  post(what: { together: number; customers: readonly string[] }, seconds: number): Promise<number>;
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
    async post({ together, customers }, seconds) {
      const until = performance.now() + seconds * 1000;
      let posted = 0;
      let at = 0;
      const pick = () => customers[(at = (at + 7919) % customers.length)] ?? '';
      const lane = async (client: pg.Client) => {
        while (performance.now() < until) {
          // In one order, as the product locks them: transactions that cross would wait for each other in a circle.
          const chosen = Array.from({ length: together }, pick).toSorted();
          // Outside of a transaction statements that travel together are one.
          await sendBatch(client, chosen.map(taking));
          posted += together;
        }
      };
      await Promise.all(clients.map(lane));
      return posted;
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

const taking = (customer: string): Statement => ({
  name: 'take',
  text: take,
  values: [randomUUID(), customer, '0.01'],
});
