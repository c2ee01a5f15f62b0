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

const trail = pieces(
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
);

interface KeyCall {
  readonly account: string;
  readonly key: string;
  readonly hash?: Buffer;
  readonly answer?: string;
}

const account = taken((call: KeyCall) => call.account, 'bigint');
const key = taken((call: KeyCall) => call.key, 'text');

/** Takes a key for this person; no row back means that it was taken before. Waits for one who holds it right now. */
export const takeKeySql = (account: string, key: string, hash: Buffer): Closed => takeKey.given({ account, key, hash });

const takeKey = pieces(
  'INSERT INTO lading.idempotency (tenant_id, account_id, key, request_hash) VALUES (lading.tenant(), ',
  account,
  ', ',
  key,
  ', ',
  taken((call: KeyCall) => call.hash, 'bytea'),
  ') ON CONFLICT DO NOTHING RETURNING true AS taken',
);

export const keepAnswerSql = (account: string, key: string, answer: string): Closed =>
  keepAnswer.given({ account, key, answer });

const keepAnswer = pieces(
  'UPDATE lading.idempotency SET answer = ',
  taken((call: KeyCall) => call.answer, 'text'),
  ' WHERE tenant_id = lading.tenant() AND account_id = ',
  account,
  ' AND key = ',
  key,
);

export const keptAnswerSql = (account: string, key: string): Closed => keptAnswer.given({ account, key });

const keptAnswer = pieces(
  'SELECT request_hash, answer FROM lading.idempotency WHERE tenant_id = lading.tenant() AND account_id = ',
  account,
  ' AND key = ',
  key,
);

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
