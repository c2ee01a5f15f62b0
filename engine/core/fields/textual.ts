import type { FieldMeta } from '../meta/entity.ts';
import type { Outcome } from '../meta/issue.ts';
import { defineFieldType, type Description } from './define-field-type.ts';
import type { Column, FieldType } from './field-type.ts';
import { matchesWhole } from './linear-pattern.ts';
import { textOperators } from './operators.ts';
import { accept, refuse } from './read/outcome.ts';
import { readText } from './read/read-text.ts';

export interface Textual {
  name: Description['name'];
  /** In code points, unless the field says less. */
  maxLength: number;
  /** A field may also say more. */
  extensible?: boolean;
  multiline?: boolean;
  operators?: Description['operators'];
  options?: Description['options'];
  traits?: Description['traits'];
  /** Brings accepted spellings to the one that is kept. */
  normalize?(text: string): string;
  /** The code of the refusal, or null. Runs after length and characters are known to be right. */
  check?(text: string): string | null;
  /** What the database and JSON Schema can say of `check`: a regular expression that both read alike. */
  shape?: string;
  /** Spellings that only file cells have. */
  fromCell?(text: string): string;
  samples: { valid: string[]; invalid: unknown[] };
}

/** A field type whose value is text: `text.*` issues first, then the field's pattern, then the type's own check. */
export const textual = (kind: Textual): FieldType => {
  const read = (input: unknown, field: FieldMeta): Outcome<string | null> => {
    const outcome = readText(input, {
      minLength: field.minLength,
      maxLength: maxLength(kind, field),
      multiline: kind.multiline === true,
    });
    if (!outcome.ok) return outcome;
    // Marks of direction alone are no text.
    if (outcome.value === '') return accept(null);
    const text = kind.normalize?.(outcome.value) ?? outcome.value;
    if (field.pattern !== undefined && !matchesWhole(field.pattern, text)) return refuse('text.pattern');
    const code = kind.check?.(text) ?? null;
    return code === null ? accept(text) : refuse(code);
  };
  return defineFieldType({
    name: kind.name,
    options: kind.options ?? {},
    operators: kind.operators ?? textOperators,
    traits: kind.traits ?? {},
    column: (field) => column(kind, field),
    cel: 'string',
    jsonSchema: (field) => ({
      type: 'string',
      minLength: Math.max(field.minLength ?? 1, 1),
      maxLength: maxLength(kind, field),
      ...(kind.shape === undefined ? {} : { pattern: kind.shape }),
    }),
    read,
    readText: (text, field) => read(kind.fromCell?.(text) ?? text, field),
    samples: kind.samples,
  });
};

/** The length and pattern options of plain text types. */
export const lengthOptions: Record<string, FieldMeta> = Object.freeze({
  minLength: { type: 'integer', min: 0 },
  maxLength: { type: 'integer', min: 1 },
  pattern: { type: 'pattern' },
});

const maxLength = (kind: Textual, field: FieldMeta): number => {
  if (field.maxLength === undefined) return kind.maxLength;
  return kind.extensible ? field.maxLength : Math.min(field.maxLength, kind.maxLength);
};

/** Types with an own form are bounded in the database always; free text only where the field declares it. */
const column = (kind: Textual, field: FieldMeta): Column => {
  if (kind.shape !== undefined) return { type: 'text', check: `{col} ~ '${kind.shape}'` };
  const max = kind.extensible ? field.maxLength : maxLength(kind, field);
  return Number.isInteger(max) ? { type: 'text', check: `char_length({col}) <= ${max}` } : { type: 'text' };
};
