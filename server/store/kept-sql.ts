import { param, pieces, taken, type Closed, type Pieces } from './sql.ts';

/** One field before and after. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
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

/** A line of the audit trail: who did what to which record, raw values. */
export const auditSql = (entry: AuditEntry): Closed => trail.given(entry);

const trailLine = [
  'INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes) VALUES (lading.tenant(), ',
  taken((entry: AuditEntry) => entry.id, 'bigint'),
  ', ',
  taken((entry: AuditEntry) => entry.entity, 'text'),
  ', ',
  taken((entry: AuditEntry) => entry.record, 'bigint'),
  ', ',
  taken((entry: AuditEntry) => entry.verb, 'text'),
  ', ',
  taken((entry: AuditEntry) => entry.version, 'bigint'),
  ', ',
  taken((entry: AuditEntry) => entry.by, 'bigint'),
  ', ',
  taken((entry: AuditEntry) => JSON.stringify(entry.changes), 'json'),
  ')',
];
const trail = pieces(...trailLine);

/** Whose request, under which key, and the hash by which a repeated request is told from a reused key. */
export interface Key {
  readonly account: string;
  readonly key: string;
  readonly hash: Buffer;
}

type Answered = Key & { readonly answer: string };

const account = taken((call: Key) => call.account, 'bigint');
const key = taken((call: Key) => call.key, 'text');

/**
 * Takes a key for this person until the transaction ends; waits for one who holds it right now. A lock and no row, so that
 * the row is written once, with the answer.
 */
export const takeKeySql = (asked: Key): Closed => takeKey.given(asked);

const takeKey = pieces('SELECT pg_advisory_xact_lock(hashtextextended(', key, ', ', account, '))');

/** What was answered under the key before. A statement after `takeKeySql`, so that it sees what was waited for. */
export const keptAnswerSql = (asked: Key): Closed => keptAnswer.given(asked);

const keptAnswer = pieces(
  'SELECT request_hash, answer FROM lading.idempotency WHERE tenant_id = lading.tenant() AND account_id = ',
  account,
  ' AND key = ',
  key,
);

export const keepAnswerSql = (asked: Key, answer: string): Closed => keepAnswer.given({ ...asked, answer });

const keptLine = [
  'INSERT INTO lading.idempotency (tenant_id, account_id, key, request_hash, answer) VALUES (lading.tenant(), ',
  account,
  ', ',
  key,
  ', ',
  taken((call: Key) => call.hash, 'bytea'),
  ', ',
  taken((call: Answered) => call.answer, 'text'),
  ')',
];
const keepAnswer = pieces(...keptLine);

/** The line of the trail and the kept answer in one statement: each statement costs as much as either row. */
export const auditAndKeepSql = (entry: AuditEntry, asked: Key, answer: string): Closed =>
  auditAndKeep.given({ ...entry, ...asked, answer });

const auditAndKeep = pieces('WITH kept AS (', ...keptLine, ') ', ...trailLine);

/** Puts a job into the outbox; the same key twice is one job. */
export const enqueueSql = (task: string, payload: unknown, key: string): Pieces =>
  pieces(
    'SELECT lading.enqueue(',
    param(task, 'text'),
    ', ',
    param(JSON.stringify(payload), 'json'),
    ', ',
    param(key, 'text'),
    ')',
  );

/** The trail of one record, newest first, each entry with the name of who did it. */
export const historySql = (entity: string, record: string): Pieces =>
  pieces(
    `SELECT coalesce(json_agg(row_to_json(h)), '[]')::text AS rows FROM (
       SELECT a.id::text, to_char(a.at, 'YYYY-MM-DD HH24:MI:SS') AS at, a.by::text, a.verb, a.version, a.changes,
              (SELECT x.name FROM account x WHERE x.tenant_id = a.tenant_id AND x.id = a.by) AS "$by"
         FROM lading.audit a WHERE a.tenant_id = lading.tenant() AND a.entity = `,
    param(entity, 'text'),
    ' AND a.record_id = ',
    param(record, 'bigint'),
    ' ORDER BY a.id DESC LIMIT 500) h',
  );
