import type pg from 'pg';
import { BackupError } from './backup-error.ts';
import { identifier, queueSchema, tableName, type SavedTable } from './shape.ts';

/** Tables without a tenant, and why a tenant is whole without them. */
export const withoutTenant: Readonly<Record<string, string>> = {
  'health.alert': 'what is wrong with this installation',
  'health.call': 'calls to other servers, counted over all tenants',
  'health.certificate': 'certificates of the hosts of this installation',
  'lading.catalog': 'the form of the database',
  'lading.data_migration': 'which data migrations this database has had',
  'lading.file_store': 'the file by which nodes know each other',
  'lading.known_menu': 'which delivered menus were once made',
  'lading.known_timer': 'which delivered timers were once made',
  'lading.tenant_place': 'where this installation knows a tenant to be',
  'lading.texts_stamp': 'when words last changed, for the nodes',
  'tracking.delivered_code': 'the codes that come with the release',
  'webhooks.cursor': 'how far the events of this server have been read',
};

/** Columns by which the platform's rows name a tenant and yet stay: they are history of the platform's own books. */
export const stayingRows: Readonly<Record<string, string>> = {
  'public.ledger_account': 'the wallet, closed by a booking',
  'public.ledger_transfer': 'lines, which stay where they were booked',
};

/** Rows of the platform that belong to a tenant and go with it to another one. */
export interface PlatformRows {
  readonly table: string;
  readonly where: string;
}

/** The tenant's own row, the platform's records that name it, and the files of both; files first. */
export async function platformRowsOf(client: pg.ClientBase, tenant: string, platform: string): Promise<PlatformRows[]> {
  const { rows } = await client.query<{ table: string; files: string[] | null }>(
    `SELECT n.nspname || '.' || c.relname AS table,
            (SELECT array_agg(a.attname::text) FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[2]
              WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid = 'public.file'::regclass) AS files
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname = 'public' AND NOT n.nspname || '.' || c.relname = ANY($1)
        AND (c.oid = 'public.tenant'::regclass OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant'
             AND a.atttypid = 'bigint'::regtype)) ORDER BY c.oid <> 'public.tenant'::regclass, 1`,
    [Object.keys(stayingRows)],
  );
  const [own, home] = [BigInt(tenant), BigInt(platform)];
  const records = rows.map(({ table, files }) => {
    const where = table === 'public.tenant' ? `id = ${own}` : `tenant_id = ${home} AND tenant = ${own}`;
    return { table, where, files: files ?? [] };
  });
  const named = records.flatMap(({ table, where, files }) =>
    files.map((column) => `SELECT "${column}" FROM ${table} WHERE ${where}`),
  );
  const ofFiles = `tenant_id = ${home} AND id IN (${named.join(' UNION ALL ')})`;
  return [{ table: 'public.file', where: ofFiles }, ...records];
}

/** The tables with rows of tenants; throws where one is neither that nor known to have none. */
export function tenantTables(tables: readonly SavedTable[]): readonly SavedTable[] {
  const kept = tables.filter(({ schema, rows }) => rows && schema !== queueSchema);
  const ofTenants = kept.filter(hasTenant);
  const lost = kept.filter((table) => !ofTenants.includes(table) && !(nameOf(table) in withoutTenant));
  if (lost.length > 0) throw new BackupError('unknownKind', lost.map(nameOf).join(', '));
  return ofTenants;
}

export const hasTenant = ({ columns }: SavedTable): boolean => columns.some(({ name }) => name === 'tenant_id');
export const nameOf = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>): string => `${schema}.${name}`;

/** Names that the designer gives to columns and tables; no two tenants have one in common. */
const designedName = /\b(?:own_|x)\d{6,}/g;

/** The designed names that appear in a text. */
export const designedIn = (text: string): readonly string[] => text.match(designedName) ?? [];

/** The designed names of a tenant, from everything that it ever published or drafted. */
export async function designedNames(client: pg.ClientBase, tenant: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT concat(document, overlay, filled) AS text FROM lading.revision WHERE tenant_id = $1
     UNION ALL SELECT concat(document, ground) FROM lading.draft WHERE tenant_id = $1
     UNION ALL SELECT own_table FROM lading.live_schema WHERE tenant_id = $1 AND own_table IS NOT NULL
     UNION ALL SELECT table_name FROM lading.retired_table WHERE tenant_id = $1`,
    [tenant],
  );
  return new Set(rows.flatMap(({ text }) => designedIn(text)));
}

/** The tables as this tenant has them: without what other tenants have designed. */
export function tablesOfTenant(tables: readonly SavedTable[], designed: ReadonlySet<string>): readonly SavedTable[] {
  const mine = (name: string) => designedIn(name).every((each) => designed.has(each));
  return tables
    .filter(({ name }) => mine(name))
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => mine(name)) }));
}

/** A number for the rows of a tenant in a table, the same wherever they lie. Marks of a server's own are left out. */
export async function rowsHash(client: pg.ClientBase, table: SavedTable, where: string): Promise<string> {
  const own = await ownMarks(client, table);
  const columns = table.columns.filter(({ name }) => !own.has(name)).map(({ name }) => identifier(name));
  const { rows } = await client.query<{ hash: string }>(
    `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(ROW(${columns.join(', ')})::text, 0)::numeric), 0) AS hash
       FROM ${tableName(table)} WHERE ${where}`,
  );
  return rows[0]?.hash ?? '';
}

/** What the platform knows of a tenant, as one text: its records about it, and the money in its wallets. */
export async function aboutTenant(
  client: pg.ClientBase,
  tables: readonly SavedTable[],
  { id, home }: { readonly id: string; readonly home: string },
): Promise<string> {
  const { rows } = await client.query<{ wallets: string }>(
    `SELECT coalesce(string_agg(currency || ' ' || balance, ', ' ORDER BY currency), '') AS wallets FROM public.ledger_account
      WHERE tenant_id = $1 AND tenant = $2 AND kind = 'tenantWallet' AND balance <> 0`,
    [home, id],
  );
  const known = [rows[0]?.wallets];
  for (const { table: name, where } of await platformRowsOf(client, id, home)) {
    const table = tables.find((each) => nameOf(each) === name);
    if (!table) throw new BackupError('unknownKind', name);
    known.push(`${name} ${await rowsHash(client, table, where)}`);
  }
  return known.join('; ');
}

/** Columns that a server fills for itself: identities and numbers of transactions. */
export async function ownMarks(client: pg.ClientBase, table: SavedTable): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
        AND (attidentity <> '' OR atttypid = 'xid8'::regtype)`,
    [tableName(table)],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Prepares a session that reads and writes the rows of every tenant; fails where its role may not. */
export async function openFully(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT rolsuper OR rolbypassrls AND has_parameter_privilege('session_replication_role', 'SET') AS may
       FROM pg_roles WHERE rolname = current_user`,
  );
  if (!rows[0]?.may) throw new BackupError('needsMore');
  await client.query(`SET search_path = ''`);
  // Values as text that any server reads alike, and reports in one time zone.
  await client.query(`SET DateStyle = 'ISO'; SET TimeZone = 'UTC'; SET extra_float_digits = 3`);
}

/** Rows as they are, without what triggers would add and without looking for what they refer to. */
export const asTheyAre = `SET LOCAL session_replication_role = replica`;
export const asUsual = `SET LOCAL session_replication_role = origin`;
