import type { Command, EntityDocument, EntityMeta, FormMeta, SectionLayout } from '../../engine/core/index.ts';

/** The two arrangements of fields in sections. */
export type Where = 'form' | 'detail.sections';

/** Where fields may be put: into a row of their own before row `row`, beside others in it, or at the end of a section. */
export type FieldTarget = { readonly section: string; readonly row: number; readonly column?: number };

export interface FieldPosition {
  readonly section: string;
  readonly row: number;
  readonly column: number;
}

export const maxInRow = 3;

/** The arrangement as rendered: an unarranged form has all fields in one section. */
export function arranged(meta: EntityMeta, where: Where): FormMeta {
  const declared = where === 'form' ? meta.form : meta.detail?.sections;
  return declared ?? (where === 'form' ? { basic: Object.keys(meta.fields).map((name) => [name]) } : {});
}

export function positionOf(form: FormMeta, field: string): FieldPosition | null {
  for (const [section, rows] of Object.entries(form)) {
    for (const [row, names] of rows.entries()) {
      const column = names.indexOf(field);
      if (column >= 0) return { section, row, column };
    }
  }
  return null;
}

/** The fields in the order in which they are read, sections between them: `form.basic`, `fields.name` ... */
export const placesOf = (form: FormMeta, where: Where): string[] =>
  Object.entries(form).flatMap(([section, rows]) => [
    `${where}.${section}`,
    ...rows.flat().map((name) => `fields.${name}`),
  ]);

export const fieldOf = (place: string): string | null => /^fields\.([^.]+)$/.exec(place)?.[1] ?? null;
export const sectionOf = (place: string, where: Where): string | null =>
  place.startsWith(`${where}.`) ? place.slice(where.length + 1) : null;

const written = (meta: EntityMeta, where: Where): Command[] =>
  (where === 'form' ? meta.form : meta.detail?.sections)
    ? []
    : [{ do: 'set', at: where, value: arranged(meta, where) }];

/** Why fields cannot be put there, as a code of words; null where they can. */
export function refusal({
  meta,
  where,
  fields,
  target,
}: {
  meta: EntityMeta;
  where: Where;
  fields: readonly string[];
  target: FieldTarget;
}): string | null {
  const rows = arranged(meta, where)[target.section];
  if (!rows) return 'schema.noPlace';
  if (target.column === undefined) return null;
  const others = (rows[target.row] ?? []).filter((name) => !fields.includes(name));
  return others.length + fields.length > maxInRow ? 'schema.rowFull' : null;
}

/** The commands that put fields there, one after the other, in the order given. */
export function placeCommands({
  meta,
  where,
  fields,
  target,
}: {
  meta: EntityMeta;
  where: Where;
  fields: readonly string[];
  target: FieldTarget;
}): Command[] {
  const commands = written(meta, where);
  let form = arranged(meta, where);
  let { row, column } = target;
  for (const field of fields) {
    const command: Command = {
      do: 'place',
      in: where,
      field,
      section: target.section,
      row,
      ...(column === undefined ? {} : { column: columnWithout({ form, field, section: target.section, row, column }) }),
    };
    commands.push(command);
    form = placed(form, command);
    const now = positionOf(form, field);
    row = now ? now.row + (column === undefined ? 1 : 0) : row;
    if (column !== undefined) column = (now?.column ?? column) + 1;
  }
  return commands;
}

/** Columns are counted as they are seen; the field itself leaves its own first. */
function columnWithout({
  form,
  field,
  section,
  row,
  column,
}: {
  form: FormMeta;
  field: string;
  section: string;
  row: number;
  column: number;
}): number {
  const own = form[section]?.[row]?.indexOf(field) ?? -1;
  return own >= 0 && own < column ? column - 1 : column;
}

/** What a `place` does to an arrangement. */
function placed(form: FormMeta, { field, section, row, column }: Extract<Command, { do: 'place' }>): FormMeta {
  const removed = (form[section] ?? [])
    .slice(0, row)
    .filter((names) => names.length === 1 && names[0] === field).length;
  const without: FormMeta = Object.fromEntries(
    Object.entries(form).map(([name, rows]) => [
      name,
      rows.map((names) => names.filter((each) => each !== field)).filter((names) => names.length > 0),
    ]),
  );
  const rows = without[section] ?? [];
  const at = Math.min(row - removed, rows.length);
  const there = rows[at];
  return {
    ...without,
    [section]:
      column === undefined || !there
        ? rows.toSpliced(at, 0, [field])
        : rows.with(at, there.toSpliced(column, 0, field)),
  };
}

