import type { Entity } from '../../../engine/core/index.ts';
import { can, issue } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { UnreadableTable } from '../../files/csv.ts';
import type { FileStore } from '../../files/file-store.ts';
import { readTable } from '../../files/read-table.ts';
import { prepared } from '../../store/database.ts';
import { progressSql } from '../../store/job-sql.ts';
import type { Culture, Texts } from '../../texts.ts';
import { fieldWord } from '../read/cell-words.ts';
import type { Actor, Context } from '../context.ts';
import { readDictionaryWords } from '../read/dictionaries.ts';
import { mappedHeader, readHeader, readRow, type Columns } from './import-columns.ts';
import { createMeanings } from './import-references.ts';
import { openRefusals, type Refusals } from './import-refusals.ts';
import { insertBatch } from './insert-batch.ts';
import { noteProgress, orderJob } from './jobs.ts';
import { fileRecord, type NamedObject } from './keep-file.ts';
import { write } from '../write/write.ts';

/** Rows per transaction, and batches in flight: one is validated while another is written. */
const batchRows = 500;
const inFlight = 2;

/** An import as ordered. */
export interface ImportRequest {
  entity: string;
  objectName: string;
  culture: Culture;
  /** The target of each column, if the person mapped them. */
  mapping?: readonly (string | null)[];
}

/** Progress of an import, stored with the job in the transaction of each batch. */
interface Reached {
  rows: number;
  added: number;
  refused: number;
  /** Valid bytes of the file of refused rows. */
  errorBytes: number;
}

export interface ImportRoom {
  files: FileStore;
  texts: Texts;
  signal: AbortSignal;
}

/**
 * Orders an import of an uploaded file; answers the job, and whether this upload was stored (false for a repeated
 * request).
 */
export async function orderImport(
  context: Context,
  actor: Actor,
  entity: Entity,
  upload: NamedObject,
  at: { culture: Culture; key: string | null; mapping: readonly (string | null)[] | null },
): Promise<{ answer: { job: string }; kept: boolean }> {
  refuseUnlessImporting(actor, entity);
  const id = context.newId();
  const request: ImportRequest = {
    entity: entity.name,
    objectName: upload.stored.objectName,
    culture: at.culture,
    ...(at.mapping ? { mapping: at.mapping } : {}),
  };
  const fingerprint =
    `${entity.path}/import ${upload.stored.hash} ${at.mapping ? JSON.stringify(at.mapping) : ''}`.trim();
  const answer = await write(context, { actor, entity, key: at.key, fingerprint }, async (write) => {
    await write.open();
    const ordered = { job: id };
    const source = fileRecord(context, actor, upload);
    await write.run(...source.statements, ...orderJob(actor, 'import', id, { ...request }), ...write.keeping(ordered));
    return ordered;
  });
  return { answer, kept: answer.job === id };
}

/**
 * Imports a file as its owner with the current rights, batch by batch; resumes after the last committed batch. Refused
 * rows are collected in a file with their reasons.
 */
export async function runImport(
  context: Context,
  actor: Actor,
  room: ImportRoom,
  job: { id: string; request: ImportRequest; result: unknown },
): Promise<void> {
  const { request } = job;
  const entity = actor.catalog.byName.get(request.entity);
  if (!entity) throw new AppError('noRoute');
  refuseUnlessImporting(actor, entity);
  const before = (job.result ?? null) as Reached | null;
  const start: Reached = before ?? { rows: 0, added: 0, refused: 0, errorBytes: 0 };
  await noteProgress(context, actor, job.id, { state: 'running' });
  const refusals = await openRefusals(await room.files.draft(`${job.id}-refused`), start.errorBytes);
  try {
    const reached = await addRows(context, actor, { entity, room, job, start, refusals });
    await finish(context, actor, room, job, reached);
  } catch (error) {
    throw error instanceof UnreadableTable ? refused(issue(error.code, 'file', { ...error.params })) : error;
  } finally {
    await refusals.close();
  }
}

interface Run {
  readonly entity: Entity;
  readonly room: ImportRoom;
  readonly job: { readonly id: string; readonly request: ImportRequest };
  readonly start: Reached;
  readonly refusals: Refusals;
}

