import type pg from 'pg';
import type { Entity, RecordChange, RecordFields } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../operations/context.ts';
import { zoned } from '../../store/sql.ts';
import { sameValue } from './draft-steps.ts';
import { menuRecords } from './menu-rows.ts';

type Client = Pick<pg.PoolClient, 'query'>;

/** What one transaction changed in the menu, whether it was a publish or a single call. */
export interface MenuMoment {
  /** Names it for a restore. */
  readonly moment: string;
  /** In the tenant's zone. */
  readonly at: string;
  readonly by: string;
  /** Null for what was not published but written directly. */
  readonly reason: string | null;
  readonly changes: readonly (RecordChange & { readonly name: string | null })[];
}

interface Line {
  readonly id: string;
  readonly verb: string;
  readonly name: string | null;
  readonly changes: readonly { field: string; before: unknown; after: unknown }[];
}

const most = 100;

/** The latest changes of the menu, newest first. */
export async function menuHistory(client: Client, actor: Actor): Promise<MenuMoment[]> {
  const { rows } = await client.query<Omit<MenuMoment, 'changes'> & { lines: Line[] }>(
    `WITH moment AS (
       SELECT a.at, a.by, json_agg(json_build_object('id', a.record_id::text, 'verb', a.verb, 'name', m.name, 'changes', a.changes)
                ORDER BY a.id) AS lines
         FROM lading.audit a LEFT JOIN public.menu m ON m.tenant_id = a.tenant_id AND m.id = a.record_id
        WHERE a.tenant_id = $1 AND a.entity = 'menu' GROUP BY a.at, a.by ORDER BY a.at DESC LIMIT ${most})
     SELECT to_char(w.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment, ${zoned('w.at', '$1')} AS at,
            coalesce(p.name, '') AS by, u.reason, w.lines
       FROM moment w LEFT JOIN public.account p ON p.tenant_id = $1 AND p.id = w.by
       LEFT JOIN lading.menu_publication u ON u.tenant_id = $1 AND u.at = w.at AND u.by = w.by
      ORDER BY w.at DESC`,
    [actor.tenant],
  );
  return rows.map(({ lines, ...moment }) => ({
    ...moment,
    changes: lines.map((line) => ({ ...changeOf(line), name: nameIn(line) })),
  }));
}

const nameIn = ({ name, changes }: Line): string | null => {
  const named = changes.find(({ field }) => field === 'name');
  return name ?? (named ? String(named.before ?? named.after) : null);
};

function changeOf({ id, verb, changes }: Line): RecordChange {
  const side = (of: 'before' | 'after'): RecordFields =>
    Object.fromEntries(changes.map((each) => [each.field, (each[of] ?? null) as string | number | null]));
  return { id, before: verb === 'add' ? null : side('before'), after: verb === 'delete' ? null : side('after') };
}

/**
 * What brings the menu back to how it was right after a moment: the later audit entries are undone on the present
 * records. Throws `notFound` if nothing was written then.
 */
export async function changesBackTo(
  client: Client,
  actor: Actor,
  entity: Entity,
  moment: string,
): Promise<RecordChange[]> {
  const { rows } = await client.query<Line & { later: boolean }>(
    `SELECT a.record_id::text AS id, a.verb, NULL AS name, a.changes, a.at > $2::timestamptz AS later FROM lading.audit a
      WHERE a.tenant_id = $1 AND a.entity = 'menu' AND a.at >= $2::timestamptz ORDER BY a.at DESC, a.id DESC`,
    [actor.tenant, moment],
  );
  if (!rows.some(({ later }) => !later)) throw new AppError('notFound');
  const present = await menuRecords(client, entity, actor.tenant);
  const then = new Map<string, RecordFields>([...present].map(([id, { fields }]) => [id, fields]));
  for (const line of rows.filter(({ later }) => later)) {
    const { id, before } = changeOf(line);
    if (before) then.set(id, { ...then.get(id), ...before });
    else then.delete(id);
  }
  const gone = [...then.keys()].filter((id) => !present.has(id));
  // A removed record comes back as a new one.
  const called = new Map(gone.map((id) => [id, `new-${id}`]));
  const parentOf = (fields: RecordFields): RecordFields => {
    const parent = fields['parent'];
    const again = parent === null || parent === undefined ? undefined : called.get(String(parent));
    return again === undefined ? fields : { ...fields, parent: again };
  };
  const changed = [...then].map(([id, fields]): RecordChange => {
    const now = present.get(id)?.fields;
    const after = parentOf(fields);
    if (!now) return { id: called.get(id) ?? id, before: null, after };
    const names = Object.keys(after).filter((name) => !sameValue(after[name], now[name]));
    const only = (of: RecordFields) => Object.fromEntries(names.map((name) => [name, of[name] ?? null]));
    return { id, before: only(now), after: only(after) };
  });
  const added = [...present.values()].filter(({ id }) => !then.has(id));
  return [
    ...changed.filter(({ before, after }) => !before || Object.keys(after ?? {}).length > 0),
    ...added.map(({ id, fields }): RecordChange => ({ id, before: fields, after: null })),
  ];
}
