import type { Entity, Issue } from '../../../engine/core/index.ts';
import { issue } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { UnreadableTable } from '../../files/csv.ts';
import type { FileStore } from '../../files/file-store.ts';
import { readBook } from '../../files/read-book.ts';
import type { FoundRecord, Reader } from '../../modules/module.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { createRecord } from '../write/add.ts';
import { pathWord, refuseUnlessImporting } from './import-records.ts';
import type { NamedObject } from './keep-file.ts';
import { declaredFields } from '../write/read-input.ts';

/** A person's choices for a file in a foreign layout. */
export interface Choice {
  /** Values for every record, and for the reader's own questions. */
  readonly given: Readonly<Record<string, string>>;
  /** Selected records by index, each with its changed values. */
  readonly records: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A parsed file, in the sender's language. */
export interface Understood {
  /** Fields that may be entered or changed for each record. */
  asks: readonly string[];
  questions: { name: string; label: string }[];
  records: {
    at: string;
    title: string;
    summary: string;
    values: Readonly<Record<string, unknown>>;
    notes: readonly string[];
    /** A record with problems is not imported. */
    problems: string[];
  }[];
}

interface Room {
  files: FileStore;
  texts: Texts;
  culture: Culture;
  /** Stops reading when the request is aborted. */
  gone: AbortSignal;
}

/** Longer previews leave values out; the file is parsed again on import. */
const maxShown = 400_000;
const maxRecords = 500;

/** Previews a file in a foreign layout with the module's reader for the entity. Stores nothing. */
export async function understandFile(
  context: Context,
  actor: Actor,
  entity: Entity,
  upload: NamedObject,
  at: Room & { choice: Choice },
): Promise<Understood> {
  const { reader, found, questions } = await understand(context, actor, entity, upload, at);
  const { texts, culture } = at;
  const worded = (each: Issue) => wordsOf(each, texts, culture, actor, entity);
  return {
    asks: reader.asks.filter((name) => entity.byName.has(name)),
    questions: questions.map(({ name, label }) => ({ name, label: texts.error(culture, label) })),
    records: found.map(({ at: place, title, summary, values, notes, issues }) => ({
      at: place,
      title,
      summary: texts.issue(culture, summary, actor.catalog),
      values: Object.fromEntries(
        Object.entries(known(entity, values)).filter(([, value]) => JSON.stringify(value).length <= maxShown),
      ),
      notes,
      problems: issues.map(worded),
    })),
  };
}

/** Adds the selected records of a file, each under the rules of any new record, completely or not at all. */
export async function takeFile(
  context: Context,
  actor: Actor,
  entity: Entity,
  upload: NamedObject,
  at: Room & { choice: Choice; key: string | null },
): Promise<{ results: { at: string; id: string | null; reasons: string[] }[] }> {
  const { found } = await understand(context, actor, entity, upload, at);
  const { records } = at.choice;
  const results = [];
  for (const record of found) {
    const changed = Object.hasOwn(records, record.at) ? records[record.at] : undefined;
    if (!changed) continue;
    at.gone.throwIfAborted();
    const values = known(entity, { ...record.values, ...changed });
    const { id, issues } = await add(context, actor, entity, { ...record, values }, at.key);
    const reasons = issues.map((each) => wordsOf(each, at.texts, at.culture, actor, entity));
    results.push({ at: record.at, id, reasons });
  }
  return { results };
}

async function add(
  context: Context,
  actor: Actor,
  entity: Entity,
  { at, values, issues }: FoundRecord,
  key: string | null,
): Promise<{ id: string | null; issues: readonly Issue[] }> {
  if (issues.length > 0) return { id: null, issues };
  const request = {
    actor,
    entity,
    key: key === null ? null : `${key}:${at}`.slice(0, 200),
    fingerprint: `${entity.path}/readImport ${at} ${JSON.stringify(values)}`,
  };
  try {
    return { id: (await createRecord(context, request, values)).id, issues };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'refused') throw error;
    return { id: null, issues: error.details.issues ?? [] };
  }
}

async function understand(
  context: Context,
  actor: Actor,
  entity: Entity,
  upload: NamedObject,
  { files, gone, choice }: Room & { choice: Choice },
): Promise<{ reader: Reader; found: readonly FoundRecord[]; questions: { name: string; label: string }[] }> {
  refuseUnlessImporting(actor, entity);
  const reader = context.registry.reader(entity.name);
  if (!reader) throw new AppError('noRoute');
  try {
    const name = upload.name.slice(0, 200);
    const stem = name.replace(/\.[a-z]{1,5}$/i, '') || name;
    const sheets = [];
    const read = async function* (path: string) {
      yield* await readBook(path, stem, gone);
    };
    for await (const sheet of files.withLocal(upload.stored.objectName, read)) sheets.push(sheet);
    const { records, questions = [] } = reader.read({ name, sheets, given: choice.given });
    if (records.length > maxRecords) throw refused(issue('import.tooManyRows', 'file', { max: maxRecords }));
    return { reader, found: records, questions: [...questions] };
  } catch (error) {
    throw error instanceof UnreadableTable ? refused(issue(error.code, 'file', { ...error.params })) : error;
  }
}

/** Values for writable fields of the entity; system and read-only ones are dropped. */
function known(entity: Entity, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Set(declaredFields(entity).flatMap(({ name, meta }) => (meta.readOnly === true ? [] : [name])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** An issue's message, prefixed with the field's label or the file's cell. */
function wordsOf(found: Issue, texts: Texts, culture: Culture, actor: Actor, entity: Entity): string {
  const place = found.path.includes('!') ? `${found.path}: ` : pathWord(texts, culture, entity, found.path);
  return `${place}${texts.issue(culture, found, actor.catalog)}`;
}

/** Parses the choices in the form: JSON of short texts; empty if absent. */
export function readChoice(raw: unknown): Choice {
  try {
    const said: unknown = typeof raw === 'string' && raw !== '' ? JSON.parse(raw) : {};
    if (isPlain(said)) {
      const { given = {}, records = {} } = said;
      if (isPlain(given) && isPlain(records) && Object.values(records).every(isPlain)) {
        const texts = Object.entries(given).filter((each): each is [string, string] => typeof each[1] === 'string');
        return { given: Object.fromEntries(texts), records: records as Choice['records'] };
      }
    }
  } catch {
    // Reported below.
  }
  throw refused(issue('import.choice', 'choice'));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
