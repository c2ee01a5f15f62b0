import type { Command, EntityDocument, FieldMeta, FieldTypeName } from '../../engine/core/index.ts';
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

/** The field, its labels and, where it is to be seen at once, its place. */
export function newFieldCommands(
  { meta }: EntityDocument,
  where: Where,
  { name, labels, meta: field }: NewField,
  target: FieldTarget | null,
): Command[] {
  const last = Object.entries(arranged(meta, where)).at(-1);
  const position = target ?? (last ? { section: last[0], row: last[1].length } : null);
  const withField = { ...meta, fields: { ...meta.fields, [name]: field } };
  // Placed where nothing is written yet, it stands in its section already.
  const isWritten = where === 'form' ? meta.form !== undefined : meta.detail?.sections !== undefined;
  return [
    { do: 'set', at: `fields.${name}`, value: field },
    ...nameCommands(`fields.${name}`, labels),
    ...(position && (isWritten || target)
      ? placeCommands({ meta: withField, where, fields: [name], target: position })
      : []),
  ];
}
