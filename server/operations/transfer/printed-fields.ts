import { isPrintable, ownOf, type DocumentMeta, type Entity, type Field } from '../../../engine/core/index.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { choiceWords, columnWords, type ColumnWords } from '../read/cell-words.ts';
import { readerOf, titleWords } from '../read/delivered-names.ts';
import { readDictionaryWords } from '../read/dictionaries.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Texts of a document by name of the block, in one language. */
export type DocumentTexts = Readonly<Record<string, string>>;

export interface PrintRequest {
  readonly id: unknown;
  readonly culture: Culture;
  readonly document: DocumentMeta;
  /** The document's name in this language. */
  readonly name: string;
  readonly texts: DocumentTexts;
}

/**
 * What printing needs beside the context. `logo` answers the picture of the actor's tenant, or null; `origin` the address of the
 * tenant's application, such as `https://north.example`.
 */
export interface PrintDeps {
  readonly context: Context;
  readonly texts: Texts;
  logo(actor: Actor): Promise<Buffer | null>;
  origin(actor: Actor): Promise<string>;
}

/** The fields of an entity, or of a sub-table, in a culture; those that the reader does not see say nothing. */
export interface Printing {
  readonly fields: ReadonlyMap<string, Field>;
  label(name: string): string;
  text(name: string, row: Row): string;
  /**
   * What a figure is in: the ISO code of an amount, the value of a unit field, '' for a plain number. Null where the field that
   * says so is hidden, so that figures cannot be added up.
   */
  unit(name: string, row: Row): string | null;
}

/** A record on its way onto paper. */
export interface Printed {
  readonly actor: Actor;
  readonly entity: Entity;
  readonly request: PrintRequest;
  readonly record: Row;
  readonly printing: Printing;
}

/** The fields of an entity that this person sees. */
export function openPrinting(
  deps: { context: Context; texts: Texts },
  actor: Actor,
  entity: Entity,
  culture: Culture,
): Promise<Printing> {
  const seen = actor.lensOn(entity).fields.map(({ field }) => field);
  return printingOf(deps, { actor, entity, culture, fields: seen, labels: null });
}

/** The fields of a sub-table's rows; a person who sees the sub-table sees all of them. */
export function openLines(
  deps: { context: Context; texts: Texts },
  at: { actor: Actor; entity: Entity; culture: Culture; field: Field; outer: (name: string) => string | null },
): Promise<Printing> {
  const words = deps.texts.entity(at.culture, at.entity) as Readonly<Record<string, unknown>>;
  const labels = ownOf(words['lines'] as Readonly<Record<string, Readonly<Record<string, string>>>>, at.field.name);
  return printingOf(deps, { ...at, fields: at.field.lines ?? [], labels: labels ?? {} });
}

async function printingOf(
  { context, texts }: { context: Context; texts: Texts },
  of: {
    actor: Actor;
    entity: Entity;
    culture: Culture;
    fields: readonly Field[];
    /** Labels of a sub-table; null for the entity's own. */
    labels: Readonly<Record<string, string>> | null;
    /** Values of the record that holds the sub-table: its currency and units may hold for the rows. */
    outer?: (name: string) => string | null;
  },
): Promise<Printing> {
  const { actor, entity, culture, labels } = of;
  const fields = new Map(of.fields.filter(isPrintable).map((field) => [field.name, field]));
  const titleOf = (field: Field) => actor.catalog.byName.get(field.meta.to ?? '');
  const dictionaries = await readDictionaryWords(
    context,
    actor,
    [...fields.values()]
      .flatMap((field) => [field.meta.dictionary, titleOf(field)?.title.meta.dictionary])
      .flatMap((code) => code ?? []),
  );
  const at = { texts, culture, timeZone: actor.timeZone, dictionaries };
  const columns = new Map<string, ColumnWords>();
  const column = (name: string): ColumnWords | undefined => {
    const field = fields.get(name);
    if (!field) return undefined;
    const target = titleOf(field);
    const titles =
      target?.title.meta.type === 'choice'
        ? choiceWords(at, target, target.title)
        : titleWords(readerOf(actor, texts, culture), entity, field);
    const known = columns.get(name) ?? columnWords(at, entity, field, titles);
    columns.set(name, known);
    return known;
  };
  return {
    fields,
    label: (name) => (labels ? (ownOf(labels, name) ?? name) : (column(name)?.header ?? '')),
    text: (name, row) => column(name)?.text(row) ?? '',
    unit(name, row) {
      const { currency = '', unit = '' } = fields.get(name)?.meta ?? {};
      const by = currency || unit;
      // Three capitals are a currency itself.
      if (by === '' || /^[A-Z]{3}$/.test(by)) return by;
      return fields.has(by) ? String(row[by] ?? '') : (of.outer?.(by) ?? null);
    },
  };
}
