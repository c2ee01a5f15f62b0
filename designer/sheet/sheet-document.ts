import { fieldTypes, type EntityDocument, type FieldMeta, type WordTree } from '../../engine/core/index.ts';
import { freeName } from '../document/form-moves.ts';
import { cultures, languageOf, type Names } from '../document/names.ts';
import { fieldNameOf, optionNameOf } from '../document/new-field.ts';
import { importText, valuesOf, type Column } from './guess.ts';
import type { Sheet } from './read-sheet.ts';

/** A column with its names. */
export interface NamedColumn extends Column {
  readonly names: Names;
}

/** The language of the person, and what the product calls things in the other one. */
export interface Naming {
  readonly first: string;
  readonly pair: (text: string, from: string) => string;
}

/** The request for an entity from a sheet. */
export interface SheetEntity extends Naming {
  readonly entity: string;
  readonly path: string;
  readonly names: Names;
  readonly plurals: Names;
  /** The label of the fields' section. */
  readonly section: Names;
  /** What a record is called by where no column can name it. */
  readonly number: Names;
  /** Role templates that work with it beside administrators. */
  readonly roles: readonly string[];
}

/** The fields of the included columns, by column index. */
export type FieldsByColumn = ReadonlyMap<number, string>;

export interface SheetDocument {
  readonly document: EntityDocument;
  readonly fields: FieldsByColumn;
}

