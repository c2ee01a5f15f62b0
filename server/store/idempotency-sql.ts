import { literal, param, pieces, taken, type SqlQuery, type SqlFragment } from './sql.ts';

/** One field before and after. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
  /** For rows changed by a publish: which of their fields. */
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

/** An idempotency key of one person, with the hash that tells a repeated request from a reused key. */
export interface Key {
  readonly account: string;
  readonly key: string;
  readonly hash: Buffer;
}

/** Written with a record: its audit entry, and the answer for the request's idempotency key if it has one. */
export interface Closing {
  readonly audit: AuditEntry;
  readonly storedAnswer: (Key & { readonly answer: string }) | null;
}

type WithAnswer = Pick<Closing, 'storedAnswer'>;

const ofAudit = (of: (entry: AuditEntry) => unknown, type: string) => taken(({ audit }: Closing) => of(audit), type);
const ofAnswer = (of: (answer: NonNullable<Closing['storedAnswer']>) => unknown, type: string) =>
  taken(({ storedAnswer }: WithAnswer) => storedAnswer && of(storedAnswer), type);

const auditInsert = pieces(
  'INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes) VALUES (lading.tenant(), ',
  ofAudit(({ id }) => id, 'bigint'),
  ', ',
  ofAudit(({ entity }) => entity, 'text'),
  ', ',
  ofAudit(({ record }) => record, 'bigint'),
  ', ',
  ofAudit(({ verb }) => verb, 'text'),
  ', ',
  ofAudit(({ version }) => version, 'bigint'),
  ', ',
  ofAudit(({ by }) => by, 'bigint'),
  ', ',
  ofAudit(({ changes }) => JSON.stringify(changes), 'json'),
  ')',
);

const storeAnswer = pieces(
  'INSERT INTO lading.idempotency (tenant_id, account_id, key, request_hash, answer) VALUES (lading.tenant(), ',
  ofAnswer(({ account }) => account, 'bigint'),
  ', ',
  ofAnswer(({ key }) => key, 'text'),
  ', ',
  ofAnswer(({ hash }) => hash, 'bytea'),
  ', ',
  ofAnswer(({ answer }) => answer, 'text'),
  ')',
);

/** The audit entry and the stored answer as parts of the writing statement's `WITH`, to save round trips. */
export const closingPieces = (keeps: boolean): SqlFragment =>
  pieces('_audit AS (', auditInsert, ')', ...(keeps ? [', _answer AS (', storeAnswer, ')'] : []));

const auditAndAnswer = pieces('WITH _answer AS (', storeAnswer, ') ', auditInsert);

/** The same as a separate statement. */
export const closingSql = (closing: Closing): SqlQuery =>
  (closing.storedAnswer ? auditAndAnswer : auditInsert).given(closing);

/** An audit entry: who did what to which record, with raw values. */
export const auditSql = (audit: AuditEntry): SqlQuery => closingSql({ audit, storedAnswer: null });

export const storeAnswerSql = (storedAnswer: NonNullable<Closing['storedAnswer']>): SqlQuery =>
  storeAnswer.given({ storedAnswer });

/** Audit entries of one entity, verb and person in one statement. */
export const auditEachSql = (entries: readonly AuditEntry[]): SqlQuery => auditEach.given({ entries });

type Entries = { readonly entries: readonly AuditEntry[] };
const auditEach = pieces(
  `INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     SELECT lading.tenant(), x.id, x.entity, x.record, x.verb, x.version, x.by, x.changes FROM json_to_recordset(`,
  taken(({ entries }: Entries) => JSON.stringify(entries), 'json'),
  ') AS x(id bigint, entity text, record bigint, verb text, version bigint, by bigint, changes json)',
);

/** Locks these keys of a person until the transaction ends, in a fixed order to avoid deadlocks. */
export const lockKeysSql = (keys: readonly Key[]): SqlQuery => lockKeys.given({ keys });

/** The stored answers of these keys: rows of `key`, `hash` of the request in hex, and `answer`. */
export const storedAnswersSql = (keys: readonly Key[]): SqlQuery => storedAnswers.given({ keys });

