import { isEmpty, type Field, type Grant } from '../../../engine/core/index.ts';
import { auditEachSql, closingSql, enqueueSql, storeAnswersSql, type Change } from '../../store/idempotency-sql.ts';
import {
  batchSql,
  deleteEachSql,
  deleteSql,
  insertSql,
  linesSql,
  updateEachSql,
  updateSql,
  type BatchRow,
} from '../../store/record-sql.ts';
import type { SqlQuery } from '../../store/sql.ts';
import { bookAllSql, bookingSql } from './booking.ts';
import type { Item, Mutation, MutationResult, PreparedItem, Values } from './mutation.ts';
import { declaredFields, same } from './read-input.ts';
import type { Write } from './write.ts';
import { NotBatchable } from './write-outcomes.ts';

/** An item with what it changes and what it answers. */
interface Writing {
  readonly item: PreparedItem;
  readonly changes: readonly Change[];
  readonly changed: readonly Field[];
  readonly answer: MutationResult;
  readonly version: number;
}

/**
 * The last statements of a write: bookings, rows, audit entries, stored answers and jobs. Sets every item's outcome. A
 * single record needs one statement, a batch a few whatever its size.
 */
export function persist(write: Write, mutation: Mutation, items: readonly Item[]): SqlQuery[] {
  const writings = items.flatMap((item) => (isPrepared(item) ? [writingOf(write, mutation, item)] : []));
  for (const { item, answer } of writings) item.outcome = answer;
  const [first] = writings;
  if (!first) return [];
  const jobs = writings.flatMap((each) => enqueue(write, mutation, each));
  return write.batch
    ? [...persistBatch(write, mutation, writings), ...jobs]
    : [...persistOne(write, mutation, first), ...jobs];
}

const isPrepared = (item: Item): item is PreparedItem => item.outcome === null && item.prepared !== null;

function writingOf({ request: { entity } }: Write, mutation: Mutation, item: PreparedItem): Writing {
  const { old } = item.draft;
  const { id, record } = item.prepared;
  if (mutation.change === 'insert') {
    const changes = firstChanges(declaredFields(entity), record);
    return { item, changes, changed: [], version: 1, answer: { id, version: 1 } };
  }
  const version = Number(old?.['version']) + 1;
  if (mutation.change === 'delete') {
    return { item, changes: lastChanges(declaredFields(entity), record), changed: [], version, answer: { id } };
  }
  const changed = old ? entity.fields.filter((field) => differs(field, record, old)) : [];
  const changes = changed.map((field) => ({ field: field.name, ...shown(field, old ?? {}, record) }));
  const status = entity.start === null ? {} : { status: record['status'] };
  return { item, changes, changed, version, answer: { id, version, ...status } };
}

function persistOne(write: Write, mutation: Mutation, writing: Writing): SqlQuery[] {
  const { item, changes, changed, answer, version } = writing;
  const { actor, entity } = write.request;
  const { id, record, org, booking } = item.prepared;
  const closing = {
    audit: write.auditEntry(id, mutation.name, version, changes),
    storedAnswer: item.key && { ...item.key, answer: JSON.stringify(answer) },
  };
  const given = { id, org, by: actor.facts.id };
  const booked = booking ? [bookingSql(booking)] : [];
  if (mutation.change === 'delete') return [...booked, deleteSql(entity, id), closingSql(closing)];
  if (mutation.change === 'insert') {
    const lines = entity.fields.filter((field) => field.lines && ((record[field.name] ?? []) as unknown[]).length > 0);
    const rows = lines.flatMap((field) => linesSql(entity, field, given, record).slice(1));
    return [...booked, insertSql(entity, given, record, closing), ...rows];
  }
  const rights = actor.rightsOn(entity);
  const update = { entity, rights, id, version: version - 1, by: given.by, changed, record };
  const lines = changed.filter((field) => field.lines).flatMap((field) => linesSql(entity, field, given, record));
  return [...booked, updateSql({ ...update, reaching: item.draft.reaching, ...closing }), ...lines];
}

