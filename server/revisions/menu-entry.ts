import type pg from 'pg';
import { can, issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { createRecord } from '../operations/write/add.ts';
import type { Actor, Context } from '../operations/context.ts';
import { databaseWithin } from '../store/within.ts';

/** The menu entry of a new entity or screen. */
export interface MenuEntry {
  readonly name: string;
  readonly code: string;
  readonly router: string;
  readonly entity: string | null;
  readonly [field: string]: unknown;
}

/** Maximum length of an entry's code. */
const codeLength = 60;

/** Whether this person may add menu entries; otherwise a new entity is only reachable by address. */
export function mayEnterMenu(actor: Actor): boolean {
  const menu = actor.catalog.byName.get('menu');
  return menu !== undefined && can(actor.rightsOn(menu), 'add');
}

/**
 * Adds an entry to the menu as the publisher, in the transaction of the switch. Throws `refused` with the menu's
 * issues, so that nothing goes live that cannot be found. Does nothing if an entry for it exists.
 */
export async function enterMenu(context: Context, actor: Actor, client: pg.Client, entry: MenuEntry): Promise<void> {
  const entity = actor.catalog.byName.get('menu');
  if (!entity || !mayEnterMenu(actor)) return;
  const { rows } = await client.query<{ code: string; type: string; entity: string | null; router: string | null }>(
    'SELECT code, type, entity, router FROM public.menu WHERE tenant_id = $1',
    [actor.tenant],
  );
  const isThere = rows.some(
    (row) =>
      row.type === '1' && (row.router === entry.router || (entry.entity !== null && row.entity === entry.entity)),
  );
  if (isThere) return;
  const input = { ...entry, code: freeCode(entry.code, new Set(rows.map(({ code }) => code))) };
  const { tenant, timeZone, facts } = actor;
  const named = { ...actor, entrance: { tenant, member: null, account: facts.id, timeZone } };
  // The escalation check uses other connections, which would wait for tables locked by this transaction.
  const { gate: _, ...ungated } = context;
  const within = { ...ungated, database: databaseWithin(client) };
  try {
    await createRecord(within, { actor: named, entity, key: null, fingerprint: '' }, input);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'refused') throw error;
    const { issues = [] } = error.details;
    throw refused(
      issue('schema.menuRefused', '', { name: entry.name }),
      ...issues.map((found) => ({ ...found, path: `menu: ${found.path}` })),
    );
  }
}

/** The code, with the first free number appended if it is taken. */
function freeCode(code: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const tail = at === 1 ? '' : `-${at}`;
    const free = code.slice(0, codeLength - tail.length) + tail;
    if (!taken.has(free)) return free;
  }
}