/** Names that records, rules or addresses have already. */
const takenNames = new Set([
  ...['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'status'],
  ...['true', 'false', 'null', 'in', 'actor', 'input', 'old', 'now', 'today', 'constructor', 'toString', 'valueOf'],
  ...['culture', 'view', 'sort', 'sortField', 'sortOrder', 'pageNo', 'pageSize', 'searchValue', 'count'],
]);

/** Columns that a list begins with. */
const maxListed = 8;
const maxName = 40;

/** The names of the fields, each once: from what they are called in English, else by number. */
export function fieldNames(columns: readonly NamedColumn[]): FieldsByColumn {
  const taken: Record<string, true> = {};
  const fields = new Map<number, string>();
  for (const { at, isSkipped, names } of columns) {
    if (isSkipped) continue;
    const wanted = fieldNameOf(names['en-US']).slice(0, maxName);
    const name = wanted === '' ? numbered(taken, 'field') : freeName(taken, reworded(wanted));
    taken[name] = true;
    fields.set(at, name);
  }
  return fields;
}

/** `field1`, or the next that is free. */
const numbered = (taken: Readonly<Record<string, unknown>>, stem: string): string => {
  let count = 1;
  while (`${stem}${count}` in taken) count += 1;
  return `${stem}${count}`;
};

const reworded = (name: string): string => (takenNames.has(name) ? `${name}Field` : name);

/** The first draft of an entity from a sheet: fields, form, list and known words. */
export function sheetDocument(sheet: Sheet, columns: readonly NamedColumn[], entity: SheetEntity): SheetDocument {
  const fields = fieldNames(columns);
  const used = columns.filter(({ at }) => fields.has(at));
  const nameOf = ({ at }: NamedColumn): string => fields.get(at) ?? '';
  const titled = titleOf(sheet, used);
  const choices = used.flatMap((column) => {
    const options = optionsOf(sheet, column, entity);
    return options.length > 0 ? [{ name: nameOf(column), options }] : [];
  });
  const metas: [string, FieldMeta][] = used.map((column) => {
    const options = choices.find(({ name }) => name === nameOf(column))?.options ?? [];
    return [nameOf(column), metaOf(sheet, column, { options, isTitle: column === titled })];
  });
  const title = titled ? nameOf(titled) : freeName(Object.fromEntries(metas), 'number');
  if (!titled) metas.unshift([title, { type: 'sequence', sequence: 'NO-{n:6}' }]);
  const types = new Map(metas.map(([name, { type }]) => [name, type]));
  const ordered = [title, ...metas.flatMap(([name]) => (name === title ? [] : [name]))];
  const asked = ordered.filter((name) => types.get(name) !== 'sequence');
  const ofType = (...wanted: string[]) => ordered.filter((name) => wanted.includes(types.get(name) ?? ''));
  const labels = new Map<string, Names>([
    ...(titled ? [] : [[title, entity.number] as const]),
    ...used.map((column) => [nameOf(column), column.names] as const),
  ]);
  const listed = ordered.filter((name) => fieldTypes[types.get(name) ?? 'text'].traits.fullWidth !== true);
  const document: EntityDocument = {
    meta: {
      entity: entity.entity,
      path: entity.path,
      title,
      fields: Object.fromEntries(metas),
      list: {
        columns: [...listed.slice(0, maxListed), 'createdAt'],
        filters: ofType('choice', 'reference', 'boolean', 'date').slice(0, 5),
        search: [...new Set([title, ...ofType('text', 'email', 'phone')])].slice(0, 4),
      },
      form: { basic: formRows(asked, types) },
      access: {
        admin: { codes: ['*'] },
        ...Object.fromEntries(
          entity.roles.map((role) => [role, { codes: ['read', 'add', 'edit', 'import', 'export'] }]),
        ),
      } as EntityDocument['meta']['access'],
    },
    texts: textsOf(entity, labels, choices),
  };
  return { document, fields };
}

/** The words that are known, by language. */
const textsOf = (
  { names, plurals, section }: SheetEntity,
  labels: ReadonlyMap<string, Names>,
  choices: readonly { readonly name: string; readonly options: readonly Option[] }[],
): EntityDocument['texts'] =>
  Object.fromEntries(
    cultures.map((culture): [string, WordTree] => [
      culture,
      {
        ...worded('name', names[culture]),
        ...worded('plural', plurals[culture] || names[culture]),
        fields: wordsIn([...labels], culture),
        options: Object.fromEntries(
          choices.map(({ name, options }) => [
            name,
            wordsIn(
              options.map((option) => [option.value, option.names]),
              culture,
            ),
          ]),
        ),
        sections: { basic: section[culture] },
      },
    ]),
  );

const wordsIn = (named: readonly (readonly [string, Names])[], culture: keyof Names): WordTree =>
  Object.fromEntries(named.flatMap(([key, names]) => (names[culture] ? [[key, names[culture]]] : [])));

const worded = (key: string, word: string): WordTree => (word === '' ? {} : { [key]: word });

/** Two fields in a row; long ones alone. */
function formRows(names: readonly string[], types: ReadonlyMap<string, FieldMeta['type']>): string[][] {
  const rows: string[][] = [];
  for (const name of names) {
    const isWide = fieldTypes[types.get(name) ?? 'text'].traits.fullWidth === true;
    const last = rows.at(-1);
    const beside =
      last?.length === 1 && !isWide && fieldTypes[types.get(last[0] ?? '') ?? 'text'].traits.fullWidth !== true;
    if (last && beside) last.push(name);
    else rows.push([name]);
  }
  return rows;
}

/** The column that names a record: texts that are filled in everywhere, the more different the better, the earlier the better. */
function titleOf(sheet: Sheet, columns: readonly NamedColumn[]): NamedColumn | null {
  const texts = columns.filter(({ type }) => type === 'text' || type === 'email' || type === 'phone');
  const share = ({ at }: NamedColumn) => new Set(valuesOf(sheet, at)).size / sheet.rows.length;
  const full = texts.filter((column) => valuesOf(sheet, column.at).length === sheet.rows.length);
  const distinct = full.find((column) => share(column) >= 0.95 && column.type === 'text');
  return (
    distinct ?? full.find(({ type }) => type === 'text') ?? texts.find(({ type }) => type === 'text') ?? full[0] ?? null
  );
}

function metaOf(
  sheet: Sheet,
  column: NamedColumn,
  { options, isTitle }: { options: readonly Option[]; isTitle: boolean },
): FieldMeta {
  const { type, at, currency, to } = column;
  const values = valuesOf(sheet, at);
  const isFull = values.length === sheet.rows.length;
  switch (type) {
    case 'text': {
      const longest = Math.max(0, ...values.map((value) => [...value].length));
      return { type, ...(isTitle && isFull ? { required: true } : {}), maxLength: longest <= 100 ? 200 : 500 };
    }
    case 'decimal': {
      const scales = values.flatMap((value) => importText(value, column)?.split('.')[1]?.length ?? 0);
      return { type, scale: Math.min(10, Math.max(2, ...scales)) };
    }
    case 'money': {
      const scales = values.flatMap((value) => importText(value, column)?.split('.')[1]?.length ?? 0);
      const scale = Math.max(0, ...scales);
      return { type, ...(scale > 2 ? { scale: Math.min(4, scale) } : {}), ...(currency ? { currency } : {}) };
    }
    case 'choice':
      return { type, options: options.map(({ value }) => value) };
    case 'reference':
      return { type, to };
    default:
      return { type };
  }
}

/** A value of a choice: its name for programs, what the sheet calls it, and what people do. */
interface Option {
  readonly value: string;
  readonly word: string;
  readonly names: Names;
}

/** The values of a choice in the order of the sheet. */
function optionsOf(sheet: Sheet, column: NamedColumn, { first, pair }: Naming): Option[] {
  if (column.type !== 'choice') return [];
  const taken: Record<string, true> = {};
  return [...new Set(valuesOf(sheet, column.at))].map((word): Option => {
    const names = namesOf(word, { first, pair });
    const wanted = optionNameOf(names['en-US'] || word).slice(0, maxName);
    const value = /^[\w.-]+$/.test(wanted) ? freeName(taken, wanted) : numbered(taken, 'value');
    taken[value] = true;
    return { value, word, names };
  });
}

/** The names of a column or entity: the sheet's own, and the product's word in the other language. */
export function namesOf(head: string, { first, pair }: Naming): Names {
  const text = head.replace(/\s+/g, ' ').trim().slice(0, 100);
  const from = languageOf(text);
  // Figures and signs are the same in every language.
  if (from === null) return { 'zh-CN': text, 'en-US': text };
  const other = pair(text, from).slice(0, 100);
  const names: Names = { 'zh-CN': from === 'zh-CN' ? text : other, 'en-US': from === 'en-US' ? text : other };
  // The person's own language is never without a word.
  return names[first as keyof Names] === '' ? { ...names, [first]: text } : names;
}

/** The rows as the import takes them: the fields as heads, each cell as its type is written; what does not fit stays as it is. */
export function importTable(
  sheet: Sheet,
  columns: readonly NamedColumn[],
  { fields, naming }: { fields: FieldsByColumn; naming: Naming },
): { readonly heads: string[]; readonly rows: string[][] } {
  const used = columns.filter(({ at }) => fields.has(at));
  const codes = new Map(
    used.map((column) => [
      column.at,
      new Map(optionsOf(sheet, column, naming).map(({ value, word }) => [word, value])),
    ]),
  );
  return {
    heads: used.map(({ at }) => fields.get(at) ?? ''),
    rows: sheet.rows.map((row) =>
      used.map((column) => {
        const cell = row[column.at] ?? '';
        return codes.get(column.at)?.get(cell) ?? importText(cell, column) ?? cell;
      }),
    ),
  };
}

/** Rows as a CSV file. */
export const csvOf = (table: readonly (readonly string[])[]): string =>
  table
    .map((row) => row.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n');