type Keys = { readonly keys: readonly (Key & { readonly answer?: string })[] };
const lockKeys = pieces(
  'SELECT count(pg_advisory_xact_lock(k.hash)) FROM (SELECT DISTINCT hashtextextended(each, ',
  taken(({ keys }: Keys) => keys[0]?.account, 'bigint'),
  ') AS hash FROM unnest(',
  taken(({ keys }: Keys) => keys.map(({ key }) => key), 'text[]'),
  ') each ORDER BY 1 OFFSET 0) k',
);

const storedAnswers = pieces(
  `SELECT key, encode(request_hash, 'hex') AS hash, answer FROM lading.idempotency
    WHERE tenant_id = lading.tenant() AND account_id = `,
  taken(({ keys }: Keys) => keys[0]?.account, 'bigint'),
  ' AND key = ANY(',
  taken(({ keys }: Keys) => keys.map(({ key }) => key), 'text[]'),
  ')',
);

/** Stores the answers of a person's keys in one statement. */
export const storeAnswersSql = (keys: readonly (Key & { readonly answer: string })[]): SqlQuery =>
  storeAnswers.given({ keys });

const storeAnswers = pieces(
  `INSERT INTO lading.idempotency (tenant_id, account_id, key, request_hash, answer)
     SELECT lading.tenant(), x.account, x.key, decode(x.hash, 'hex'), x.answer FROM json_to_recordset(`,
  taken(({ keys }: Keys) => JSON.stringify(keys.map((each) => ({ ...each, hash: each.hash.toString('hex') }))), 'json'),
  ') AS x(account bigint, key text, hash text, answer text)',
);

/** Who runs what is kept under a key, and for how many seconds the key is its own without a renewal. */
export interface Claim extends Key {
  readonly holder: string;
  readonly seconds: number;
}

const ofClaim = (of: (claim: Claim) => unknown, type: string) => taken(of, type);
const ownClaim = pieces(
  ' WHERE tenant_id = lading.tenant() AND account_id = ',
  ofClaim(({ account }) => account, 'bigint'),
  ' AND key = ',
  ofClaim(({ key }) => key, 'text'),
  ' AND holder = ',
  ofClaim(({ holder }) => holder, 'bigint'),
  ' AND answer IS NULL',
);
const untilThen = pieces(
  'now() + ',
  ofClaim(({ seconds }) => seconds, 'double precision'),
  " * interval '1 second'",
);

/** Claims a key that nobody holds; the transaction has locked it and found no answer. A claim that has ended is taken over. */
export const claimKeySql = (claim: Claim): SqlQuery => claimKey.given(claim);
/** The claim lives on. */
export const renewKeySql = (claim: Claim): SqlQuery => renewKey.given(claim);
/** Nothing came of the claim. */
export const releaseKeySql = (claim: Claim): SqlQuery => releaseKey.given(claim);
/** The answer in place of the claim. */
export const keepAnswerSql = (claim: Claim & { readonly answer: string }): SqlQuery => keepAnswer.given(claim);

const claimKey = pieces(
  `INSERT INTO lading.idempotency AS i (tenant_id, account_id, key, request_hash, holder, held_until)
     VALUES (lading.tenant(), `,
  ofClaim(({ account }) => account, 'bigint'),
  ', ',
  ofClaim(({ key }) => key, 'text'),
  ', ',
  ofClaim(({ hash }) => hash, 'bytea'),
  ', ',
  ofClaim(({ holder }) => holder, 'bigint'),
  ', ',
  untilThen,
  `) ON CONFLICT (tenant_id, account_id, key) DO UPDATE SET request_hash = EXCLUDED.request_hash,
     holder = EXCLUDED.holder, held_until = EXCLUDED.held_until, created_at = now()`,
);
const renewKey = pieces('UPDATE lading.idempotency SET held_until = ', untilThen, ownClaim);
const releaseKey = pieces('DELETE FROM lading.idempotency', ownClaim);
const keepAnswer = pieces(
  'UPDATE lading.idempotency SET held_until = NULL, answer = ',
  taken(({ answer }: { readonly answer: string }) => answer, 'text'),
  ownClaim,
);

/** Adds a job to the outbox; the same key is enqueued once. */
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

/** The history of a record, newest first, with the name of each actor and the field names of that time. */
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
