import type pg from 'pg';
import { asOwner } from './cluster.ts';
import { keepTrial } from '../../support/tried.ts';
import type { Facts } from './cells.ts';

/** What the cells ask for, read from the rows themselves; `customer` narrows it to what that customer's member sees. */
export async function readFacts(
  url: string,
  table: 'order' | 'floor_orders',
  tenant: string,
  customer: string | null,
): Promise<Facts> {
  return asOwner(url, async (client) => {
    const within = customer ? ` AND customer = ${customer}` : '';
    const from = `FROM "${table}" WHERE tenant_id = ${tenant}${within}`;
    const sampled = await list<{ id: string; number: string }>(
      client,
      `SELECT id::text, "orderNo" AS number ${from} AND "orderNo" LIKE 'SO-2611-%' ORDER BY md5(id::text) LIMIT 2000`,
    );
    const drafts = await list<{ id: string; version: string }>(
      client,
      `SELECT id::text, version ${from} AND status = 'draft' AND "orderNo" LIKE 'SO-2611-%' ORDER BY md5(id::text) LIMIT 20000`,
    );
    // What is submitted over and over has a price, in the product; the floor knows none.
    if (table === 'order')
      await keepTrial(
        client,
        drafts.map(({ id }) => id),
        { sale: 12, cost: 9 },
      );
    const [ordered] = await list<{ count: string }>(client, `SELECT count(*) ${from} AND status = 'ordered'`);
    const references = await list<Record<string, string>>(
      client,
      `SELECT customer::text, channel::text, service::text, "shipFrom"::text ${from} AND channel IS NOT NULL LIMIT 1`,
    );
    return {
      ids: sampled.map(({ id }) => id),
      numbers: sampled.map(({ number }) => number),
      drafts: drafts.map(({ id, version }) => ({ id, version: Number(version) })),
      deepPage: Math.max(1, Math.min(500, Math.floor(Number(ordered?.count) / 20))),
      references: references[0] ?? {},
    };
  });
}

async function list<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows;
}
