import { ownOf, targetOf, type Catalog, type Entity, type Field, type Filter } from '../../../engine/core/index.ts';
import { cultures, type Culture, type Texts } from '../../texts.ts';
import type { Actor } from '../context.ts';
import { isTranslated, sayIn } from './translations.ts';

/*
 * Roles, dictionaries, menus, timers and settings come with the product, in the language of the tenant that was made. A
 * name that is unchanged since its delivery is shown in the reader's language; one that a tenant has chosen stays, and so
 * does one that a person has typed and that happens to be the same.
 */

type Flat = Readonly<Record<string, string>>;
type Says = (texts: Texts, culture: Culture, catalog: Catalog) => Flat;

const flatOf = ({ words: all }: Texts, culture: Culture, space: string): Flat =>
  (all.space(culture, space) ?? {}) as Flat;

const words =
  (space: string): Says =>
  (texts, culture) =>
    flatOf(texts, culture, space);

/** Texts of the engine whose keys match this pattern, by the part that it captures. */
const engineWords =
  (form: RegExp): Says =>
  (texts, culture) =>
    Object.fromEntries(
      Object.entries(flatOf(texts, culture, 'engine')).flatMap(([key, word]) => {
        const name = form.exec(key)?.[1];
        return name === undefined ? [] : [[name, word]];
      }),
    );

/** Roles that are delivered beside the templates. */
const deliveredRoles = engineWords(/^role\.delivered\.(\w+)$/);

/** Where the delivered names are translated, by entity. */
const sources: Readonly<Record<string, Says>> = {
  application: words('menus'),
  config: engineWords(/^setting\.(\w+)\.name$/),
  'dict-type': (texts, culture) =>
    Object.fromEntries(
      Object.entries((texts.words.space(culture, 'dictionaries') ?? {}) as Record<string, { name: string }>).map(
        ([code, { name }]) => [code, name],
      ),
    ),
  menu: (texts, culture, catalog) => ({
    ...Object.fromEntries(
      catalog.entities.map((entity) => [`entity ${entity.name}`, texts.entity(culture, entity).plural]),
    ),
    ...words('menus')(texts, culture, catalog),
  }),
  role: (texts, culture, catalog) => {
    const options = texts.entity(culture, 'role')['options'] as Record<string, Flat> | undefined;
    return { ...deliveredRoles(texts, culture, catalog), ...options?.['template'] };
  },
  timer: engineWords(/^timer\.([\w-]+)$/),
};

/** Names of records that new tenants or the demo start with, by entity. */
const startingNames = ({ words: all }: Texts, culture: Culture) =>
  (all.space(culture, 'names') ?? {}) as Readonly<Record<string, Flat>>;

export interface Reader {
  texts: Texts;
  culture: Culture;
  catalog: Catalog;
  /** The reader's tenant. */
  tenant: string;
}

/** How an actor reads names. */
export const readerOf = (actor: Actor, texts: Texts, culture: Culture): Reader => ({
  ...{ texts, culture, catalog: actor.catalog, tenant: actor.tenant },
});

/** Entities whose records only the demo names: in every other tenant people have typed all of them. */
const onlyDemo: ReadonlySet<string> = new Set(['channel', 'level', 'org', 'position']);

interface Names {
  /** Translations of delivered names that are unambiguous. */
  meant: ReadonlyMap<string, string>;
  /** The names in the reader's language by the records' codes. */
  coded: readonly (readonly [code: string, word: string])[];
  /** The words of `meant` by stored name, and of `coded` by code. */
  worded: ReadonlyMap<string, string>;
  /** Every delivered name with each translation that a record of this name may show. */
  spoken: readonly (readonly [kept: string, word: string])[];
  /** The translation for a record, which its keys identify. */
  own(row: Row, kept: string): string | undefined;
}

/** What was put together from these words of a catalog, by culture and entity. */
interface Kept {
  readonly words: Texts['words'];
  readonly version: number;
  readonly names: Map<string, Names | null>;
}

/**
 * Every list of an entity asks for its names, and those of the menu have a word for each entity in each culture. A
 * tenant's catalog takes its names along when it goes.
 */
const keptBy = new WeakMap<Catalog, Kept>();