async function addRows(context: Context, actor: Actor, { entity, room, job, start, refusals }: Run): Promise<Reached> {
  const { texts, files, signal } = room;
  const rows = files.withLocal(job.request.objectName, (path) => readTable(path, signal));
  const header = (await rows.next()).value as string[] | undefined;
  if (!header) throw refused(issue('import.noRows', 'file'));
  const columns = await readColumns(context, actor, { entity, texts, request: job.request, header });
  if (columns.issues.length > 0) throw refused(...columns.issues);
  const resolve = createMeanings(context, actor, texts, entity);
  const { culture } = job.request;
  const worded = (found: Parameters<Texts['issue']>[1]) =>
    `${pathWord(texts, culture, entity, found.path)}${texts.issue(culture, found, actor.catalog)}`;
  if (start.errorBytes === 0) await refusals.add([[...header, texts.error(culture, 'import.reasons')]]);

  let reached = start;
  let last: Promise<void> = Promise.resolve();
  const waiting: Promise<void>[] = [];
  let from = 0;
  for await (const batch of inBatches(rows, batchRows)) {
    signal.throwIfAborted();
    const at = from;
    from += batch.length;
    if (from <= start.rows) continue;
    const fresh = batch.slice(Math.max(0, start.rows - at));
    const read = fresh.map((cells) => readRow(columns, cells));
    await resolve(read);
    const inputs = read.map(({ input }) => input);
    const barred = await context.gate?.(actor, entity, 'import', inputs);
    barred?.forEach((issues, row) => read[row]?.issues.push(...issues));
    last = insertBatch(
      context,
      actor,
      entity,
      { rows: read, end: from },
      {
        key: (end) => `import:${job.id}:${end}`,
        before: last,
        note: async (write, part, refusedRows) => {
          const first = fresh.length - (from - part.end) - part.rows.length;
          const lines = [...refusedRows].map(([row, issues]) =>
            refusedLine(header, fresh[first + row], issues.map(worded)),
          );
          if (lines.length > 0) await refusals.add(lines);
          const next: Reached = {
            rows: part.end,
            added: reached.added + part.rows.length - refusedRows.size,
            refused: reached.refused + refusedRows.size,
            errorBytes: refusals.bytes(),
          };
          await write.run(progressSql(job.id, { done: next.rows, result: next }));
          return () => (reached = next);
        },
      },
    );
    // This batch's failure is reported by the batch that waits for it.
    last.catch(() => undefined);
    waiting.push(last);
    if (waiting.length >= inFlight) await waiting.shift();
  }
  await last;
  if (from === 0) throw refused(issue('import.noRows', 'file'));
  return reached;
}

/** A row as it came, with its reasons behind it. */
const refusedLine = (header: readonly string[], cells: readonly string[] | undefined, reasons: readonly string[]) => [
  ...header.map((_, cell) => cells?.[cell] ?? ''),
  reasons.join('; '),
];

export interface FileHead {
  readonly entity: Entity;
  readonly texts: Texts;
  readonly request: Pick<ImportRequest, 'culture' | 'mapping'>;
  readonly header: readonly string[];
}

/** The columns of a file, by header or mapping. */
export async function readColumns(
  context: Context,
  actor: Actor,
  { entity, texts, request, header }: FileHead,
): Promise<Columns> {
  const fields = entity.fields.flatMap((field) => [field, ...(field.lines ?? [])]);
  const codes = fields.flatMap(({ meta }) => meta.dictionary ?? []);
  const dictionaries = await readDictionaryWords(context, actor, codes);
  const at = { texts, culture: request.culture, timeZone: actor.timeZone, dictionaries };
  return readHeader(at, entity, mappedHeader(header, request.mapping ?? null));
}

/** Finishes an import: stores the file of refused rows, if any, and the result in one transaction. */
async function finish(
  context: Context,
  actor: Actor,
  { files, texts }: ImportRoom,
  job: { id: string; request: ImportRequest },
  { rows, added, refused: count }: Reached,
): Promise<void> {
  const { culture, entity } = job.request;
  const stored = count > 0 ? await files.keep(`${job.id}-refused`) : null;
  const name = `${texts.entity(culture, actor.catalog.byName.get(entity) ?? entity).plural} - ${texts.error(culture, 'import.reasons')}.csv`;
  const record = stored && fileRecord(context, actor, { name, stored, place: files.place });
  const result = { added, refused: count, errorFile: record?.id ?? null };
  const file = record?.id ?? null;
  const finished = progressSql(job.id, { state: 'done', done: rows, total: rows, result, file });
  await context.database.write(actor.entrance, (transaction) =>
    transaction.run(...[...(record?.statements ?? []), finished].map((each) => prepared(each, actor))),
  );
}

async function* inBatches(rows: AsyncIterable<string[]>, size: number): AsyncGenerator<string[][]> {
  let batch: string[][] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** `boxes[2].weight` with the field's labels. */
export function pathWord(texts: Texts, culture: Culture, entity: Entity, path: string): string {
  const [, name = '', rest = ''] = /^(\w+)(.*)$/.exec(path) ?? [];
  const field = entity.byName.get(name);
  return path === '' ? '' : `${field ? fieldWord(texts, culture, entity, field) + rest : path}: `;
}

export function refuseUnlessImporting(actor: Actor, entity: Entity): void {
  for (const code of ['import', 'add']) {
    if (!can(actor.rightsOn(entity), code))
      throw new AppError('forbidden', { params: { code: `${entity.path}:${code}` } });
  }
}
