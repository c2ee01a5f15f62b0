import { literal, param, pieces, taken, type SqlQuery, type SqlFragment } from './sql.ts';

/** One field before and after. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
  /** Of rows that a publish changed: which of their fields. */
  parts?: readonly string[];
}

export interface AuditEntry {
  id: string;
  entity: string;
  record: string;
  verb: string;
  version: number;
  by: string;
  changes: readonly Change[];
}

/** Whose request, under which key, and the hash by which a repeated request is told from a reused key. */
export interface Key {
  readonly account: string;
  readonly key: string;
  readonly hash: Buffer;
}

/** What stands beside a record that is written: its line of the trail, and the answer under the request's key, where it has one. */
export interface Closing {
  readonly trail: AuditEntry;
  readonly kept: (Key & { readonly answer: string }) | null;
}

type Kept = Pick<Closing, 'kept'>;

const ofTrail = (of: (entry: AuditEntry) => unknown, type: string) => taken(({ trail }: Closing) => of(trail), type);
const ofKept = (of: (kept: NonNullable<Closing['kept']>) => unknown, type: string) =>
  taken(({ kept }: Kept) => kept && of(kept), type);

const trailLine = pieces(
  'INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes) VALUES (lading.tenant(), ',
  ofTrail(({ id }) => id, 'bigint'),
  ', ',
  ofTrail(({ entity }) => entity, 'text'),
  ', ',
  ofTrail(({ record }) => record, 'bigint'),
  ', ',
  ofTrail(({ verb }) => verb, 'text'),
  ', ',
  ofTrail(({ version }) => version, 'bigint'),
  ', ',
  ofTrail(({ by }) => by, 'bigint'),
  ', ',
  ofTrail(({ changes }) => JSON.stringify(changes), 'json'),
  ')',
);

const keptLine = pieces(
  'INSERT INTO lading.idempotency (tenant_id, account_id, key, request_hash, answer) VALUES (lading.tenant(), ',
  ofKept(({ account }) => account, 'bigint'),
  ', ',
  ofKept(({ key }) => key, 'text'),
  ', ',
  ofKept(({ hash }) => hash, 'bytea'),
  ', ',
  ofKept(({ answer }) => answer, 'text'),
  ')',
);

/**
 * Parts of the `WITH` of the statement that writes the record, which is `given` a `Closing`: each statement costs as much as
 * the row that it writes.
 */
export const closingPieces = (keeps: boolean): SqlFragment =>
  pieces('_trail AS (', trailLine, ')', ...(keeps ? [', _kept AS (', keptLine, ')'] : []));

const trailAndKept = pieces('WITH _kept AS (', keptLine, ') ', trailLine);

/** The same as a statement of its own. */
export const closingSql = (closing: Closing): SqlQuery => (closing.kept ? trailAndKept : trailLine).given(closing);

/** A line of the audit trail: who did what to which record, raw values. */
export const auditSql = (trail: AuditEntry): SqlQuery => closingSql({ trail, kept: null });

export const keepAnswerSql = (kept: NonNullable<Closing['kept']>): SqlQuery => keptLine.given({ kept });

/** Lines of the trail, all of one entity and verb by one person, in one statement. */
export const auditEachSql = (entries: readonly AuditEntry[]): SqlQuery => auditEach.given({ entries });

type Entries = { readonly entries: readonly AuditEntry[] };
const auditEach = pieces(
  `INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     SELECT lading.tenant(), x.id, x.entity, x.record, x.verb, x.version, x.by, x.changes FROM json_to_recordset(`,
  taken(({ entries }: Entries) => JSON.stringify(entries), 'json'),
  ') AS x(id bigint, entity text, record bigint, verb text, version bigint, by bigint, changes json)',
);

/** Takes these keys of one person until the transaction ends, in an order that is the same for everybody. */
export const takeKeysSql = (keys: readonly Key[]): SqlQuery => takeKeys.given({ keys });

/** Which of these keys were answered before: rows of `key`, the `hash` of its request in hex, and the `answer`. */
export const keptEachSql = (keys: readonly Key[]): SqlQuery => keptEach.given({ keys });

type Keys = { readonly keys: readonly (Key & { readonly answer?: string })[] };
const takeKeys = pieces(
  'SELECT count(pg_advisory_xact_lock(k.hash)) FROM (SELECT DISTINCT hashtextextended(each, ',
  taken(({ keys }: Keys) => keys[0]?.account, 'bigint'),
  ') AS hash FROM unnest(',
  taken(({ keys }: Keys) => keys.map(({ key }) => key), 'text[]'),
  ') each ORDER BY 1 OFFSET 0) k',
);

const keptEach = pieces(
  `SELECT key, encode(request_hash, 'hex') AS hash, answer FROM lading.idempotency
    WHERE tenant_id = lading.tenant() AND account_id = `,
  taken(({ keys }: Keys) => keys[0]?.account, 'bigint'),
  ' AND key = ANY(',
  taken(({ keys }: Keys) => keys.map(({ key }) => key), 'text[]'),
  ')',
);

/** Keeps answers under keys of one person, in one statement. */
export const keepEachSql = (keys: readonly (Key & { readonly answer: string })[]): SqlQuery => keepEach.given({ keys });

const keepEach = pieces(
  `INSERT INTO lading.idempotency (tenant_id, account_id, key, request_hash, answer)
     SELECT lading.tenant(), x.account, x.key, decode(x.hash, 'hex'), x.answer FROM json_to_recordset(`,
  taken(({ keys }: Keys) => JSON.stringify(keys.map((each) => ({ ...each, hash: each.hash.toString('hex') }))), 'json'),
  ') AS x(account bigint, key text, hash text, answer text)',
);

/** Puts a job into the outbox; the same key twice is one job. */
export const enqueueSql = (task: string, payload: unknown, key: string): SqlFragment =>
  pieces(
    'SELECT lading.enqueue(',
    param(task, 'text'),
    ', ',
    param(JSON.stringify(payload), 'json'),
    ', ',
    param(key, 'text'),
    ')',
  );

/** The trail of one record, newest first, each entry with the name of who did it, and by what names its fields went at the time. */
export const historySql = (entity: string, record: string, past: boolean): SqlFragment =>
  pieces(
    `SELECT coalesce(json_agg(row_to_json(h)), '[]')::text AS rows, ${past ? `lading.past_names(${literal(entity)})::text` : `'[]'`} AS names FROM (
       SELECT a.id::text, to_char(a.at, 'YYYY-MM-DD HH24:MI:SS') AS at, to_char(a.at, 'YYYY-MM-DD HH24:MI:SS.US') AS moment,
              a.by::text, a.verb, a.version, a.changes,
              (SELECT x.name FROM account x WHERE x.tenant_id = a.tenant_id AND x.id = a.by) AS "$by"
         FROM lading.audit a WHERE a.tenant_id = lading.tenant() AND a.entity = `,
    param(entity, 'text'),
    ' AND a.record_id = ',
    param(record, 'bigint'),
    ' ORDER BY a.id DESC LIMIT 500) h',
  );