function persistBatch(write: Write, mutation: Mutation, writings: readonly Writing[]): SqlQuery[] {
  const audit = writings.map(({ item, version, changes }) =>
    write.auditEntry(item.prepared.id, mutation.name, version, changes),
  );
  const answers = writings.flatMap(({ item: { key }, answer }) =>
    key ? [{ ...key, answer: JSON.stringify(answer) }] : [],
  );
  return [
    ...bookAllSql(writings.map(({ item }) => item.prepared.booking)),
    ...rowsOf(write, mutation, writings),
    auditEachSql(audit),
    ...(answers.length > 0 ? [storeAnswersSql(answers)] : []),
  ];
}

function rowsOf(write: Write, mutation: Mutation, writings: readonly Writing[]): SqlQuery[] {
  const { entity } = write.request;
  if (mutation.change === 'insert')
    return batchSql(
      entity,
      writings.map(({ item }) => rowOf(item)),
    );
  if (mutation.change === 'delete')
    return [
      deleteEachSql(
        entity,
        writings.map(({ item }) => item.prepared.id),
      ),
    ];
  return updatesOf(write, writings);
}

/** A new record as a row of a batch insert. */
export const rowOf = ({ prepared: { id, org, by, at, record } }: PreparedItem): BatchRow => ({
  id,
  org,
  by,
  at,
  record,
});

/** One statement for all records that change the same fields under the same grants. */
function updatesOf({ request: { actor, entity } }: Write, writings: readonly Writing[]): SqlQuery[] {
  const rights = actor.rightsOn(entity);
  const groups = new Map<string, { changed: readonly Field[]; reaching: readonly Grant[]; rows: Writing[] }>();
  for (const writing of writings) {
    const { changed, item } = writing;
    const { reaching } = item.draft;
    if (changed.some(({ lines }) => lines)) throw new NotBatchable();
    const key = [...changed.map(({ id }) => id), ...reaching.map((grant) => rights.indexOf(grant))].join(' ');
    const group = groups.get(key) ?? { changed, reaching, rows: [] };
    group.rows.push(writing);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ changed, reaching, rows }) =>
    updateEachSql({
      ...{ entity, rights, by: actor.facts.id, changed, reaching },
      rows: rows.map(({ item: { prepared }, version }) => ({
        ...{ id: prepared.id, version: version - 1, record: prepared.record },
      })),
    }),
  );
}

/** Adds the jobs of an action to the outbox. */
function enqueue({ request: { actor, entity } }: Write, mutation: Mutation, { item, version }: Writing): SqlQuery[] {
  const { id } = item.prepared;
  const operation = `${entity.name}:${id}:${version}`;
  return item.draft.jobs.map((job) => {
    const call = {
      ...{ job, entity: entity.name, action: mutation.name, record: id },
      ...{ tenant: actor.tenant, actor: actor.facts, operation },
    };
    return enqueueSql('socket', call, `${operation}:${job}`);
  });
}

/** The audit entry of a new record: all its values except secrets. */
const firstChanges = (fields: readonly Field[], record: Values): Change[] =>
  fields
    .filter((field) => field.meta.type !== 'secret' && !isEmpty(record[field.name]))
    .map((field) => ({ field: field.name, before: null, after: record[field.name] }));

const lastChanges = (fields: readonly Field[], record: Values): Change[] =>
  fields
    .filter((field) => !isEmpty(record[field.name]))
    .map((field) => ({ field: field.name, before: record[field.name], after: null }));

/** Whether a write changes a field. */
function differs(field: Field, record: Values, old: Values): boolean {
  if (field.system && field.name !== 'status') return false;
  if (!(field.name in record)) return false;
  if (field.meta.type === 'secret') return record[field.name] !== undefined && record[field.name] !== null;
  return !same(record[field.name], old[field.name] ?? null);
}

/** What the audit entry stores of a change; never a secret. */
function shown(field: Field, old: Values, record: Values): { before: unknown; after: unknown } {
  if (field.meta.type === 'secret') return { before: null, after: null };
  return { before: old[field.name] ?? null, after: record[field.name] ?? null };
}
