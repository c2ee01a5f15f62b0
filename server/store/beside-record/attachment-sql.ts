import { besideRecordDdl, requestFunctionDdl } from './beside-record-ddl.ts';
import { actorId, param, pieces, type SqlFragment } from '../sql.ts';

export interface AttachmentRow {
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  readonly file: string;
  /** Shown to the staff alone. */
  readonly internal: boolean;
}

/** Files on records, beside those that fields hold. What is internal does not exist for sessions of customers. */
export const attachmentDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.attachment (
     tenant_id bigint NOT NULL, id bigint NOT NULL, entity text NOT NULL, record_id bigint NOT NULL, file bigint NOT NULL,
     internal boolean NOT NULL, by bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, id),
     UNIQUE (tenant_id, entity, record_id, file))`,
  `CREATE INDEX IF NOT EXISTS attachment_file ON lading.attachment (tenant_id, file)`,
  ...besideRecordDdl('attachment', 'SELECT, INSERT, UPDATE, DELETE'),
  // Names and sizes come from the tenant's files: a customer reads those of the tenant that are shown to them here.
  `CREATE OR REPLACE FUNCTION lading.attachments(of_entity text, of_record bigint, me bigint) RETURNS text
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     SELECT coalesce(json_agg(json_build_object('id', x.id::text, 'file', f.id::text, 'fileName', f."originName", 'size', f.size,
              'internal', x.internal, 'at', to_char(x.at, 'YYYY-MM-DD HH24:MI:SS'), 'by', x.by::text, 'name', coalesce(a.name, ''),
              'own', x.by = me) ORDER BY x.at, x.id), '[]')::text
       FROM lading.attachment x JOIN public.file f ON f.tenant_id = x.tenant_id AND f.id = x.file
       LEFT JOIN public.account a ON a.tenant_id = x.tenant_id AND a.id = x.by
      WHERE x.tenant_id = lading.tenant() AND x.entity = of_entity AND x.record_id = of_record
        AND (lading.staff() OR NOT x.internal) $$`,
  ...requestFunctionDdl('attachments(text, bigint, bigint)'),
];

/** The files on a record, oldest first, as JSON text. */
export const attachmentsSql = (entity: string, record: string): SqlFragment =>
  pieces(
    'SELECT lading.attachments(',
    param(entity, 'text'),
    ', ',
    param(record, 'bigint'),
    ', ',
    actorId,
    ') AS attachments',
  );

/** Adds a file to a record that has fewer than `most`, else answers no row; added again it is only shown to more or fewer people. */
export const addAttachmentSql = (row: AttachmentRow, most: number): SqlFragment =>
  pieces(
    `INSERT INTO lading.attachment (tenant_id, id, entity, record_id, file, internal, by)
     SELECT lading.tenant(), `,
    param(row.id, 'bigint'),
    ', ',
    param(row.entity, 'text'),
    ', ',
    param(row.record, 'bigint'),
    ', ',
    param(row.file, 'bigint'),
    ', ',
    param(row.internal, 'boolean'),
    ', ',
    actorId,
    ' WHERE (SELECT count(*) FROM lading.attachment x WHERE x.tenant_id = lading.tenant() AND x.entity = ',
    param(row.entity, 'text'),
    ' AND x.record_id = ',
    param(row.record, 'bigint'),
    ') < ',
    param(most, 'integer'),
    ' ON CONFLICT (tenant_id, entity, record_id, file) DO UPDATE SET internal = EXCLUDED.internal RETURNING id::text AS id',
  );

/** An attachment that this person sees. */
export const attachmentSql = (id: string): SqlFragment =>
  pieces(
    `SELECT entity, record_id::text AS record, by = `,
    actorId,
    ' AS own FROM lading.attachment WHERE tenant_id = lading.tenant() AND id = ',
    param(id, 'bigint'),
  );

export const dropAttachmentSql = (id: string): SqlFragment =>
  pieces(
    'DELETE FROM lading.attachment WHERE tenant_id = lading.tenant() AND id = ',
    param(id, 'bigint'),
    ' RETURNING id::text AS id',
  );

/** The records that a file is attached to, as far as this person sees the attachment. */
export const attachedToSql = (file: string): SqlFragment =>
  pieces(
    'SELECT entity, record_id::text AS record FROM lading.attachment WHERE tenant_id = lading.tenant() AND file = ',
    param(file, 'bigint'),
    ' ORDER BY id DESC LIMIT 20',
  );
