import {
  documentBlockKeys,
  isAmount,
  isPrintable,
  type Command,
  type DocumentBlockKind,
  type DocumentBlockMeta,
  type DocumentMeta,
  type Entity,
  type EntityDocument,
} from '../../engine/core/index.ts';
import type { OtherEntity } from '../document/api.ts';
import { nameCommands } from '../document/names.ts';

/** A document of the entity, by its name. */
export const documentIn = ({ meta }: EntityDocument, name: string): DocumentMeta | undefined => meta.documents?.[name];

/** The key of a block's words. */
export const textKeyOf = (document: string, block: string): string => `documentTexts.${document}.${block}`;

/** Where the rows of a table come from: a sub-table, or another entity's field that points here. */
export interface TableSource {
  /** `boxes`, or `order-item order`. */
  readonly key: string;
  readonly part: Pick<DocumentBlockMeta, 'field' | 'entity' | 'by'>;
  readonly columns: readonly string[];
}

/** Every table that a document of this entity may have, its own sub-tables first. */
export function tableSources(entity: Entity, others: readonly OtherEntity[]): TableSource[] {
  const own = entity.fields.flatMap(({ name, lines }) =>
    lines ? [{ key: name, part: { field: name }, columns: lines.filter(isPrintable).map((line) => line.name) }] : [],
  );
  const related = (entity.meta.detail?.related ?? []).flatMap(({ entity: other, by }) => {
    const found = others.find((each) => each.entity === other);
    const fields = (found?.fields ?? []).filter(({ name, type }) => name !== by && !unprinted.has(type));
    return found
      ? [{ key: `${other} ${by}`, part: { entity: other, by }, columns: fields.map(({ name }) => name) }]
      : [];
  });
  return [...own, ...related].filter(({ columns }) => columns.length > 0);
}

const unprinted: ReadonlySet<string> = new Set(['lines', 'file', 'image', 'secret', 'json', 'richText']);

export const sourceKey = ({ field, entity, by }: DocumentBlockMeta): string =>
  entity === undefined ? (field ?? '') : `${entity} ${by}`;

/** The fields that a block may print, and those that may be an amount. */
export const printableFields = (entity: Entity): string[] => entity.fields.filter(isPrintable).map(({ name }) => name);
export const amountFields = (entity: Entity): string[] => entity.fields.filter(isAmount).map(({ name }) => name);

/** What blocks may print: the entity's own fields, and what points at it. */
export interface DocumentFields {
  readonly entity: Entity;
  readonly others: readonly OtherEntity[];
}

/** A document being designed. */
export interface NamedDocument {
  readonly name: string;
  readonly document: DocumentMeta;
}

/** A new block of a kind with enough to be seen at once; null where the entity has nothing for it. */
export function startBlock(
  kind: DocumentBlockKind,
  name: string,
  { entity, others }: DocumentFields,
): DocumentBlockMeta | null {
  const plain = { block: name, kind };
  const printable = new Set(printableFields(entity));
  if (kind === 'fields') {
    const listed = entity.meta.list.columns.filter((each) => printable.has(each));
    return { ...plain, fields: listed.slice(0, 6) };
  }
  if (kind === 'address') {
    const named = [...printable].filter((each) => /name|address|city|state$|postal|country/i.test(each));
    return { ...plain, fields: named.slice(0, 8) };
  }
  if (kind === 'amount') {
    const field = amountFields(entity).find((each) => entity.byName.get(each)?.meta.type === 'money');
    const any = field ?? amountFields(entity)[0];
    return any === undefined ? null : { ...plain, field: any };
  }
  if (kind !== 'table') return plain;
  const [source] = tableSources(entity, others);
  return source ? { ...plain, ...source.part, columns: source.columns.slice(0, 5) } : null;
}

/** `text`, `text2` ...: a name that no block of the document has. */
export function freeBlockName(document: DocumentMeta, kind: DocumentBlockKind): string {
  const taken = new Set(document.blocks.map(({ block }) => block));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? kind : `${kind}${n}`;
    if (!taken.has(name)) return name;
  }
}