/** The delivered names of an entity in the reader's language; null for an entity without any. */
function namesFor(reader: Reader, entity: string): Names | null {
  const { texts, culture, catalog, tenant } = reader;
  if (onlyDemo.has(entity) && !texts.demoTenants.has(tenant)) return null;
  const { words } = texts;
  const { version } = words;
  let kept = keptBy.get(catalog);
  // Edited texts count from the next answer on.
  if (kept?.words !== words || kept.version !== version) {
    kept = { words, version, names: new Map() };
    keptBy.set(catalog, kept);
  }
  const key = `${culture}\n${entity}`;
  const known = kept.names.get(key);
  if (known !== undefined) return known;
  const made = makeNames(reader, entity);
  kept.names.set(key, made);
  return made;
}

function makeNames({ texts, culture, catalog }: Omit<Reader, 'tenant'>, entity: string): Names | null {
  const source = ownOf(sources, entity);
  const names = (each: Culture) => (source ? source(texts, each, catalog) : ownOf(startingNames(texts, each), entity));
  const mine = names(culture);
  if (!mine) return null;
  const delivered = cultures.map((each) => names(each) ?? {});
  const meant = new Map<string, string>();
  const spoken: [string, string][] = [];
  const unclear = new Set<string>();
  for (const [key, kept] of delivered.flatMap((each) => Object.entries(each))) {
    const word = ownOf(mine, key);
    if (word === undefined) continue;
    spoken.push([kept, word]);
    if ((meant.get(kept) ?? word) !== word) unclear.add(kept);
    meant.set(kept, word);
  }
  // Two translations of one name are ambiguous.
  for (const kept of unclear) meant.delete(kept);
  return {
    meant,
    coded: Object.entries(mine),
    worded: new Map([...Object.entries(mine), ...meant]),
    spoken,
    own(row, kept) {
      const keys = keysOf(row);
      if (keys === null) return meant.get(kept);
      const key = keys.find((each) => delivered.some((names) => ownOf(names, each) === kept));
      return key === undefined ? undefined : ownOf(mine, key);
    },
  };
}

/**
 * Keys that identify a delivered record, null for a row that shows none; a menu entry's code may be prefixed with its
 * application's.
 */
function keysOf(row: Row): string[] | null {
  const { code, template, task, entity } = row;
  if (!['code', 'template', 'task'].some((key) => key in row)) return null;
  const texts = [code, template, task].filter((each) => typeof each === 'string');
  const inner = texts.map((each) => each.slice(each.indexOf('.') + 1));
  return [...texts, ...inner, ...(typeof entity === 'string' ? [`entity ${entity}`] : [])];
}

/** A delivered name in the reader's language. */
export const nameFor = (reader: Reader, entity: string, kept: string | null): string | null =>
  kept === null ? null : (namesFor(reader, entity)?.meant.get(kept) ?? kept);

/** Maximum names added to a search. */
const maxNames = 20;

/** The stored names of delivered records whose translated names contain the search text. */
export function namesFound(reader: Reader, entity: string, search: string): string[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [];
  const found = (namesFor(reader, entity)?.spoken ?? []).filter(
    ([kept, word]) => word.toLowerCase().includes(wanted) && !kept.toLowerCase().includes(wanted),
  );
  return [...new Set(found.map(([kept]) => kept))].slice(0, maxNames);
}

/** Codes whose delivered names fit a filter of a field that names records by code. */
export function codesFound(reader: Reader, { field, operator, values }: Filter): string[] {
  const { codeOf } = field.meta;
  if (!codeOf || operator === 'empty' || operator === 'notEmpty') return [];
  const wanted = values.map((value) => String(value).toLowerCase());
  const fits = (word: string) =>
    wanted.some((text) =>
      operator === 'contains' ? word.includes(text) : operator === 'startsWith' ? word.startsWith(text) : word === text,
    );
  return (namesFor(reader, codeOf)?.coded ?? []).flatMap(([code, word]) => (fits(word.toLowerCase()) ? [code] : []));
}

/** Codes by the delivered names of an entity's records in any language; `many` for a name of several codes. */
export function deliveredCodes(reader: Omit<Reader, 'culture'>, entity: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const culture of cultures) {
    for (const [code, word] of namesFor({ ...reader, culture }, entity)?.coded ?? [])
      codes.set(word, (codes.get(word) ?? code) === code ? code : 'many');
  }
  return codes;
}

type Row = Record<string, unknown>;

interface Bearer {
  rows: Row[];
  /** The field with the name; the title without it. */
  field?: string;
  /** Whether a row shows no more of the record than its name. */
  byName?: boolean;
}

