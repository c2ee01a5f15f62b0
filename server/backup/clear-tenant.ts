import type pg from 'pg';
import { identifier, queueSchema, readShape, tableName } from './shape.ts';
import {
  asTheyAre,
  asUsual,
  designedNames,
  hasTenant,
  nameOf,
  platformRowsOf,
  tablesOfTenant,
} from './tenant-tables.ts';

/** What was taken out of a table. */
export interface Cleared {
  readonly table: string;
  readonly rows: number;
}

/**
 * Removes everything of a tenant from the database in the caller's transaction, but its own row at the platform, and what
 * the platform booked about it. Tables that its designers made are dropped; the columns they added stay, empty.
 */
export async function clearTenant(
  client: pg.ClientBase,
  tenant: string,
  stays: (table: string) => boolean = () => false,
): Promise<Cleared[]> {
  const designed = await designedNames(client, tenant);
  const { tables } = await readShape(client);
  const mine = tablesOfTenant(tables, designed).filter((table) => table.schema !== queueSchema && hasTenant(table));
  await client.query(asTheyAre);
  const cleared: Cleared[] = [];
  for (const table of mine) {
    const name = tableName(table);
    if (name === '"public"."tenant"' || stays(nameOf(table))) continue;
    const { rowCount } = await client.query(`DELETE FROM ${name} WHERE tenant_id = $1`, [tenant]);
    if (rowCount) cleared.push({ table: nameOf(table), rows: rowCount });
  }
  const jobs = await client.query(`DELETE FROM ${queueSchema}._private_jobs WHERE payload ->> 'tenant' = $1`, [tenant]);
  if (jobs.rowCount) cleared.push({ table: 'jobs', rows: jobs.rowCount });
  await client.query(asUsual);
  for (const { schema, name } of mine) {
    if (/^own_\d/.test(name)) await client.query(`DROP TABLE ${identifier(schema)}.${identifier(name)} CASCADE`);
  }
  return cleared;
}

/** Removes the platform's rows that came with a tenant which has not been served here. */
export async function clearArrival(client: pg.ClientBase, tenant: string, home: string): Promise<void> {
  await clearTenant(client, tenant);
  const brought = await platformRowsOf(client, tenant, home);
  await client.query(asTheyAre);
  for (const { table, where } of brought.filter((each) => !['public.tenant', 'public.file'].includes(each.table)))
    await client.query(`DELETE FROM ${table} WHERE ${where}`);
  await client.query(asUsual);
}