const startKinds = {
  paper: ['logo', 'heading', 'fields', 'table', 'pageNumber'],
  mail: ['subject', 'logo', 'heading', 'fields', 'button'],
} as const;

/**
 * A new document that already says something: logo, heading, fields, then its first table and page numbers, or in a mail a button
 * to the record with the document's name on it.
 */
export function newDocumentCommands(
  of: DocumentFields,
  { name, names, medium }: { name: string; names: Readonly<Record<string, string>>; medium?: 'mail' },
): Command[] {
  const blocks = startKinds[medium ?? 'paper'].flatMap((kind) => startBlock(kind, kind, of) ?? []);
  return [
    { do: 'set', at: `documents.${name}`, value: { ...(medium ? { medium } : {}), blocks } },
    ...nameCommands(`documents.${name}`, names),
    ...(medium ? nameCommands(textKeyOf(name, 'button'), names) : []),
  ];
}

/** Takes a document away with its words; the last one leaves no empty section. */
export function removeDocumentCommands({ meta, texts }: EntityDocument, name: string): Command[] {
  const isLast = Object.keys(meta.documents ?? {}).length === 1;
  return [
    { do: 'remove', at: isLast ? 'documents' : `documents.${name}` },
    ...Object.keys(texts).flatMap((culture): Command[] => [
      { do: 'text', culture, key: `documents.${name}`, value: null },
      { do: 'text', culture, key: `documentTexts.${name}`, value: null },
    ]),
  ];
}

/** Puts a block at a place (the number of blocks means last), with its text in a language where it needs one. */
export function addBlockCommands(
  { name, document }: NamedDocument,
  block: DocumentBlockMeta,
  { before, culture, text }: { before: number; culture: string; text: string },
): Command[] {
  const at = `documents.${name}.blocks`;
  const last = document.blocks.length;
  const hasText = block.kind === 'text' || block.kind === 'terms' || block.kind === 'button';
  return [
    { do: 'set', at: `${at}[${last}]`, value: block },
    ...(before < last ? [{ do: 'move', at: `${at}[${last}]`, before } as const] : []),
    ...(hasText ? [{ do: 'text', culture, key: textKeyOf(name, block.block), value: text } as const] : []),
  ];
}

/** Moves a block to another place; nothing where it is there already or there is no such place. */
export function moveBlockCommands({ name, document }: NamedDocument, from: number, to: number): Command[] {
  const { length } = document.blocks;
  if (from === to || from < 0 || to < 0 || from >= length || to >= length) return [];
  return [{ do: 'move', at: `documents.${name}.blocks[${from}]`, before: to > from ? to + 1 : to }];
}

/** Takes a block away with its words in every language. */
export function removeBlockCommands({ texts, meta }: EntityDocument, name: string, at: number): Command[] {
  const block = meta.documents?.[name]?.blocks[at]?.block;
  if (block === undefined) return [];
  return [
    { do: 'remove', at: `documents.${name}.blocks[${at}]` },
    ...Object.keys(texts).map((culture): Command => ({
      ...{ do: 'text', culture, key: textKeyOf(name, block), value: null },
    })),
  ];
}

/** Changes options of a block; undefined takes one back, and totals only keep what is still a column. */
export function blockCommands(
  { name, document }: NamedDocument,
  at: number,
  change: Partial<DocumentBlockMeta>,
): Command[] {
  const block = document.blocks[at];
  if (!block) return [];
  const next: DocumentBlockMeta = { ...block, ...change };
  if (next.totals) next.totals = next.totals.filter((each) => next.columns?.includes(each));
  if (next.totals?.length === 0) delete next.totals;
  const known = new Set<string>(['block', 'kind', ...documentBlockKeys(next.kind)]);
  const value = Object.fromEntries(Object.entries(next).filter(([key, each]) => each !== undefined && known.has(key)));
  return JSON.stringify(value) === JSON.stringify(block)
    ? []
    : [{ do: 'set', at: `documents.${name}.blocks[${at}]`, value }];
}
