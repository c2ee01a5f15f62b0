import type { Readable } from 'node:stream';
import type { Entity, Issue } from '../../../engine/core/index.ts';
import { issue, unwritable } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { UnreadableTable } from '../../files/csv.ts';
import type { FileStore } from '../../files/file-store.ts';
import { readTable } from '../../files/read-table.ts';
import { xlsxBytes } from '../../files/xlsx.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { readRow, templateHeader } from './import-columns.ts';
import { pathWord, readColumns, refuseUnlessImporting } from './import-records.ts';
import { createMeanings } from './import-references.ts';
import { insertMany } from '../write/insert-many.ts';
import type { NewRecord } from '../write/insert-many.ts';
import type { NamedObject } from './keep-file.ts';
import { isCalculated, lockedFields } from '../write/read-input.ts';

const shownRows = 100;
const maxColumns = 500;

export interface ImportPreview {
  header: string[];
  /** The target of each column; null if it is skipped. */
  mapping: (string | null)[];
  /** Problems of columns: repeated ones, and unknown targets of a mapping. */
  problems: string[];
  rows: { cells: string[]; reasons: string[] }[];
  /** Whether the file has further rows. */
  more: boolean;
}

/**
 * Previews an import: the first hundred rows, each with the issues that would refuse it. The rows are added by the
 * import's own code in a transaction that is rolled back.
 */
export async function previewImport(
  context: Context,
  actor: Actor,
  entity: Entity,
  upload: NamedObject,
  at: {
    files: FileStore;
    texts: Texts;
    culture: Culture;
    mapping: readonly (string | null)[] | null;
    /** Stops reading when the request is aborted. */
    gone: AbortSignal;
  },
): Promise<ImportPreview> {
  refuseUnlessImporting(actor, entity);
  const { files, texts, culture, mapping, gone } = at;
  const table = files.withLocal(upload.stored.objectName, (path) => readTable(path, gone));
  const { header, rows, more } = await firstRows(table);
  gone.throwIfAborted();
  const request = { culture, ...(mapping ? { mapping } : {}) };
  const columns = await readColumns(context, actor, { entity, texts, request, header });
  // In a preview an unknown heading is left for the person to map, not an error.
  const faults = mapping ? columns.issues : columns.issues.filter(({ code }) => code !== 'import.unknownColumn');
  const read = rows.map((cells) => readRow(columns, cells));
  await createMeanings(context, actor, texts, entity)(read);
  const reasons = await rehearse(context, actor, entity, read);
  const worded = (found: Issue) =>
    `${pathWord(texts, culture, entity, found.path)}${texts.issue(culture, found, actor.catalog)}`;
  return {
    header,
    mapping: [...columns.places],
    problems: faults.map((found) => `${found.path}: ${texts.issue(culture, found, actor.catalog)}`),
    rows: rows.map((cells, row) => ({ cells, reasons: (reasons.get(row) ?? []).map(worded) })),
    more,
  };
}

/** A workbook with a column for each writable field and no rows. */
export function importTemplate(
  actor: Actor,
  entity: Entity,
  texts: Texts,
  culture: Culture,
): { name: string; bytes: Readable } {
  refuseUnlessImporting(actor, entity);
  const locked = new Set([...lockedFields(entity), ...unwritable(entity, actor.rightsOn(entity), 'add')]);
  const typed = entity.fields.filter((field) => !field.system && !locked.has(field.name) && !isCalculated(field));
  const first = typed.filter((field) => field.meta.required === true);
  const ordered = [...first, ...typed.filter((field) => !first.includes(field))];
  const name = texts.entity(culture, entity).plural;
  const columns = templateHeader(texts, culture, entity, ordered).map((header) => ({ header }));
  return { name: `${name}.xlsx`, bytes: xlsxBytes(noRows(), { name, columns }) };
}

/** Parses the mapping in the query: a JSON list of targets and nulls; null if absent. */
export function readMapping(raw: unknown): (string | null)[] | null {
  if (raw === undefined) return null;
  try {
    const read: unknown = typeof raw === 'string' ? JSON.parse(raw) : null;
    if (Array.isArray(read) && read.length <= maxColumns && read.every(isPlace)) return read;
  } catch {
    // Reported below.
  }
  throw refused(issue('import.mapping', 'mapping'));
}

const isPlace = (one: unknown): one is string | null =>
  one === null || (typeof one === 'string' && one.length > 0 && one.length <= 200);

async function firstRows(
  table: AsyncIterable<string[]>,
): Promise<{ header: string[]; rows: string[][]; more: boolean }> {
  const rows: string[][] = [];
  let header: string[] | null = null;
  try {
    for await (const row of table) {
      if (!header) header = row;
      else if (rows.length < shownRows) rows.push(row);
      else return { header, rows, more: true };
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? refused(issue(error.code, 'file', { ...error.params })) : error;
  }
  if (!header || rows.length === 0) throw refused(issue('import.noRows', 'file'));
  return { header, rows, more: false };
}

/** Rolls back a preview. */
class Rehearsed extends Error {
  constructor(readonly refused: ReadonlyMap<number, Issue[]>) {
    super('rehearsed');
  }
}

async function rehearse(
  context: Context,
  actor: Actor,
  entity: Entity,
  records: readonly NewRecord[],
): Promise<ReadonlyMap<number, readonly Issue[]>> {
  try {
    await insertMany(context, actor, entity, records, {
      verb: 'import',
      key: null,
      after: async (_write, _ids, refusedRows) => {
        throw new Rehearsed(new Map(refusedRows));
      },
    });
    return new Map();
  } catch (error) {
    if (error instanceof Rehearsed) return error.refused;
    // A value is taken by a row that this person cannot see: halve until the row is by itself.
    if (!(error instanceof AppError) || error.kind !== 'refused') throw error;
    if (records.length === 1) return new Map([[0, error.details.issues ?? []]]);
    const half = records.length >> 1;
    const first = await rehearse(context, actor, entity, records.slice(0, half));
    const second = await rehearse(context, actor, entity, records.slice(half));
    return new Map([...first, ...[...second].map(([at, issues]) => [at + half, issues] as const)]);
  }
}

async function* noRows(): AsyncGenerator<string[]> {
  yield* [];
}
