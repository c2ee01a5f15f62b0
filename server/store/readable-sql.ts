import type { Entity } from '../../engine/index.ts';
import { param, pieces, quote, type Pieces } from './sql.ts';

/** Which of these ids stand inside `where`, the conditions of a lens. */
export const readableIdsSql = (entity: Entity, where: Pieces, ids: readonly string[]): Pieces =>
  pieces(
    `SELECT t.id::text AS id FROM ${quote(entity.table)} t WHERE `,
    where,
    ' AND t.id = ANY(',
    param(ids, 'bigint[]'),
    ')',
  );
