import { createWriteStream } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Entity, Issue } from '../../../engine/core/index.ts';
import { can, issue } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { csvText } from '../../files/csv.ts';
import type { FileStore } from '../../files/file-store.ts';
import { xlsxBytes } from '../../files/xlsx.ts';
import { prepared } from '../../store/database.ts';
import { exportCountSql, exportIdsSql, exportSql } from '../../store/export-sql.ts';
import { progressSql } from '../../store/job-sql.ts';
import { auditSql } from '../../store/idempotency-sql.ts';
import type { Culture, Texts } from '../../texts.ts';
import { balanceRows, type BalanceRows } from '../read/balance-rows.ts';
import { choiceWords, columnWords, type ColumnWords } from '../read/cell-words.ts';
import type { Actor, Context } from '../context.ts';
import { readerOf, titleWords } from '../read/delivered-names.ts';
import { figureColumn, figureColumns, seenFigures, withFigures } from '../read/figures.ts';
import { readDictionaryWords } from '../read/dictionaries.ts';
import { noteProgress, orderJob } from './jobs.ts';
import { fileRecord } from './keep-file.ts';
import { dated, open, type Query } from '../read/list-records.ts';
import { momentIn } from '../moment.ts';
import { write } from '../write/write.ts';
import { writeDocument, type Ordered } from './export-document.ts';

/** Maximum rows of one file. */
export const maxExported = 400_000;
const chunk = 2_000;

type Row = Readonly<Record<string, unknown>>;

/** An export as ordered. */
export interface ExportRequest {
  entity: string;
  format: 'csv' | 'xlsx' | 'pdf';
  columns: string[];
  query: Query;
  culture: Culture;
}

/** Dependencies of exports beside the context. */
export interface ExportRoom {
  files: FileStore;
  texts: Texts;
  signal: AbortSignal;
}

/** Orders an export of a list; answers the job. Throws `forbidden`, or `refused` with every issue. */
export async function orderExport(
  context: Context,
  actor: Actor,
  entity: Entity,
  body: Row,
  at: { culture: Culture; key: string | null },
): Promise<{ job: string }> {
  refuseUnlessExporting(actor, entity);
  const asked = readQuery(body['query']);
  // Made after midnight, it still holds the days that the person saw.
  const query = dated(context, actor, asked);
  const issues: Issue[] = [];
  const format = body['format'] ?? 'csv';
  if (!isFormat(context, entity, format)) issues.push(issue('choice.unknown', 'format', { value: String(format) }));
  const columns = readColumns(actor, entity, body['columns'], issues);
  if (issues.length > 0 || !isFormat(context, entity, format)) throw refused(...issues);
  open(actor, entity, query);
  const request = { entity: entity.name, format, columns, query, culture: at.culture };
  // As it was asked: a repetition after midnight is the same request.
  const fingerprint = `${entity.path}/export ${JSON.stringify({ ...request, query: asked })}`;
  return write(context, { actor, entity, key: at.key, fingerprint }, async (write) => {
    await write.open();
    const answer = { job: context.newId() };
    await write.run(...orderJob(actor, 'export', answer.job, request), ...write.keeping(answer));
    return answer;
  });
}

/**
 * Writes the file of an export as its owner with the current rights. Always starts from the beginning; stores the job's
 * result, file and audit entry in one transaction.
 */
