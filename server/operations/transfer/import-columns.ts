import type { Entity, Field, Issue } from '../../../engine/core/index.ts';
import { issue, targetOf } from '../../../engine/core/index.ts';
import { cultures, type Culture, type Texts } from '../../texts.ts';
import { choiceWords, fieldWord } from '../read/cell-words.ts';
import { isCalculated } from '../write/read-input.ts';

/** A record parsed from a row, before its references are resolved. */
export interface ReadRow {
  input: Record<string, unknown>;
  issues: Issue[];
  /** Texts that name records: their field, path, target entity, and a setter for the id. */
  named: Reference[];
  /** Texts that name records whose codes are wanted; the setter gets the text itself where it names none. */
  coded: Naming[];
}

interface Naming {
  target: string;
  text: string;
  path: string;
  put(found: string): void;
}

export interface Reference extends Naming {
  field: Field;
}

type ReadCell = (text: string, row: ReadRow) => void;

/** A file's columns: a reader per column, null for calculated ones, which are skipped. */
export interface Columns {
  readonly readers: readonly (ReadCell | null)[];
  /** The target of each column, `boxes[1].weight` for a cell of a sub-table; null if it is skipped. */
  readonly places: readonly (string | null)[];
  readonly issues: readonly Issue[];
}

interface At {
  texts: Texts;
  culture: string;
  timeZone: string;
  dictionaries: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Maximum sub-table rows as columns. */
const maxLines = 200;

/**
 * Parses the header of a file: a field's name or its label in either language, `boxes` as JSON, or `boxes[1].weight`
 * for a cell of the first row of a sub-table. Unknown and repeated columns are issues; system and calculated ones are
 * skipped, so that an exported file can be imported.
 */
export function readHeader(at: At, entity: Entity, header: readonly string[]): Columns {
  const issues: Issue[] = [];
  const known = fieldsByHeading(at.texts, entity);
  const seen = new Set<string>();
  const places: (string | null)[] = header.map(() => null);
  const readers = header.map((raw, index): ReadCell | null => {
    const heading = raw.trim();
    if (heading === '') return null;
    const found = columnOf(known, heading);
    const path = columnName(index);
    if (!found) {
      issues.push(issue('import.unknownColumn', path, { column: heading.slice(0, 100) }));
      return null;
    }
    const { field, line } = found;
    const place = line ? `${field.name}[${line.at}].${line.field.name}` : field.name;
    if (seen.has(place)) issues.push(issue('import.columnTwice', path, { column: heading.slice(0, 100) }));
    seen.add(place);
    if (field.system || isCalculated(field) || (line && isCalculated(line.field))) return null;
    places[index] = place;
    return line ? lineReader(at, entity, field, line) : fieldReader(at, entity, field);
  });
  return { readers, places, issues };
}

/** The header by a mapping: the target of each column, '' for skipped ones. */
export const mappedHeader = (
  header: readonly string[],
  mapping: readonly (string | null)[] | null,
): readonly string[] => (mapping ? header.map((_, at) => mapping[at] ?? '') : header);

/** Headings for all writable fields: labels, or names where two fields share a label. */
export function templateHeader(texts: Texts, culture: Culture, entity: Entity, fields: readonly Field[]): string[] {
  const known = fieldsByHeading(texts, entity);
  return fields.flatMap((field) => {
    if (field.lines)
      return templateLines.flatMap((at) =>
        (field.lines ?? [])
          .filter((each) => !isCalculated(each) && each.readOnly !== true)
          .map(({ name }) => `${field.name}[${at}].${name}`),
      );
    const word = fieldWord(texts, culture, entity, field);
    return known.get(word.toLowerCase()) === field ? word : field.name;
  });
}

/** Sub-table rows in a template; further columns of the same form may follow. */
const templateLines = [1, 2];

/** A row of the file as a record; blank cells leave the field's default. */
export function readRow(columns: Columns, cells: readonly string[]): ReadRow {
  const row: ReadRow = { input: {}, issues: [], named: [], coded: [] };
  columns.readers.forEach((read, at) => {
    const text = cells[at];
    if (read && text !== undefined && text !== '') read(text, row);
  });
  return row;
}

/** Fields by every possible heading, in lower case; null for the shared label of two fields. */
function fieldsByHeading(texts: Texts, entity: Entity): Map<string, Field | null> {
  const known = new Map<string, Field | null>();
  for (const field of entity.fields) {
    for (const culture of cultures) {
      const word = fieldWord(texts, culture, entity, field).toLowerCase();
      known.set(word, known.has(word) && known.get(word) !== field ? null : field);
    }
  }
  for (const field of entity.fields) known.set(field.name.toLowerCase(), field);
  return known;
}

function columnOf(known: ReadonlyMap<string, Field | null>, heading: string) {
  const field = known.get(heading.toLowerCase());
  if (field) return { field, line: null };
  const [, outer = '', at = '', inner = ''] = /^(\w+)\[(\d{1,3})\]\.(\w+)$/.exec(heading) ?? [];
  const lines = known.get(outer.toLowerCase());
  const column = lines?.lines?.find(({ name }) => name.toLowerCase() === inner.toLowerCase());
  const number = Number(at);
  if (!lines || !column || number < 1 || number > maxLines) return null;
  return { field: lines, line: { at: number, field: column } };
}

function fieldReader(at: At, entity: Entity, field: Field): ReadCell {
  const read = valueReader(at, entity, field);
  return (text, row) => read(text, row, (value) => (row.input[field.name] = value), field.name);
}

/** Reads a cell of a sub-table's row; skipped rows in between stay empty. */
function lineReader(at: At, entity: Entity, field: Field, line: { at: number; field: Field }): ReadCell {
  const path = `${field.name}[${line.at - 1}].${line.field.name}`;
  const read = valueReader(at, entity, line.field);
  return (text, row) => {
    const rows = (Array.isArray(row.input[field.name]) ? row.input[field.name] : []) as Record<string, unknown>[];
    row.input[field.name] = rows;
    while (rows.length < line.at) rows.push({});
    const target = rows[line.at - 1] ?? {};
    read(text, row, (value) => (target[line.field.name] = value), path);
  };
}

type ReadValue = (text: string, row: ReadRow, put: (value: unknown) => void, path: string) => void;

function valueReader(at: At, entity: Entity, field: Field): ReadValue {
  const { meta, type } = field;
  const target = meta.type === 'parent' ? entity.name : targetOf(field);
  if (target && meta.type !== 'file' && meta.type !== 'image') return referenceReader(field, target);
  const codes = codesByWord(at, entity, field);
  const context = { culture: at.culture, timeZone: at.timeZone };
  return (text, row, put, path) => {
    const parse = (meant: string): void => {
      const read = type.fromText(meant, meta, context);
      if (read.ok) put(read.value);
      else row.issues.push(...read.issues.map((found) => ({ ...found, path: joined(path, found.path) })));
    };
    if (meta.codeOf) row.coded.push({ target: meta.codeOf, text: text.trim(), path, put: parse });
    else parse(codes ? inCodes(text, codes, meta.type === 'choices') : text);
  };
}

/** References are resolved per batch; until then the value is the text. */
function referenceReader(field: Field, target: string): ReadValue {
  const many = field.meta.type === 'references';
  return (text, row, put, path) => {
    const names = many ? split(text) : [text.trim()];
    const ids: string[] = names.map(() => '');
    names.forEach((name, at) => {
      const place = (id: string) => {
        ids[at] = id;
        put(many ? ids : id);
      };
      row.named.push({ field, target, text: name, path, put: place });
    });
  };
}

/** Codes of a choice by code and by label in either language, in lower case. */
function codesByWord(at: At, entity: Entity, field: Field): ReadonlyMap<string, string> | null {
  const { meta } = field;
  if (meta.type !== 'choice' && meta.type !== 'choices') return null;
  const codes = new Map<string, string>();
  for (const culture of cultures) {
    const words = choiceWords({ ...at, culture }, entity, field);
    for (const [code, word] of words ?? []) codes.set(word.toLowerCase(), code);
  }
  for (const code of meta.options ?? []) codes.set(code.toLowerCase(), code);
  return codes;
}

const inCodes = (text: string, codes: ReadonlyMap<string, string>, many: boolean): string => {
  const one = (part: string) => codes.get(part.trim().toLowerCase()) ?? part;
  return many ? split(text).map(one).join(',') : one(text);
};

const split = (text: string): string[] => text.split(/[,;\n]/).flatMap((part) => part.trim() || []);

const joined = (path: string, inner: string): string =>
  inner === '' ? path : inner.startsWith('[') ? path + inner : `${path}.${inner}`;

/** Spreadsheet column names: `A`, `B`, ... `AA`. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
