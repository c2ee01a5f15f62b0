import { besideRecordDdl, requestFunctionDdl } from './beside-record-ddl.ts';
import { systemRole } from '../row-security.ts';
import { actorId, param, pieces, type SqlFragment } from '../sql.ts';

export interface CommentRow {
  id: string;
  entity: string;
  record: string;
  text: string;
  /** Shown to the staff alone. */
  internal: boolean;
  mentions: readonly string[];
}

/** Comments on records. What is internal does not exist for sessions of customers. */
export const commentDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.record_comment (
     tenant_id bigint NOT NULL, id bigint NOT NULL, entity text NOT NULL, record_id bigint NOT NULL, text text NOT NULL,
     internal boolean NOT NULL, mentions bigint[] NOT NULL DEFAULT '{}', by bigint NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, id))`,
  `CREATE INDEX IF NOT EXISTS record_comment_of ON lading.record_comment (tenant_id, entity, record_id)`,
  ...besideRecordDdl('record_comment', 'SELECT, INSERT, DELETE'),
  // For the deletion of a person's data: a comment that mentions them stays, without the name.
  `GRANT UPDATE (text) ON lading.record_comment TO ${systemRole}`,
  // A comment tells those whom it names and those who took part before; an internal one tells the staff alone.
  `CREATE OR REPLACE FUNCTION lading.tell_of_comment(which bigint, message text, path text) RETURNS bigint
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     WITH said AS (
       SELECT c.* FROM lading.record_comment c WHERE c.tenant_id = lading.tenant() AND c.id = which),
     people AS (
       SELECT unnest(s.mentions) AS account FROM said s
       UNION
       SELECT c.by FROM said s JOIN lading.record_comment c
         ON c.tenant_id = s.tenant_id AND c.entity = s.entity AND c.record_id = s.record_id AND c.id <> s.id),
     told AS (
       INSERT INTO lading.event (tenant_id, kind, account_id, payload)
       SELECT a.tenant_id, 'message', a.id, json_build_object('title', w.name, 'message', message, 'path', path)
         FROM said s JOIN public.account w ON w.tenant_id = s.tenant_id AND w.id = s.by
         JOIN public.account a ON a.tenant_id = s.tenant_id
        WHERE a.id IN (SELECT account FROM people) AND a.id <> s.by AND a.status = '0'
          AND (NOT s.internal OR a."adminType" <> '4')
       RETURNING 1)
     SELECT count(*) FROM told $$`,
  ...requestFunctionDdl('tell_of_comment(bigint, text, text)'),
];

/** The comments on a record, oldest first. */
export const commentsSql = (entity: string, record: string): SqlFragment =>
  pieces(
    `SELECT coalesce(json_agg(json_build_object('id', c.id::text, 'text', c.text, 'internal', c.internal,
              'at', to_char(c.at, 'YYYY-MM-DD HH24:MI:SS'), 'by', c.by::text, 'name', coalesce(a.name, ''), 'own', c.by = `,
    actorId,
    `) ORDER BY c.at, c.id), '[]')::text AS comments
       FROM lading.record_comment c LEFT JOIN account a ON a.tenant_id = c.tenant_id AND a.id = c.by
      WHERE c.tenant_id = lading.tenant() AND c.entity = `,
    param(entity, 'text'),
    ' AND c.record_id = ',
    param(record, 'bigint'),
  );

export const addCommentSql = (row: CommentRow): SqlFragment =>
  pieces(
    `INSERT INTO lading.record_comment (tenant_id, id, entity, record_id, text, internal, mentions, by)
     VALUES (lading.tenant(), `,
    param(row.id, 'bigint'),
    ', ',
    param(row.entity, 'text'),
    ', ',
    param(row.record, 'bigint'),
    ', ',
    param(row.text, 'text'),
    ', ',
    param(row.internal, 'boolean'),
    ', ',
    param(row.mentions, 'bigint[]'),
    ', ',
    actorId,
    ')',
  );

export const tellOfCommentSql = (id: string, message: string, path: string): SqlFragment =>
  pieces(
    'SELECT lading.tell_of_comment(',
    param(id, 'bigint'),
    ', ',
    param(message, 'text'),
    ', ',
    param(path, 'text'),
    ') AS told',
  );

/** Only its author deletes a comment. */
export const dropCommentSql = (id: string): SqlFragment =>
  pieces(
    'DELETE FROM lading.record_comment WHERE tenant_id = lading.tenant() AND id = ',
    param(id, 'bigint'),
    ' AND by = ',
    actorId,
    ' RETURNING id::text AS id',
  );

/** People who can be named in a comment: colleagues among the staff, or those of the same customer. */
export const commentPeopleSql = (search: string): SqlFragment =>
  pieces(
    `SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY p.name), '[]')::text AS people FROM (
       SELECT a.id::text AS id, a.name FROM account a
        WHERE a.tenant_id = lading.tenant() AND a.status = '0' AND a.id <> `,
    actorId,
    ` AND (CASE WHEN lading.staff() THEN a."adminType" <> '4' ELSE a."adminType" = '4' AND a.customer = lading.member() END)
        AND a.name ILIKE '%' || `,
    param(search.replaceAll(/[\\%_]/g, '\\$&'), 'text'),
    ` || '%' ORDER BY a.name, a.id LIMIT 20) p`,
  );
