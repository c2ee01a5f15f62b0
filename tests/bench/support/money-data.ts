import type pg from 'pg';
import { insertOrFail } from '../../../server/provisioning/insert-or-fail.ts';
import { provisionTenant } from '../../../server/provisioning/provision.ts';
import type { Node } from '../../../server/node.ts';
import { asOwner, type Cluster } from './cluster.ts';
import { columnsOf, dropIndexes } from './load-orders.ts';
import { floorTables } from './money-floor.ts';
import { hostOf, password } from './tenants.ts';

/** Who moves money in a bench. */
export interface MoneyHouse {
  readonly tenant: string;
  /** Its administrator. */
  readonly account: string;
  readonly customers: readonly string[];
  /** The tenant whose ledger grows, and the customer whose member asks. */
  readonly old: { readonly tenant: string; readonly customer: string };
  /** The month of the youngest lines, as `2026-11`. */
  readonly month: string;
}

const busy = 10_000;
/** Lines of one customer of the ledger that grows, over twelve months. */
const each = 1_000;
const month = '2026-10';

/** A tenant with ten thousand customers that have money, one with as many and a member, and the floor beside them. */
export async function makeMoneyHouse(node: Node, cluster: Cluster, root: string): Promise<void> {
  const shared = { email: 'bench@example.com', adminName: 'Bench', timeZone: 'UTC', locale: 'en-US' } as const;
  const admin = (account: string) => ({ account, password });
  const at = { ...node, root };
  const platform = { ...shared, name: 'Platform', code: 'platform', host: 'localhost', kind: 'platform' } as const;
  const { id } = await provisionTenant(at, { ...platform, admin: admin('superAdmin') }, null);
  for (const number of [1, 2]) {
    const code = `tenant-${number}`;
    const tenant = {
      ...shared,
      name: code,
      code,
      host: hostOf(number),
      kind: 'tenant',
      admin: admin('admin'),
    } as const;
    const made = await provisionTenant(at, tenant, id);
    const add = (entity: string, input: Record<string, unknown>) =>
      insertOrFail(node.context, made.actor, entity, [{ input }]);
    const [customer] = await add('customer', {
      code: 'C0',
      name: 'First',
      type: 'seller',
      org: made.org,
      contact: 'Grace',
      status: 'enabled',
    });
    const person = { account: 'member', name: 'Member', password, org: made.org, roles: [made.roles['member']] };
    await add('account', { ...person, adminType: '4', customer });
    await add('deduction', { customer, amount: 0.01, reason: 'other', description: 'Bench', trackingNo: '1Z1' });
    await asOwner(cluster.product, (client) => furnish(client, made.id, busy));
  }
  await asOwner(cluster.floor, async (client) => {
    for (const statement of floorTables) await client.query(statement);
    const { customers } = await readMoneyHouse(cluster);
    await client.query('INSERT INTO account SELECT id, 1000000000, 0, 0 FROM unnest($1::bigint[]) id', [customers]);
    await client.query('VACUUM ANALYZE account');
  });
}

/** Customers like the first one, and an account with money for each. */
async function furnish(client: pg.Client, tenant: string, count: number): Promise<void> {
  const over = { id: 'lading.new_id()', code: `'C' || g`, name: `'Customer ' || g` };
  await client.query(
    `${await cloneSql(client, 'customer', over)} FROM customer t, generate_series(1, $2::int - 1) g
      WHERE t.tenant_id = $1 AND t.code = 'C0'`,
    [tenant, count],
  );
  await client.query(
    `INSERT INTO ledger_account (tenant_id, id, kind, customer, currency, balance)
       SELECT tenant_id, lading.new_id(), 'available', id, 'USD', 1000000000 FROM customer WHERE tenant_id = $1
       UNION ALL SELECT $1, lading.new_id(), kind, NULL, 'USD', 0 FROM unnest(ARRAY['revenueFee', 'bankClearing']) kind`,
    [tenant],
  );
  await client.query('VACUUM ANALYZE customer, ledger_account');
}

/** The tenant's accounts in the database. */
export function readMoneyHouse(cluster: Cluster): Promise<MoneyHouse> {
  return asOwner(cluster.product, async (client) => {
    const { rows } = await client.query<{
      host: string;
      tenant: string;
      account: string;
      customer: string;
      customers: string[];
    }>(
      `SELECT t.host, t.id::text AS tenant, a.id::text AS account, m.customer::text,
              (SELECT array_agg(c.id::text ORDER BY x.id) FROM customer c JOIN ledger_account x ON x.tenant_id = c.tenant_id AND x.customer = c.id AND x.kind = 'available'
                WHERE c.tenant_id = t.id) AS customers
         FROM tenant t JOIN account a ON a.tenant_id = t.id AND a.account = 'admin'
         JOIN account m ON m.tenant_id = t.id AND m.account = 'member' WHERE t.kind = 'tenant' ORDER BY t.host`,
    );
    const [one, two] = rows;
    if (!one || !two) throw new Error('the tenants of the bench are missing');
    const old = { tenant: two.tenant, customer: two.customer };
    return { tenant: one.tenant, account: one.account, customers: one.customers, old, month };
  });
}

