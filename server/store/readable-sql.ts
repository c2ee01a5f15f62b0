import type { Entity } from '../../engine/core/index.ts';
import { param, pieces, quote, type SqlFragment } from './sql.ts';

/** Which of these ids match `where`, the conditions of a read scope. */
export const readableIdsSql = (entity: Entity, where: SqlFragment, ids: readonly string[]): SqlFragment =>
  pieces(
    `SELECT t.id::text AS id FROM ${quote(entity.table)} t WHERE `,
    where,
    ' AND t.id = ANY(',
    param(ids, 'bigint[]'),
    ')',
  );
