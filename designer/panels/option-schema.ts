import { fieldTypes, languageSchema, type FieldMeta, type FieldTypeName } from '../../engine/core/index.ts';

/** How one option of a field is edited. */
export type OptionKind =
  | 'flag'
  | 'text'
  | 'number'
  | 'integer'
  | 'oneOf'
  | 'words'
  | 'condition'
  | 'expression'
  | 'value'
  | 'field'
  | 'line'
  | 'entity'
  | 'widget'
  | 'choices'
  | 'lines';

export interface Option {
  readonly key: keyof FieldMeta;
  readonly kind: OptionKind;
  /** oneOf: what it may be. */
  readonly values?: readonly string[];
  /** The field types that may be named (field). */
  readonly types?: readonly FieldTypeName[];
}

/** What a language option is, where its plain type does not say it all. */
const special: Readonly<Partial<Record<keyof FieldMeta, Omit<Option, 'key'>>>> = {
  currency: { kind: 'field', types: ['text', 'choice'] },
  unit: { kind: 'field', types: ['choice'] },
  over: { kind: 'field', types: ['lines'] },
  sum: { kind: 'line' },
  to: { kind: 'entity' },
  codeOf: { kind: 'entity' },
  filter: { kind: 'expression' },
  value: { kind: 'expression' },
  options: { kind: 'choices' },
  tones: { kind: 'choices' },
  accept: { kind: 'words' },
  fields: { kind: 'lines' },
};

const language = languageSchema.$defs?.['field']?.properties ?? {};

/**
 * The options that fields of these types all take, in the order of the language: those that every field has, and those
 * that the types themselves declare (`FieldType.options`).
 */
export function optionsOf(types: readonly FieldTypeName[], inLines = false): readonly Option[] {
  const own = types.map((type) => new Set(Object.keys(fieldTypes[type].options)));
  const taken = (Object.keys(language) as (keyof FieldMeta)[]).filter(
    (key) => own.every((keys) => keys.has(key)) || types.every((type) => isCommon(key, type, inLines)),
  );
  return taken.filter((key) => key !== 'tones').map((key) => optionOf(key, types[0] ?? 'text'));
}

function isCommon(key: keyof FieldMeta, type: FieldTypeName, inLines: boolean): boolean {
  if (key === 'visible' || key === 'noteSetting') return !inLines;
  if (key === 'required' || key === 'readOnly') return !fieldTypes[type].traits.calculated;
  if (key === 'fixed' || key === 'widget') return !fieldTypes[type].traits.calculated && !inLines;
  if (key === 'unique')
    return !inLines && fieldTypes[type].column({ type, as: 'text', over: '', count: true }) !== null;
  return key === 'default' && fieldTypes[type].traits.defaultable;
}

function optionOf(key: keyof FieldMeta, type: FieldTypeName): Option {
  const known = special[key];
  if (known) return { key, ...known };
  if (key === 'required' || key === 'readOnly' || key === 'visible') return { key, kind: 'condition' };
  if (key === 'default') return { key, kind: 'value' };
  if (key === 'widget') return { key, kind: 'widget' };
  const declared = fieldTypes[type].options[key];
  if (declared?.type === 'choice' && declared.options) return { key, kind: 'oneOf', values: declared.options };
  const rule = language[key];
  if (rule?.enum) return { key, kind: 'oneOf', values: rule.enum };
  if (rule?.type === 'boolean') return { key, kind: 'flag' };
  if (rule?.type === 'integer' || declared?.type === 'integer') return { key, kind: 'integer' };
  return { key, kind: rule?.type === 'number' || declared?.type === 'decimal' ? 'number' : 'text' };
}

/** The value that several fields share; undefined where they differ, with `mixed`. */
export function sharedValue(
  fields: readonly FieldMeta[],
  key: keyof FieldMeta,
): { readonly value: unknown; readonly mixed: boolean } {
  const texts = new Set(fields.map((field) => JSON.stringify(field[key])));
  return texts.size > 1 ? { value: undefined, mixed: true } : { value: fields[0]?.[key], mixed: false };
}
