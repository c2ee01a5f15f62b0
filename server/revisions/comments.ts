import { issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Body } from './input.ts';
import { zoned } from '../store/sql.ts';

/** Discussion threads of a draft. */
export function createComments({ system, context }: { readonly system: SystemDatabase; readonly context: Context }) {
  return {
    async comments(actor: Actor, entity: string) {
      const { rows } = await system.pool.query(
        `SELECT c.id::text, c.text, c.place AS at, coalesce(a.name, '') AS by, ${zoned('c.at', 'c.tenant_id')} AS when
           FROM lading.schema_comment c LEFT JOIN public.account a ON a.tenant_id = c.tenant_id AND a.id = c.by
          WHERE c.tenant_id = $1 AND c.entity = $2 ORDER BY c.at, c.id`,
        [actor.tenant, entity],
      );
      return { comments: rows };
    },
    async comment(actor: Actor, entity: string, input: Body) {
      const text = String(input['text'] ?? '').trim();
      if (text === '' || text.length > 2000) throw refused(issue('required', 'text'));
      const id = context.newId();
      await system.pool.query(
        'INSERT INTO lading.schema_comment (tenant_id, entity, id, place, text, by) VALUES ($1, $2, $3, $4, $5, $6)',
        [actor.tenant, entity, id, String(input['at'] ?? '').slice(0, 200), text, actor.facts.id],
      );
      return { id };
    },
  };
}
