import type { FieldMeta } from '../../meta/entity.ts';
import type { Issue, Outcome } from '../../meta/issue.ts';
import { accept, refuse } from './outcome.ts';

/** Longer lists are another entity. */
const maxList = 1000;

/**
 * A list read element by element, repetitions left out, in the order given; the empty list is null. Issues: `list.*` for
 * the list (`min` and `max` count elements), the elements' own at `[i]`.
 */
export const readList = <T>(
  input: unknown,
  field: FieldMeta,
  readOne: (input: unknown) => Outcome<T>,
): Outcome<T[] | null> => {
  if (!Array.isArray(input)) return refuse('list.invalid');
  const max = Math.min(Number(field.max ?? maxList), maxList);
  if (input.length > maxList) return refuse('list.tooMany', { max });
  const issues: Issue[] = [];
  const values = new Set<T>();
  for (const [index, element] of Array.from(input as unknown[]).entries()) {
    const outcome = readOne(element);
    if (outcome.ok) values.add(outcome.value);
    else issues.push(...outcome.issues.map((one) => ({ ...one, path: `[${index}]${one.path}` })));
  }
  if (issues.length > 0) return { ok: false, issues };
  if (values.size === 0) return accept(null);
  if (values.size > max) return refuse('list.tooMany', { max });
  if (field.min !== undefined && values.size < Number(field.min)) return refuse('list.tooFew', { min: field.min });
  return accept([...values]);
};

/** The elements of a file cell or of a query: separated by commas, semicolons or lines. */
export const splitCell = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const joinCell = (value: unknown): string =>
  Array.isArray(value) ? value.filter((part) => typeof part === 'string' || typeof part === 'number').join(', ') : '';

/** JSON Schema of such a list. */
export const listSchema = ({ min, max }: FieldMeta, items: Record<string, unknown>): Record<string, unknown> => ({
  type: 'array',
  items,
  uniqueItems: true,
  ...(min === undefined ? {} : { minItems: Number(min) }),
  maxItems: Math.min(Number(max ?? maxList), maxList),
});

export const countOptions: Record<string, FieldMeta> = Object.freeze({
  min: { type: 'integer', min: 0 },
  max: { type: 'integer', min: 1, max: maxList },
});
