import { rowQuery } from '../../../../server/modules/row-query.ts';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { verifySql } from '../../../../server/domain/ledger/verify-sql.ts';
import { appOn, openTestApp, type TestApp } from '../../../support/test-app.ts';
import type { EffectTransaction } from '../../../../server/modules/module.ts';
import type { Node } from '../../../../server/node.ts';

const audit = readFileSync(new URL('../../../support/ledger-audit.sql', import.meta.url), 'utf8');
const distinct = (names: string[]) => [...new Set(names)].toSorted();

export type Limits = { minBalance?: number; overDraftAmount?: number; riskAction?: string };

/** An application with customers whose money is moved by hand, and a second one on the same database where asked for. */
export interface LedgerHouse {
  test: TestApp;
  /** Past every wall. */
  owner: pg.Pool;
  tenants: { north: string; south: string };
  /** A customer of the tenant; its limits as a configuration, where given. */
  customer(tenant: string, limits?: Limits): Promise<string>;
  limit(customer: string, limits: Limits): Promise<void>;
  /** Runs in one transaction as staff of the tenant, or as a member; `once`: its one statement travels with the commit. */
  as<T>(
    tenant: string,
    work: (on: EffectTransaction) => Promise<T>,
    options?: { member?: string; node?: Node; once?: boolean },
  ): Promise<T>;
  balance(tenant: string, kind: string, customer?: string): Promise<string>;
  second(): Promise<TestApp>;
  /** What the product's own proof and the one written apart from it find, after harm that is then taken back. */
  proofs(harm?: string): Promise<{ verify: string[]; audit: string[] }>;
  close(): Promise<void>;
}

export async function openLedgerHouse(): Promise<LedgerHouse> {
  const test = await openTestApp();
  const owner = new pg.Pool({ connectionString: test.databaseUrl, max: 4 });
  const { rows } = await owner.query<{ code: 'north' | 'south'; id: string }>(
    `SELECT code, id::text FROM tenant WHERE kind = 'tenant'`,
  );
  const tenants = Object.fromEntries(rows.map(({ code, id }) => [code, id])) as LedgerHouse['tenants'];
  const others: TestApp[] = [];
  let count = 0;
  return {
    test,
    owner,
    tenants,
    async customer(tenant, limits) {
      const id = test.node.context.newId();
      count += 1;
      await owner.query(`INSERT INTO customer (tenant_id, id, code, name, status) VALUES ($1, $2, $3, $3, 'enabled')`, [
        tenant,
        id,
        `C${count}`,
      ]);
      if (limits) {
        const { minBalance = 0, overDraftAmount = 0, riskAction = 'block' } = limits;
        await owner.query(
          `INSERT INTO customer_config (tenant_id, id, customer, "minBalance", "overDraftAmount", "riskAction", "updatedAt")
           VALUES ($1, $2, $3, $4, $5, $6, now() - interval '1 hour')`,
          [tenant, test.node.context.newId(), id, minBalance, overDraftAmount, riskAction],
        );
      }
      return id;
    },
    async limit(customer, { minBalance = 0, overDraftAmount = 0, riskAction = 'block' }) {
      await owner.query(
        `UPDATE customer_config SET "minBalance" = $2, "overDraftAmount" = $3, "riskAction" = $4, "updatedAt" = now()
          WHERE customer = $1`,
        [customer, minBalance, overDraftAmount, riskAction],
      );
    },
    as: (tenant, work, { member, node = test.node, once = false } = {}) =>
      node.context.database.write({ tenant, member: member ?? null, account: '0', timeZone: 'UTC' }, (transaction) =>
        work({
          query: rowQuery(async (text, values) => {
            const [rows] = await (once ? transaction.end({ text, values }) : transaction.run({ text, values }));
            return rows ?? [];
          }),
        }),
      ),
    async balance(tenant, kind, customer) {
      const { rows: found } = await owner.query<{ balance: string }>(
        `SELECT (coalesce(sum(a.balance), 0) + coalesce((SELECT sum(u.amount) FROM ledger.unrolled u
            JOIN ledger_account x ON x.tenant_id = u.tenant_id AND x.id = u.account
           WHERE u.tenant_id = $1 AND x.kind = $2 AND x.customer IS NOT DISTINCT FROM $3), 0))::numeric(15, 2) AS balance
           FROM ledger_account a WHERE a.tenant_id = $1 AND a.kind = $2 AND a.customer IS NOT DISTINCT FROM $3`,
        [tenant, kind, customer ?? null],
      );
      return found[0]?.balance ?? '';
    },
    async second() {
      const other = await appOn(test.databaseUrl);
      others.push(other);
      return other;
    },
    async proofs(harm) {
      const client = await owner.connect();
      try {
        await client.query('BEGIN');
        if (harm !== undefined) await client.query(harm);
        const verify = await client.query<{ check: string }>(verifySql);
        const second = await client.query<{ rule: string }>(audit);
        return {
          verify: distinct(verify.rows.map(({ check }) => check)),
          audit: distinct(second.rows.map(({ rule }) => rule)),
        };
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    },
    async close() {
      await owner.end();
      for (const other of others) await other.close();
      await test.close();
    },
  };
}
