import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedPassword } from '../../server/secrets/secrets.ts';
import { openOracle, schemas, tableOf, type Oracle, type SchemaText } from '../support/access-oracle.ts';
import { secretKey } from '../support/test-app.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

/** The walls as Postgres itself has them, and what they do with no application in front of them. */

let world: World;
let oracle: Oracle;
let raw: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  oracle = await openOracle(world.owner);
  const url = new URL(world.test.databaseUrl);
  url.username = 'lading_app';
  url.password = derivedPassword(secretKey, 'lading_app');
  raw = new pg.Client({ connectionString: url.href });
  await raw.connect();
});
afterAll(async () => {
  await raw?.end();
  await world?.close();
});

const rowsOf = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> =>
  (await world.owner.query<T>(text)).rows;

describe('the database', () => {
  it('forces row-level security on every table of records, with a policy for the request role', async () => {
    const tables = await rowsOf<{ name: string; on: boolean; forced: boolean; policies: string[] }>(`
      SELECT c.relname AS name, c.relrowsecurity AS on, c.relforcerowsecurity AS forced,
             array(SELECT unnest(p.roles)::text FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname) AS policies
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
    expect(tables.length).toBeGreaterThanOrEqual(schemas.length);
    const open = tables.filter(({ on, forced, policies }) => !on || !forced || !policies.includes('lading_app'));
    expect(open.map(({ name }) => name)).toEqual([]);
    expect(tables.filter(({ policies }) => policies.includes('public')).map(({ name }) => name)).toEqual([]);
  });

  it('forces it on every other table with a tenant that the request role may touch', async () => {
    const tables = await rowsOf<{ name: string; forced: boolean }>(`
      SELECT c.oid::regclass::text AS name, c.relforcerowsecurity AND c.relrowsecurity AS forced FROM pg_class c
       WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace IN ('lading'::regnamespace, 'ledger'::regnamespace)
         AND has_any_column_privilege('lading_app', c.oid, 'SELECT, INSERT, UPDATE')`);
    expect(tables.filter(({ forced }) => !forced).map(({ name }) => name)).toEqual([]);
    expect(tables.map(({ name }) => name)).not.toContain('lading.session_token');
  });

  it('leads every key with the tenant, so that no row can point across', async () => {
    const keys = await rowsOf<{ name: string; definition: string }>(`
      SELECT conrelid::regclass || ' ' || conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
      UNION ALL
      SELECT tablename || ' ' || indexname, indexdef FROM pg_indexes
       WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%'`);
    expect(keys.length).toBeGreaterThan(schemas.length);
    const open = keys.filter(({ definition }) => {
      const lists = [...definition.matchAll(/\(((?:"?\w+"?(?:, )?)+)\)/g)].map(([, list = '']) => list);
      const wanted = definition.startsWith('FOREIGN KEY') ? lists.slice(0, 2) : lists.slice(0, 1);
      return wanted.length === 0 || wanted.some((list) => !list.startsWith('tenant_id'));
    });
    expect(open).toEqual([]);
  });

  it('gives the request role nothing of its own', async () => {
    const [role] = await rowsOf<Record<string, boolean>>(`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = 'lading_app'`);
    expect(Object.values(role ?? { none: true })).toEqual([false, false, false, false, false]);
    const owned = await rowsOf(`SELECT relname FROM pg_class WHERE relowner = 'lading_app'::regrole
      UNION ALL SELECT proname FROM pg_proc WHERE proowner = 'lading_app'::regrole
      UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner = 'lading_app'::regrole`);
    expect(owned).toEqual([]);
    const memberships = await rowsOf(
      `SELECT roleid::regrole::text FROM pg_auth_members WHERE member = 'lading_app'::regrole`,
    );
    expect(memberships).toEqual([]);
    const creates = await rowsOf(`SELECT nspname FROM pg_namespace
      WHERE nspname !~ '^pg_' AND has_schema_privilege('lading_app', oid, 'CREATE')`);
    expect(creates).toEqual([]);
  });

  it('lets few functions act above the caller, each with its search path fixed', async () => {
    const functions = await rowsOf<{ name: string; path: string | null; open: boolean }>(`
      SELECT p.pronamespace::regnamespace || '.' || p.proname AS name, array_to_string(p.proconfig, ';') AS path,
             has_function_privilege('lading_app', p.oid, 'EXECUTE') AS open
        FROM pg_proc p WHERE p.prosecdef AND p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       ORDER BY 1`);
    expect(functions.filter(({ path }) => !path?.includes('search_path=')).map(({ name }) => name)).toEqual([]);
    // Add one here only after showing that it looks at the tenant which the transaction entered.
    const known = [
      ...[
        'lading.attachments',
        'lading.enqueue',
        'lading.enter',
        'lading.menus',
        'lading.new_id',
        'lading.new_ids',
        'lading.reset_factor',
        'lading.reset_password',
        'lading.revoke_session',
      ],
      // Badges and stations of the entered tenant, for its staff.
      'lading.end_station_sessions',
      ...['lading.account_off', 'lading.session_over', 'lading.rights_changed', 'lading.tenant_changed'],
      // Keys: issued to a member of the entered tenant, ended with the row that moved.
      ...['lading.issue_key', 'lading.key_changed', 'lading.key_ended'],
      // The roll-up alone goes over all tenants, and only the system may call it.
      ...['ledger.account_for', 'ledger.book', 'ledger.book_leg', 'ledger.limit_of', 'ledger.roll_up'],
      ...['ledger.book_all', 'ledger.book_in_turn', 'ledger.book_together', 'ledger.post_each'],
      // Sums by the hour: of the tenant of the line; filling and gathering go over all, and are the system's.
      ...['ledger.date_turnover', 'ledger.fill_turnover', 'ledger.gather_turnover', 'ledger.tell_turnover'],
      ...[
        'ledger.hold',
        'ledger.locked_balance',
        'ledger.post',
        'ledger.reverse',
        'ledger.settle',
        'ledger.short_of_credit',
      ],
      // Deletes the data of a person of the entered tenant, for its staff alone.
      'lading.erase_person',
      // Tells those whom a comment of the entered tenant names.
      'lading.tell_of_comment',
      // Marks that prices changed, and trials of an order: each of the tenant of the row that moved.
      ...['rating.price_changed', 'rating.check_trial'],
      // Codes of a new tenant, and work for packages: each of the tenant of the row that moved.
      ...['tracking.deliver_codes', 'tracking.deliver_codes_to', 'tracking.package_made', 'tracking.number_orders'],
      // Numbers of packages on orders from before they had them: over all tenants, and only the owner may call it.
      'tracking.fill_numbers',
      // What customers owe by bills: triggers of the tenant of the row; readers that only the functions of placing call.
      ...['receivables.note_bill', 'receivables.note_settlement', 'receivables.note_waiver'],
      ...['receivables.date_salesperson', 'receivables.mark_salesperson', 'receivables.note_salesperson'],
      ...['receivables.mark_order', 'receivables.salespeople'],
      ...['receivables.overdue_days', 'receivables.standing'],
      // Events for webhooks of the tenant of the row; a delivery of the entered tenant and member once more.
      ...['webhooks.enqueue', 'webhooks.note_tracking'],
      // Files of labels are sealed, and manifests keep their packages: each of the tenant of the row that moved.
      ...['labels.guard_package', 'labels.seal'],
      // Printers and jobs of the entered tenant, a member's own alone; labels as the row that moved has them.
      ...['printing.again', 'printing.placed', 'printing.test_page', 'printing.unpair'],
      // Placing: each works on an order of the entered tenant, which its step has locked by the person's own rights.
      ...[
        'shipping.begin',
        'shipping.billed_cost',
        'shipping.end_placing',
        'shipping.end_unmade',
        'shipping.go_on',
        'shipping.mark',
        'shipping.take',
        'shipping.take_labels',
        'shipping.withdraw',
      ],
      // What staff settle by hand: an order of the entered tenant, its copy, and a file of the tenant.
      ...[
        'shipping.attach_upload',
        'shipping.end_doubt',
        'shipping.label_format',
        'shipping.link_copy',
        'shipping.open_copy',
      ],
      ...['ledger.hold_past', 'orders.ship_date'],
      // Bills of carriers: of the entered tenant, and what a locked bill keeps.
      ...['billing.assign', 'billing.clear', 'billing.keep_lines', 'billing.lock', 'billing.may_change'],
      // Bills of customers: each on a record of the entered tenant, which its step has locked by the person's own rights.
      ...[
        'sale.adjust',
        'sale.cancel',
        'sale.charge_difference',
        'sale.dispute',
        'sale.lock_final',
        'sale.push',
        'sale.recall',
        'sale.settle',
      ],
      // Sums of orders and notices for groups: each of the tenant of the row that moved; gathering and filling are the system's.
      ...['boards.fill_income', 'boards.fill_sales', 'boards.gather_income', 'boards.move_days', 'boards.take_bill'],
      ...[
        'boards.take_order',
        'boards.take_sale',
        'boards.take_sales',
        'boards.tell_added',
        'boards.tell_changed',
        'boards.tell_removed',
        'robots.note',
      ],
      ...['billing.note_stale'],
      // Weeks of fuel that overlap or leave days out, among those of the tenant of the row.
      ...['rating.check_fuel', 'rating.note_fuel_gaps'],
      // Triggers and readers of the hub: each takes the tenant from the row that moved, or from the entered transaction.
      ...['lading.job_moved', 'lading.record_changed', 'lading.schema_changed', 'lading.texts_changed'],
      ...['lading.session_changed', 'lading.session_opened', 'lading.session_seen'],
      // The halves of a tenant's recharge, and the movements of its wallet.
      ...['ledger.recharge_judged', 'ledger.recharge_sent', 'ledger.tell_flow'],
      // What a returned parcel of the entered tenant says of itself, for its staff; the parcel's record leaves with it.
      ...['warehouse.parcels', 'warehouse.parcel_left'],
      // Goods of the platform: terms and refunds of an order of the entered tenant, for its staff; copies and counts of
      // the tenant of the row that moved; the others are only called by these and by the system.
      ...['tenant_shop.allowance', 'tenant_shop.check_value', 'tenant_shop.copy_order', 'tenant_shop.count_order'],
      ...['tenant_shop.grace_days', 'tenant_shop.keep_copy', 'tenant_shop.lock_usage', 'tenant_shop.open_bucket'],
      ...['tenant_shop.refund_facts', 'tenant_shop.refund_row', 'tenant_shop.take_seat', 'tenant_shop.term'],
      // What settings say of a customer's limits and orders, of the tenant of the row.
      ...['ledger.renew_limit_currency', 'ledger.tell_limit_currency', 'orders.check_packages'],
      ...['lading.mark_read', 'lading.messages', 'lading.notice_moved'],
      // Days and fees of returned parcels of the entered tenant, for its staff; thresholds of the tenant of the row.
      ...['returns.dates', 'returns.fee', 'members.note_threshold'],
      // Boxes, goods and deliveries to warehouses: triggers of the tenant of the row. Tariffs of freight for a customer that the
      // person may ask for; services on bills and bills on invoices of the entered tenant.
      ...['consolidation.count_boxes', 'consolidation.guard_goods', 'consolidation.rename_boxes'],
      ...['fba.check_overlap', 'fba.check_shipment', 'freight.tariffs', 'freight.tariffs_by_id'],
      ...['ledger.bills_to_invoice', 'sale.charge_service', 'sale.drop_service'],
      // Statistics of a table, which its owner alone may gather; for the system alone.
      'billing.analyze_lines',
      // Since when the oldest transaction writes, which its owner alone may see; nothing of a tenant, for the system alone.
      'lading.oldest_writer',
      // The names that fields of the tenant's own had before, for its trail.
      ...['lading.past_names'],
    ];
    const names = functions.map(({ name }) => name);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    const open = functions.filter((each) => each.name.startsWith('ledger.') && each.open).map(({ name }) => name);
    expect(open).toEqual([
      'ledger.bills_to_invoice',
      'ledger.hold',
      'ledger.locked_balance',
      'ledger.post',
      'ledger.post_each',
      'ledger.reverse',
      'ledger.settle',
      'ledger.short_of_credit',
    ]);
  });

  it('never lets the request role read a secret back', async () => {
    const secrets = schemas.flatMap((schema) =>
      Object.entries(schema.fields).flatMap(([field, { type, id }]) =>
        type === 'secret' ? [{ table: tableOf(schema), column: id ?? field }] : [],
      ),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const { table, column } of secrets) {
      const [found] = await rowsOf<{ open: boolean }>(
        `SELECT has_column_privilege('lading_app', '"${table}"', '${column}', 'SELECT') AS open`,
      );
      expect([table, column, found?.open]).toEqual([table, column, false]);
    }
    const tokens = await rowsOf(
      `SELECT 1 WHERE has_any_column_privilege('lading_app', 'lading.session_token', 'SELECT')`,
    );
    expect(tokens).toEqual([]);
  });
});

/** Runs as the request role, entered by hand as someone, and undoes whatever it did. */
async function entered<T>(principal: Principal | null, work: () => Promise<T>): Promise<T> {
  await raw.query('BEGIN');
  try {
    if (principal) {
      await raw.query(
        `SELECT set_config('lading.tenant', $1, true), set_config('lading.member', $2, true), set_config('lading.account', $3, true)`,
        [principal.tenant, principal.member ?? '', principal.account],
      );
    }
    return await work();
  } finally {
    await raw.query('ROLLBACK');
  }
}

const insideOf = (schema: SchemaText, principal: Principal): string[] =>
  oracle
    .rows(schema)
    .filter((row) => oracle.inside(schema, principal, row))
    .map(({ id }) => id)
    .toSorted();

const linesOf = (schema: SchemaText): string[] =>
  Object.entries(schema.fields).flatMap(([field, { type, id }]) => (type === 'lines' ? [id ?? field] : []));

describe.each(['north admin', 'north clerk', 'north member', 'north sibling', 'south admin', 'south member'])(
  'row-level security alone, entered as %s',
  (name) => {
    it.each(schemas)('shows the rows of $entity that the policies allow, with their lines', async (schema) => {
      const principal = world.person(name);
      const table = tableOf(schema);
      const expected = insideOf(schema, principal);
      await entered(principal, async () => {
        const found = await raw.query<{ id: string }>(`SELECT id::text FROM "${table}"`);
        const ids = found.rows.map(({ id }) => id).toSorted();
        expect(ids).toEqual(expected);
        for (const lines of linesOf(schema)) {
          const parents = await raw.query<{ id: string }>(
            `SELECT DISTINCT parent_id::text AS id FROM "${table}__${lines}"`,
          );
          expect(parents.rows.filter(({ id }) => !expected.includes(id))).toEqual([]);
        }
      });
    });

    it.each(schemas)('changes no row of $entity that the policies exclude', async (schema) => {
      const principal = world.person(name);
      const table = tableOf(schema);
      const outside = oracle.rows(schema).filter((row) => !oracle.inside(schema, principal, row));
      for (const statement of [
        `UPDATE "${table}" SET version = version WHERE id = ANY($1)`,
        `DELETE FROM "${table}" WHERE id = ANY($1)`,
      ]) {
        const changed = await entered(principal, () =>
          raw.query(statement, [outside.map(({ id }) => id)]).then(({ rowCount }) => rowCount, refusal),
        );
        expect([0, '42501']).toContain(changed);
      }
      const foreign = world.homes[principal.home === 'north' ? 'south' : 'north'].tenant;
      const added = await entered(principal, () =>
        raw.query(`INSERT INTO "${table}" (tenant_id, id) VALUES ($1, 1)`, [foreign]).catch(refusal),
      );
      expect(added).toBe('42501');
    });
  },
);

const refusal = (error: unknown): string => String((error as { code?: string }).code);

describe('a connection without an identity', () => {
  it.each(schemas)('sees nothing of $entity', async (schema) => {
    const { rows } = await entered(null, () => raw.query(`SELECT id FROM "${tableOf(schema)}"`));
    expect(rows).toEqual([]);
  });
});