/** Where the answer of a verb holds records with delivered names. */
const bearers: Readonly<Record<string, (answer: unknown) => Bearer>> = {
  page: (answer) => ({ rows: (answer as { rows: Row[] }).rows }),
  list: (answer) => ({ rows: answer as Row[] }),
  detail: (answer) => ({ rows: [answer as Row] }),
  // The code of an option is its id.
  dropDown: (answer) => ({ rows: answer as Row[], field: 'value', byName: true }),
  tree: (answer) => ({ rows: flat(answer as Row[]), field: 'title' }),
};

const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat((row['children'] ?? []) as Row[])]);

/** The JSON text of an answer in the reader's language: names of delivered records, and what a record says in several. */
export function inReadersWords(reader: Reader, entity: Entity, verb: string, text: string): string {
  if (verb === 'aggregate') return withTitles(reader, entity, text);
  const bearer = ownOf(bearers, verb);
  if (!bearer) return text;
  const isPlain = verb === 'dropDown' || verb === 'tree';
  const shown = isPlain ? text : withTitles(reader, entity, text);
  const says = !isPlain && isTranslated(entity);
  if (!namesFor(reader, entity.name) && !says) return shown;
  const answer: unknown = JSON.parse(shown);
  const borne = bearer(answer);
  if (says) sayIn(reader.culture, entity, borne.rows);
  nameRows(reader, entity, borne);
  return JSON.stringify(answer);
}

/** The rows of a list in the reader's language, for a caller that needs them as records. */
export function rowsInReadersWords(reader: Reader, entity: Entity, text: string): Row[] {
  const rows = JSON.parse(text) as Row[];
  wordTitles(reader, entity, rows);
  if (isTranslated(entity)) sayIn(reader.culture, entity, rows);
  nameRows(reader, entity, { rows });
  return rows;
}

function wordTitles(reader: Reader, entity: Entity, rows: readonly Row[]): void {
  const wordIn = (fields: readonly Field[], some: readonly Row[]): void => {
    for (const field of fields) {
      const name = `$${field.name}`;
      const titled = some.some((row) => name in row) ? titleWords(reader, entity, field) : null;
      if (!titled) continue;
      const word = (title: unknown) => titled.get(String(title)) ?? title;
      for (const row of some) {
        const kept = row[name];
        if (Array.isArray(kept)) row[name] = kept.map(word);
        else if (typeof kept === 'string') row[name] = word(kept);
      }
    }
  };
  wordIn(entity.fields, rows);
  for (const { name, lines } of entity.fields) {
    if (lines)
      wordIn(
        lines,
        rows.flatMap((row) => (row[name] as Row[] | null | undefined) ?? []),
      );
  }
}

function nameRows(reader: Reader, entity: Entity, borne: Bearer): void {
  const { rows, field = entity.title.name, byName = false } = borne;
  const names = namesFor(reader, entity.name);
  for (const row of rows) {
    const kept = String(row[field]);
    const word = byName ? names?.meant.get(kept) : names?.own(row, kept);
    if (word !== undefined) row[field] = word;
  }
}

/**
 * Replaces titles in the JSON text, because parsing and printing a page of rows costs more than a search for a few
 * keys.
 */
function withTitles(reader: Reader, entity: Entity, text: string): string {
  let shown = text;
  for (const field of [...entity.fields, ...entity.fields.flatMap(({ lines }) => lines ?? [])]) {
    const titled = text.includes(`"$${field.name}"`) ? titleWords(reader, entity, field) : null;
    if (!titled) continue;
    const word = (title: unknown) => titled.get(String(title)) ?? title;
    shown = shown.replace(titlesOf(field.name), (_, key: string, titles: string) => {
      const kept: unknown = JSON.parse(titles);
      return `${key}${JSON.stringify(Array.isArray(kept) ? kept.map(word) : word(kept))}`;
    });
  }
  return shown;
}

/** Delivered names of the records that a field may name, in the reader's language, by stored name; of codes by code too. */
export function titleWords(reader: Reader, entity: Entity, field: Field): ReadonlyMap<string, string> | null {
  const { codeOf, type } = field.meta;
  const target = type === 'parent' ? entity.name : (targetOf(field) ?? codeOf);
  const names = target ? namesFor(reader, target) : null;
  return (codeOf ? names?.worded : names?.meant) ?? null;
}

/**
 * A title beside a reference, or a list of titles. Quotes within JSON strings are escaped, so no text can be mistaken
 * for a key.
 */
const titlesOf = (name: string): RegExp => {
  const title = String.raw`"(?:[^"\\]|\\.)*"`;
  return new RegExp(String.raw`("\$${name}" ?: ?)(${title}|\[(?:(?:${title}|null|,| |\n))*\])`, 'g');
};
