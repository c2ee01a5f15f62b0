import {
  fieldTypes,
  type Command,
  type EntityDocument,
  type FieldMeta,
  type FieldTypeName,
} from '../../engine/core/index.ts';
import { nameCommands } from './names.ts';
import { arranged, placeCommands, type FieldTarget, type Where } from './form-moves.ts';

/** What is asked for a new field; the needed options of its type come with it. */
export interface NewField {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly meta: FieldMeta;
}

/** What a type cannot do without, as it begins. */
export function startMeta(type: FieldTypeName, meta: EntityDocument['meta']): FieldMeta {
  const lines = Object.entries(meta.fields).find(([, field]) => field.type === 'lines')?.[0];
  const needed: Partial<Record<FieldTypeName, Partial<FieldMeta>>> = {
    choice: { options: [] },
    choices: { options: [] },
    reference: { to: '' },
    references: { to: '' },
    lines: { fields: { name: { type: 'text' } } },
    sequence: { sequence: 'NO-{yyMM}-{n:6}' },
    computed: { value: '', as: 'text' },
    rollup: { over: lines ?? '', count: true },
  };
  return { type, ...needed[type] };
}

/** A name for programs from what people call it: `Net weight` is `netWeight`. */
export const fieldNameOf = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/ +(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[^a-z]+/, '');

/** A value for programs from what people call it: `Box truck` is `boxTruck`; a single word stays as it is. */
export const optionNameOf = (label: string): string =>
  /^[\w.-]+$/.test(label.trim()) ? label.trim() : fieldNameOf(label) || label.trim();

/** A choice whose values were given as words: the values, and those words in the language being edited. */
export function namedOptions(
  name: string,
  meta: FieldMeta,
  culture: string,
): { readonly meta: FieldMeta; readonly commands: readonly Command[] } {
  if (!meta.options) return { meta, commands: [] };
  const words = new Map(meta.options.map((label) => [optionNameOf(label), label.trim()]));
  return {
    meta: { ...meta, options: [...words.keys()] },
    commands: [...words].map(([value, text]): Command => ({
      do: 'text',
      culture,
      key: `options.${name}.${value}`,
      value: text,
    })),
  };
}

/** How wide the columns of a list may be together before a new field is no longer one of them by itself, in pixels. */
const listWidth = 1500;

/** A new field as a column, where it can be one and there is room; the moment of adding stays last. */
function listCommands({ list, fields }: EntityDocument['meta'], name: string, field: FieldMeta): Command[] {
  const { traits } = fieldTypes[field.type];
  const widthOf = (each: FieldMeta | undefined) => (each && fieldTypes[each.type].traits.width) || 150;
  const used = list.columns.reduce((sum, column) => sum + widthOf(fields[column]), 0);
  const isListed = !traits.fullWidth && traits.listable && field.visible !== false;
  if (!isListed || used + widthOf(field) > listWidth) return [];
  const last = list.columns.at(-1) === 'createdAt' ? -1 : list.columns.length;
  return [{ do: 'set', at: 'list.columns', value: list.columns.toSpliced(last, 0, name) }];
}

/** The other of the two arrangements, if the schema has it; a new field comes last in it. */
function besideCommands(meta: EntityDocument['meta'], where: Where, name: string): Command[] {
  const other: Where = where === 'form' ? 'detail.sections' : 'form';
  const written = other === 'form' ? meta.form : meta.detail?.sections;
  const last = Object.entries(written ?? {}).at(-1);
  if (!last) return [];
  return placeCommands({ meta, where: other, fields: [name], target: { section: last[0], row: last[1].length } });
}

/** The field, its labels, its place where it is to be seen at once, and what else shows it from the start. */
export function newFieldCommands(
  { meta }: EntityDocument,
  { name, labels, meta: field }: NewField,
  { where, target = null }: { where: Where; target?: FieldTarget | null },
): Command[] {
  const last = Object.entries(arranged(meta, where)).at(-1);
  const position = target ?? (last ? { section: last[0], row: last[1].length } : null);
  const withField = { ...meta, fields: { ...meta.fields, [name]: field } };
  // Without a stored arrangement it is already in its section.
  const isWritten = where === 'form' ? meta.form !== undefined : meta.detail?.sections !== undefined;
  return [
    { do: 'set', at: `fields.${name}`, value: field },
    ...nameCommands(`fields.${name}`, labels),
    ...(position && (isWritten || target)
      ? placeCommands({ meta: withField, where, fields: [name], target: position })
      : []),
    ...besideCommands(withField, where, name),
    ...listCommands(meta, name, field),
  ];
}