/** A step with the arrow keys: over the row above or below, into the section before or after, or beside its neighbour. */
export function stepTarget({
  meta,
  where,
  field,
  direction,
}: {
  meta: EntityMeta;
  where: Where;
  field: string;
  direction: 'up' | 'down' | 'left' | 'right';
}): FieldTarget | null {
  const form = arranged(meta, where);
  const position = positionOf(form, field);
  if (!position) return null;
  const rows = form[position.section] ?? [];
  const alone = rows[position.row]?.length === 1;
  const names = Object.keys(form);
  const at = names.indexOf(position.section);
  if (direction === 'left' || direction === 'right') {
    const width = rows[position.row]?.length ?? 1;
    if (direction === 'left' && position.column > 0) return { ...position, column: position.column - 1 };
    if (direction === 'right' && position.column < width - 1) return { ...position, column: position.column + 2 };
    // A field alone in its row joins the row above or below.
    const near = direction === 'left' ? position.row - 1 : position.row + 1;
    const neighbour = rows[near];
    if (!alone || !neighbour || neighbour.length >= maxInRow) return null;
    return { section: position.section, row: near, column: direction === 'left' ? neighbour.length : 0 };
  }
  if (direction === 'up') {
    if (!alone) return { section: position.section, row: position.row };
    if (position.row > 0) return { section: position.section, row: position.row - 1 };
    const before = names[at - 1];
    return before === undefined ? null : { section: before, row: form[before]?.length ?? 0 };
  }
  if (!alone) return { section: position.section, row: position.row + 1 };
  if (position.row < rows.length - 1) return { section: position.section, row: position.row + 2 };
  const after = names[at + 1];
  return after === undefined ? null : { section: after, row: 0 };
}

export function sectionCommands({
  meta,
  where,
  section,
  before,
}: {
  meta: EntityMeta;
  where: Where;
  section: string;
  before: string | null;
}): Command[] {
  return [...written(meta, where), { do: 'move', at: `${where}.${section}`, before }];
}

/** How a section of the form is drawn; null: as a card of its own. */
export function layoutCommands(meta: EntityMeta, section: string, layout: SectionLayout | null): Command[] {
  const { [section]: moved, ...others } = meta.formLayout ?? {};
  if ((moved ?? null) === layout) return [];
  const next = layout === null ? others : { ...others, [section]: layout };
  const isEmpty = Object.keys(next).length === 0;
  return [
    ...written(meta, 'form'),
    isEmpty ? { do: 'remove', at: 'formLayout' } : { do: 'set', at: 'formLayout', value: next },
  ];
}

/** A name for a new section that no other has. */
export function freeName(taken: Readonly<Record<string, unknown>>, base: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (!(name in taken)) return name;
  }
}

/** A new section, before another or last, with these fields in their rows. */
export function newSection({
  document,
  where,
  fields,
  words,
  before,
}: {
  document: EntityDocument;
  where: Where;
  fields: readonly string[];
  words: Readonly<Record<string, string>>;
  before?: string | undefined;
}): { readonly name: string; readonly commands: Command[] } {
  const { meta } = document;
  const form = arranged(meta, where);
  const name = freeName({ ...form, ...meta.form, ...meta.detail?.sections }, 'section');
  const rows = Object.values(form)
    .flat()
    .map((row) => row.filter((field) => fields.includes(field)))
    .filter((row) => row.length > 0);
  const commands: Command[] = [
    ...written(meta, where),
    { do: 'set', at: `${where}.${name}`, value: [], ...(before === undefined ? {} : { before }) },
    ...rows.flatMap((row, at) =>
      row.map((field, column): Command => ({
        do: 'place',
        in: where,
        field,
        section: name,
        row: at,
        ...(column > 0 ? { column } : {}),
      })),
    ),
    ...Object.entries(words).map(([culture, value]): Command => ({
      do: 'text',
      culture,
      key: `sections.${name}`,
      value,
    })),
  ];
  return { name, commands };
}

/** The commands that take fields and sections out of the arrangement; the fields stay fields. */
export function takeOutCommands(meta: EntityMeta, where: Where, places: readonly string[]): Command[] {
  const form = arranged(meta, where);
  const sections = places.flatMap((place) => sectionOf(place, where) ?? []);
  const inside = new Set(sections.flatMap((section) => (form[section] ?? []).flat()));
  const fields = places.flatMap((place) => fieldOf(place) ?? []).filter((name) => !inside.has(name));
  return [
    ...written(meta, where),
    ...fields.filter((field) => positionOf(form, field)).map((field): Command => ({ do: 'unplace', in: where, field })),
    ...sections.map((section): Command => ({ do: 'remove', at: `${where}.${section}` })),
    ...(where === 'form' ? withoutLayouts(meta, sections) : []),
  ];
}

function withoutLayouts(meta: EntityMeta, sections: readonly string[]): Command[] {
  const layouts = Object.entries(meta.formLayout ?? {});
  const remaining = layouts.filter(([section]) => !sections.includes(section));
  if (remaining.length === layouts.length) return [];
  if (remaining.length === 0) return [{ do: 'remove', at: 'formLayout' }];
  return [{ do: 'set', at: 'formLayout', value: Object.fromEntries(remaining) }];
}
