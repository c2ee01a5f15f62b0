import { pieces, param, type SqlFragment } from './sql.ts';
import { systemRole } from './row-security.ts';

/** A notice as delivered to one person. */
export interface NoticeFor {
  notice: string;
  account: string;
  title: string;
  type: string;
  /** Whether they want pop-ups for notices. */
  popup: boolean;
}

/**
 * Publishing delivers a notice to all its recipients and withdrawing removes it: by trigger in the same transaction, so
 * that no code path forgets it. The event for connected recipients is written there too.
 */
export const noticeDdl: readonly string[] = [
  `CREATE OR REPLACE FUNCTION lading.notice_moved() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF TG_OP = 'DELETE' OR NEW.status <> 'published' THEN
       IF TG_OP <> 'INSERT' THEN
         DELETE FROM public.received_notice r WHERE r.tenant_id = OLD.tenant_id AND r.notice = OLD.id;
       END IF;
       RETURN NULL;
     END IF;
     IF TG_OP = 'UPDATE' AND OLD.status = 'published' THEN RETURN NULL; END IF;
     INSERT INTO public.received_notice
       (tenant_id, id, notice, account, title, type, content, "publishedAt", "readStatus", "createdBy", "updatedBy")
     SELECT NEW.tenant_id, lading.new_id(), NEW.id, a.id, NEW.title, NEW.type, NEW.content, coalesce(NEW."publishedAt", now()),
            '0', NEW."updatedBy", NEW."updatedBy"
       FROM public.account a
      WHERE a.tenant_id = NEW.tenant_id AND a.status = '0'
        AND (NEW.audience = 'all' OR (NEW.audience = 'members') = (a."adminType" = '4'))
        AND (coalesce(cardinality(NEW.recipients), 0) = 0 OR a.id = ANY(NEW.recipients));
     INSERT INTO lading.event (tenant_id, kind, record_id) VALUES (NEW.tenant_id, 'notice', NEW.id);
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION lading.notice_moved() OWNER TO ${systemRole}`,
  `DROP TRIGGER IF EXISTS notice_moved ON public.notice`,
  `CREATE TRIGGER notice_moved AFTER INSERT OR UPDATE OR DELETE ON public.notice
     FOR EACH ROW EXECUTE FUNCTION lading.notice_moved()`,

  // Members cannot write the tenant's tables; this only marks their own receipts as read.
  `CREATE OR REPLACE FUNCTION lading.mark_read(which bigint, what bigint) RETURNS bigint
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     WITH marked AS (
       UPDATE public.received_notice r SET "readStatus" = '1', "readTime" = now(), version = r.version + 1
        WHERE r.tenant_id = lading.tenant() AND r.account = NULLIF(current_setting('lading.account', true), '')::bigint
          AND r."readStatus" = '0' AND (which IS NULL OR r.id = which) AND (what IS NULL OR r.notice = what)
        RETURNING r.tenant_id, r.account),
     told AS (
       INSERT INTO lading.event (tenant_id, kind, account_id) SELECT DISTINCT tenant_id, 'read', account FROM marked)
     SELECT count(*) FROM marked $$`,
  `ALTER FUNCTION lading.mark_read(bigint, bigint) OWNER TO ${systemRole}`,
  `REVOKE ALL ON FUNCTION lading.mark_read(bigint, bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.mark_read(bigint, bigint) TO lading_app`,

  // System messages for this person or the whole tenant; retained as long as events.
  `CREATE OR REPLACE FUNCTION lading.messages() RETURNS TABLE (id text, at text, payload json)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     SELECT e.id::text, to_char(e.at, 'YYYY-MM-DD HH24:MI:SS'), e.payload FROM lading.event e
      WHERE e.tenant_id = lading.tenant() AND e.kind = 'message'
        AND (e.account_id IS NULL OR e.account_id = NULLIF(current_setting('lading.account', true), '')::bigint)
      ORDER BY e.id DESC LIMIT 50 $$`,
  `ALTER FUNCTION lading.messages() OWNER TO ${systemRole}`,
  `REVOKE ALL ON FUNCTION lading.messages() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.messages() TO lading_app`,
];

/** $1 tenants, $2 notices, $3 accounts: which accounts received which notices. */
export const noticesForSql = `
  SELECT r.notice::text AS notice, r.account::text AS account, r.title, r.type,
         p.value #>> '{notices,popup}' IS DISTINCT FROM 'false' AS popup
    FROM received_notice r
    LEFT JOIN lading.preference p ON p.tenant_id = r.tenant_id AND p.account_id = r.account AND p.key = 'notifications'
   WHERE r.tenant_id = ANY($1::bigint[]) AND r.notice = ANY($2::bigint[]) AND r.account = ANY($3::bigint[])`;

const own = `r.tenant_id = lading.tenant() AND r.account = NULLIF(current_setting('lading.account', true), '')::bigint`;

/** A person's unread notices, pinned ones first, up to a limit. */
export const unreadSql = (most: number): SqlFragment =>
  pieces(
    `SELECT r.id::text AS id, r.title, r.type, to_char(r."publishedAt", 'YYYY-MM-DD HH24:MI:SS') AS at,
            count(*) OVER () AS total
       FROM received_notice r WHERE ${own} AND r."readStatus" = '0' ORDER BY r.type DESC, r."publishedAt" DESC, r.id DESC LIMIT `,
    param(most, 'bigint'),
  );

export const messagesSql = (): SqlFragment => pieces('SELECT * FROM lading.messages()');

/** Marks receipts of this person as read: one receipt, that of one notice, or (both null) all. */
export const markReadSql = (receipt: string | null, notice: string | null): SqlFragment =>
  pieces('SELECT lading.mark_read(', param(receipt, 'bigint'), ', ', param(notice, 'bigint'), ') AS marked');

/** The recipients of a notice, and whether they have read it. */
export const receiptsSql = (notice: string): SqlFragment =>
  pieces(
    `SELECT coalesce(json_agg(json_build_object('userId', r.account::text, 'userName', a.name, 'readStatus', r."readStatus"::integer,
              'readTime', to_char(r."readTime", 'YYYY-MM-DD HH24:MI:SS')) ORDER BY r.id), '[]') AS receipts
       FROM received_notice r JOIN account a ON a.tenant_id = r.tenant_id AND a.id = r.account
      WHERE r.tenant_id = lading.tenant() AND r.notice = `,
    param(notice, 'bigint'),
  );

/** $1 tenant: the sender name of its notices. */
export const noticeTenantSql = `
  SELECT id::text AS id, name, "timeZone", currency, kind = 'platform' AS platform, "defaultLocale" AS culture FROM tenant WHERE id = $1`;

/**
 * $1 tenant, $2 notice, $3 the notice and its version: proven addresses of recipients who want notices by mail and have
 * not been sent this version.
 */
export const noticeMailsSql = `
  SELECT a.email, a.name FROM received_notice r
    JOIN account a ON a.tenant_id = r.tenant_id AND a.id = r.account
    JOIN lading.bound_address b ON b.tenant_id = a.tenant_id AND b.account_id = a.id AND b.way = 'email' AND b.address = a.email
    JOIN lading.preference p ON p.tenant_id = a.tenant_id AND p.account_id = a.id AND p.key = 'notifications'
   WHERE r.tenant_id = $1 AND r.notice = $2 AND p.value #>> '{notices,mail}' = 'true'
     AND NOT EXISTS (SELECT FROM mail m WHERE m.tenant_id = r.tenant_id AND m.template = 'notice:' || $3::text AND m."to" = a.email)
   ORDER BY r.id`;
