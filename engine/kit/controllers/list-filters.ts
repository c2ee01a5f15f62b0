import {
  fieldTypes,
  isDayRange,
  type Entity,
  type Field,
  type FieldTypeName,
  type FilterOperator,
} from '../../core/index.ts';
import type { FilterTerm } from './list-state.ts';

/** How a condition's value is asked for. */
export type FilterEditor =
  | 'text'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'choice'
  | 'boolean'
  | 'reference'
  | 'none';

/** Types with an editor of their own; the traits of the others say which they have. */
const editors: Partial<Record<FieldTypeName, FilterEditor>> = Object.freeze({
  rollup: 'number',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  boolean: 'boolean',
});

/** Editors in which values are ticked and count at once; in the others they are typed and applied. */
const ticked: Partial<Record<FilterEditor, true>> = Object.freeze({ choice: true, reference: true, boolean: true });

export const isTicked = (editor: FilterEditor): boolean => ticked[editor] === true;

/** Operators in the order they are offered, per editor; the first one that the type has is the first offer. */
const preferred: Record<FilterEditor, readonly FilterOperator[]> = {
  text: ['contains', 'eq', 'startsWith', 'in', 'ne', 'empty', 'notEmpty'],
  number: ['eq', 'gte', 'lte', 'between', 'ne', 'empty', 'notEmpty'],
  date: ['between', 'eq', 'gte', 'lte', 'empty', 'notEmpty'],
  datetime: ['between', 'gte', 'lte', 'empty', 'notEmpty'],
  time: ['between', 'gte', 'lte', 'empty', 'notEmpty'],
  choice: ['in', 'ne', 'empty', 'notEmpty'],
  boolean: ['eq', 'empty', 'notEmpty'],
  reference: ['in', 'ne', 'empty', 'notEmpty'],
  none: ['empty', 'notEmpty'],
};

/** The fields a person may narrow the list by: those declared, then the state and the dates every record has. */
export function filterFields(entity: Entity): Field[] {
  const declared = entity.meta.list.filters ?? [];
  const names = new Set([
    ...(entity.byName.has('status') ? ['status'] : []),
    ...declared,
    ...entity.meta.list.columns,
    'createdAt',
    'updatedAt',
  ]);
  return [...names].flatMap((name) => {
    const field = entity.byName.get(name);
    return field && filterOperators(field).length > 0 ? [field] : [];
  });
}

/** Those worth a place in the bar before anybody asks: the declared ones, at most four. */
export function pinnedFilters(entity: Entity): Field[] {
  const declared = entity.meta.list.filters ?? [];
  return filterFields(entity)
    .filter((field) => field.name === 'status' || declared.includes(field.name))
    .slice(0, 4);
}

export function filterEditor(field: Field, operator: FilterOperator): FilterEditor {
  if (operator === 'empty' || operator === 'notEmpty') return 'none';
  return editorOf(field);
}

export function filterOperators(field: Field): FilterOperator[] {
  if (!field.type.traits.listable) return [];
  return preferred[editorOf(field)].filter((operator) => field.type.operators.includes(operator));
}

/** The parts of a term's value as the editors hold them; the inverse of `termOf`. */
export function termParts(term: FilterTerm): string[] {
  return term.operator === 'in' || term.operator === 'between' ? term.value.split(',') : [term.value];
}

/**
 * A term from what an editor holds, or null while it says nothing yet. Days become whole days for `datetime`; pasted text
 * with several lines becomes a list.
 */
export function termOf(field: Field, operator: FilterOperator, parts: readonly string[]): FilterTerm | null {
  const name = field.name;
  if (operator === 'empty' || operator === 'notEmpty') return { field: name, operator, value: '1' };
  const listed =
    operator === 'in' && editorOf(field) === 'text' ? parts.flatMap((part) => part.split(/[\s,;，；]+/)) : parts;
  const values = listed.map((part) => part.trim()).filter(Boolean);
  if (values.length === 0) return null;
  const [first = ''] = values;
  if (operator === 'between' && isDayRange(first)) return { field: name, operator, value: first };
  if (operator === 'between') return values.length === 2 ? { field: name, operator, value: values.join(',') } : null;
  return { field: name, operator, value: operator === 'in' ? [...new Set(values)].join(',') : values[0]! };
}

function editorOf(field: Field): FilterEditor {
  const type = field.meta.type === 'computed' ? (field.meta.as ?? 'text') : field.meta.type;
  const { pointsToRecords, hasOptions, numeric } = fieldTypes[type].traits;
  if (pointsToRecords) return 'reference';
  // A dictionary's values come with the entity's texts, like options.
  if (hasOptions) return 'choice';
  return editors[type] ?? (numeric ? 'number' : 'text');
}