/** Deductions that wait for their confirmation, in turn for each of the customers; their ids. */
export function supplyDrafts(
  cluster: Cluster,
  { tenant }: MoneyHouse,
  customers: readonly string[],
  count: number,
): Promise<string[]> {
  return asOwner(cluster.product, async (client) => {
    const over = {
      ...{ id: 'n.id', deductionNo: `'B' || n.id`, status: `'draft'` },
      customer: '($2::bigint[])[1 + (g * 7919) % cardinality($2::bigint[])]',
    };
    const { rows } = await client.query<{ id: string }>(
      `${await cloneSql(client, 'deduction', over)}
         FROM (SELECT * FROM deduction WHERE tenant_id = $1 ORDER BY id LIMIT 1) t,
              LATERAL (SELECT g, lading.new_id() AS id FROM generate_series(1, $3::bigint) g) n RETURNING id::text`,
      [tenant, customers, count],
    );
    // Postgres does so by itself within a minute; until then it plans for the few rows that it knows of.
    await client.query('VACUUM ANALYZE deduction');
    return rows.map(({ id }) => id);
  });
}

/**
 * Lets the ledger of the second tenant grow to so many lines: a thousand of each customer over twelve months, and ever more
 * customers. Each line is what the product writes for a recharge or a deduction.
 */
export function ageLedger(cluster: Cluster, { old }: MoneyHouse, lines: number): Promise<void> {
  return asOwner(cluster.product, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      'SELECT count(*) FROM ledger_transfer WHERE tenant_id = $1',
      [old.tenant],
    );
    const stands = Number(rows[0]?.count);
    if (stands === lines) return;
    await client.query('SET session_replication_role = replica');
    // The last run has left it old; it is young again for this one.
    const from = stands > lines ? 0 : stands;
    if (from < stands) await client.query('DELETE FROM ledger_transfer WHERE tenant_id = $1', [old.tenant]);
    const indexes = lines - from > 1_000_000 ? await dropIndexes(client, 'ledger_transfer') : [];
    await client.query(
      `INSERT INTO ledger_transfer (tenant_id, id, "createdAt", "createdBy", "opKey", kind, debit, credit, amount, currency, customer,
           "refEntity", "refId", "debitBalance", "debitStep", "creditBalance", "creditStep", "moneyIn", "moneyOut", "balanceAfter")
       SELECT $1, (extract(epoch FROM at)::bigint - 1500000000) * 1000000 + g % 1000000, at, NULL,
              CASE WHEN inward THEN 'recharge:' ELSE 'deduction:' END || g, CASE WHEN inward THEN 'recharge' ELSE 'deduction' END,
              CASE WHEN inward THEN bank ELSE own END, CASE WHEN inward THEN own ELSE fee END, 1, 'USD', customer,
              CASE WHEN inward THEN 'recharge' ELSE 'deduction' END, g::text,
              CASE WHEN NOT inward THEN 100 END, CASE WHEN NOT inward THEN g END, CASE WHEN inward THEN 100 END, CASE WHEN inward THEN g END,
              CASE WHEN inward THEN 1 END, CASE WHEN NOT inward THEN 1 END, 100
         FROM (SELECT g, g % 10 = 0 AS inward,
                      timestamptz '2026-10-31 23:00Z' - interval '8 hours 45 minutes' * (g % $2::int) - interval '1 second' * (g / $2::int % 30000) AS at,
                      a.customer, a.id AS own, bank.id AS bank, fee.id AS fee
                 FROM generate_series($3::bigint, $4::bigint - 1) g
                 JOIN (SELECT row_number() OVER (ORDER BY id) - 1 AS number, id, customer FROM ledger_account
                        WHERE tenant_id = $1 AND kind = 'available') a ON a.number = g / $2::int
                 CROSS JOIN (SELECT id FROM ledger_account WHERE tenant_id = $1 AND kind = 'bankClearing') bank
                 CROSS JOIN (SELECT id FROM ledger_account WHERE tenant_id = $1 AND kind = 'revenueFee') fee) made`,
      [old.tenant, each, from, lines],
    );
    for (const definition of indexes) await client.query(definition);
    await client.query('SET session_replication_role = origin');
    await client.query('DELETE FROM ledger.turnover');
    await client.query('SELECT ledger.fill_turnover()');
    await client.query('VACUUM ANALYZE ledger_transfer');
    await client.query('VACUUM ANALYZE ledger.turnover');
  });
}

/** Rows as `t` is, with what differs laid over it: the columns are read from the table, so that they fit the schema of today. */
async function cloneSql(client: pg.Client, table: string, over: Readonly<Record<string, string>>): Promise<string> {
  const columns = await columnsOf(client, table);
  const values = columns.map((name) => over[name] ?? `t."${name}"`);
  return `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${values.join(', ')}`;
}