export async function runExport(
  context: Context,
  actor: Actor,
  room: ExportRoom,
  job: { id: string; request: ExportRequest },
): Promise<void> {
  const { request } = job;
  const { entity, total, columns, chunks: open } = await openExport(context, actor, room.texts, request);
  if (total > maxExported) throw refused(issue('export.tooMany', '', { max: maxExported }));
  await noteProgress(context, actor, job.id, { state: 'running', done: 0, total });
  let done = 0;
  const chunks = open(async (count) => {
    room.signal.throwIfAborted();
    done += count;
    await noteProgress(context, actor, job.id, { done });
  });
  const path = await room.files.draft(`${job.id}-export`);
  const words = room.texts.entity(request.culture, entity);
  if (request.format === 'pdf') {
    const table: Ordered['open'] = (query, names) =>
      openExport(context, actor, room.texts, { ...request, query, columns: [...names] });
    done = await writeDocument(context, actor, room.texts, { ...request, open: table }, path);
    await noteProgress(context, actor, job.id, { done, total: done });
  } else if (request.format === 'csv') await writeCsv(path, columns, chunks);
  else {
    const sheet = { name: words.plural, columns };
    const names = columns.map(({ name }) => name);
    const frame = await balanceRows(context, actor, room.texts, { ...request, entity, columns: names });
    await pipeline(xlsxBytes(typedRows(columns, chunks, frame), sheet), createWriteStream(path, { mode: 0o600 }));
  }

  const stored = await room.files.keep(`${job.id}-export`);
  const day = momentIn(actor.timeZone, context.clock()).slice(0, 10);
  const record = fileRecord(context, actor, {
    name: `${words.plural} ${day}.${request.format}`,
    stored,
    place: room.files.place,
  });
  const by = actor.facts.id;
  const changes = [
    { field: 'rows', before: null, after: done },
    { field: 'query', before: null, after: request.query },
  ];
  const trail = { id: context.newId(), entity: entity.name, record: job.id, verb: 'export', version: 1, by, changes };
  const finished = progressSql(job.id, { state: 'done', done, total: done, result: { rows: done }, file: record.id });
  try {
    await context.database.write(actor.entrance, (transaction) =>
      transaction.run(...[...record.statements, auditSql(trail), finished].map((each) => prepared(each, actor))),
    );
  } catch (error) {
    await room.files.remove(stored.objectName);
    throw error;
  }
}

function entityOf(actor: Actor, request: ExportRequest): Entity {
  const entity = actor.catalog.byName.get(request.entity);
  if (!entity) throw new AppError('noRoute');
  return entity;
}

/** The table of an export: number of matching rows, columns with labels, and rows as a stream. */
export async function openExport(context: Context, actor: Actor, texts: Texts, request: ExportRequest) {
  const entity = entityOf(actor, request);
  refuseUnlessExporting(actor, entity);
  const { lens, read } = open(actor, entity, { ...request.query, culture: request.culture }, { context, texts });
  const counting = exportCountSql(entity, lens, read, maxExported).statement(actor);
  const [counted] = await context.database.report(actor.entrance, counting);
  const total = Number(counted?.[0]?.['count']);
  const figures = seenFigures(actor, entity).filter(({ key }) => request.columns.includes(figureColumn(key)));
  const columns = await wordedColumns(context, actor, entity, texts, request);
  const readIds = async (): Promise<string[]> => {
    const [listed] = await context.database.report(actor.entrance, exportIdsSql(entity, lens, read).statement(actor));
    return JSON.parse(String(listed?.[0]?.['ids'])) as string[];
  };
  async function* chunks(onChunk: (count: number) => Promise<void>): AsyncGenerator<Row[]> {
    const ids = await readIds();
    const fetch = async (from: number): Promise<Row[]> => {
      const names = columns.flatMap(({ name }) => [name, entity.byName.get(name)?.meta.translations ?? name]);
      const asked = { columns: names, ids: ids.slice(from, from + chunk) };
      const statement = exportSql(actor.catalog, entity, lens, read, asked).statement(actor);
      const [found] = await context.database.report(actor.entrance, statement);
      const rows = JSON.parse(String(found?.[0]?.['rows'])) as Row[];
      const places = rows.map(({ _place }) => asked.ids[Number(_place) - 1] ?? '');
      return [...(await withFigures(context, actor, { figures, ids: places, rows }))];
    };
    yield* inChunks(ids.length, fetch, onChunk);
  }
  return { entity, total, columns, chunks };
}

/** Reads chunks in list order, prefetching the next one while the last is written. */
async function* inChunks(
  total: number,
  fetch: (from: number) => Promise<Row[]>,
  onChunk: (count: number) => Promise<void>,
): AsyncGenerator<Row[]> {
  let next: Promise<Row[]> | null = total > 0 ? fetch(0) : null;
  for (let from = 0; next; from += chunk) {
    const rows = await next;
    next = from + chunk < total ? fetch(from + chunk) : null;
    // If the consumer stops early, a failing prefetch must not become an unhandled rejection.
    next?.catch(() => undefined);
    yield rows;
    await onChunk(rows.length);
  }
}

async function writeCsv(path: string, columns: readonly ColumnWords[], chunks: AsyncIterable<Row[]>): Promise<void> {
  await writeFile(path, csvText([columns.map(({ header }) => header)], true), { mode: 0o600 });
  for await (const rows of chunks) {
    const texts = rows.map((row) => columns.map((column) => column.text(row)));
    if (texts.length > 0) await appendFile(path, csvText(texts, false));
  }
}

export async function* typedRows(columns: readonly ColumnWords[], chunks: AsyncIterable<Row[]>, frame: BalanceRows) {
  yield* frame.first;
  for await (const rows of chunks) for (const row of rows) yield columns.map((column) => column.typed(row));
  yield* frame.last;
}

async function wordedColumns(
  context: Context,
  actor: Actor,
  entity: Entity,
  texts: Texts,
  request: ExportRequest,
): Promise<ColumnWords[]> {
  const seen = new Map(actor.lensOn(entity).fields.map(({ field }) => [field.name, field]));
  const fields = request.columns.flatMap((name) => seen.get(name) ?? []);
  // References whose target's title is a choice.
  const targets = new Map(
    fields.flatMap((field) => {
      const title = actor.catalog.byName.get(field.meta.to ?? '')?.title;
      return title?.meta.type === 'choice' ? [[field, title] as const] : [];
    }),
  );
  const dictionaries = await readDictionaryWords(
    context,
    actor,
    [...fields, ...targets.values()].flatMap(({ meta }) => meta.dictionary ?? []),
  );
  const at = { texts, culture: request.culture, timeZone: actor.timeZone, dictionaries };
  const reader = readerOf(actor, texts, request.culture);
  const worded = new Map(
    fields.map((field) => {
      const target = actor.catalog.byName.get(field.meta.to ?? '');
      const titles =
        target && targets.has(field) ? choiceWords(at, target, target.title) : titleWords(reader, entity, field);
      return [field.name, [columnWords(at, entity, field, titles)]];
    }),
  );
  for (const figure of seenFigures(actor, entity))
    worded.set(figureColumn(figure.key), figureColumns(texts, request.culture, figure));
  return request.columns.flatMap((name) => worded.get(name) ?? []);
}

/** Documents are offered for entities for which a module renders one. */
const isFormat = (context: Context, entity: Entity, format: unknown): format is ExportRequest['format'] =>
  format === 'csv' || format === 'xlsx' || (format === 'pdf' && context.registry.document(entity.name) !== undefined);

function refuseUnlessExporting(actor: Actor, entity: Entity): void {
  if (!can(actor.rightsOn(entity), 'export')) {
    throw new AppError('forbidden', { params: { code: `${entity.path}:export` } });
  }
}

/** The columns of the list that this person sees. */
export function listedColumns(actor: Actor, entity: Entity): string[] {
  const visible = seenColumns(actor, entity);
  const figures = (entity.meta.list.figures ?? []).map(({ entity: other, counted }) => `${other}.${counted}`);
  return [...entity.meta.list.columns, ...figures.map(figureColumn)].filter((name) => visible.has(name));
}

function seenColumns(actor: Actor, entity: Entity): ReadonlySet<string> {
  const fields = actor.lensOn(entity).fields.map(({ field }) => field.name);
  return new Set([...fields, ...seenFigures(actor, entity).map(({ key }) => figureColumn(key))]);
}

/** The requested columns that this person sees; the list's by default. */
function readColumns(actor: Actor, entity: Entity, raw: unknown, issues: Issue[]): string[] {
  const visible = seenColumns(actor, entity);
  if (raw === undefined || raw === null) return listedColumns(actor, entity);
  const names = Array.isArray(raw) ? [...new Set(raw.map(String))] : [];
  if (names.length === 0) issues.push(issue('required', 'columns'));
  names.forEach((name, at) => {
    if (!visible.has(name)) issues.push(issue('query.unknownField', `columns[${at}]`, { field: name.slice(0, 100) }));
  });
  return names;
}

/** Converts a list query from JSON into the form of a query string. */
function readQuery(raw: unknown): Query {
  if (raw === undefined || raw === null) return {};
  if (typeof raw !== 'object' || Array.isArray(raw)) throw refused(issue('value.invalid', 'query'));
  const ignored = new Set(['pageNo', 'pageSize', 'count']);
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]: [string, unknown]) => {
      if (ignored.has(key) || value === null || value === undefined) return [];
      return [[key, Array.isArray(value) ? value.map(String) : String(value as string)]];
    }),
  );
}
