import { checkLanguage } from './check-language.ts';
import type { Issue } from './issue.ts';
import type { LanguageSchema } from './language-schema.ts';

/** What one person keeps of one column; by field id, so that a rename keeps it and a dropped field drops it. */
export interface StoredColumn {
  id: string;
  hidden?: boolean;
  width?: number;
  pinned?: boolean;
}

/** Columns and row height as a person arranged them. */
export interface StoredArrangement {
  columns?: StoredColumn[];
  density?: 'comfortable' | 'middle' | 'compact';
}

/** How the records of a list are drawn. */
export type ListLayout = (typeof listLayouts)[number];
export const listLayouts = ['table', 'board', 'calendar'] as const;

/** What a kept view of a list holds; fields by id, so that a rename keeps it. */
export interface StoredView extends StoredArrangement {
  view?: string;
  search?: string;
  /** How the records are drawn; a table where nothing is said. */
  layout?: ListLayout;
  pageSize?: number;
  sort?: { id: string; descending: boolean }[];
  filters?: { id: string; operator: string; value: string }[];
}

/** What one person keeps of a list; in `views` what they changed in a kept view and have not saved into it, by its id. */
export interface StoredList extends StoredArrangement {
  views?: Record<string, StoredArrangement>;
}

/** What a person's imports into one list leave behind. */
export interface StoredImports {
  /** Columns by their headings as they were mapped last; null for one that was left out. */
  headings: Record<string, string | null>;
  /** The keys of the newest imports, so that a file that comes again is known. */
  keys: string[];
}

const upTo = (maxLength: number): LanguageSchema => ({ type: 'string', pattern: `^[\\s\\S]{0,${maxLength}}$` });
const id: LanguageSchema = { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,100}$' };
const flag: LanguageSchema = { type: 'boolean' };
const record = (properties: Record<string, LanguageSchema>, required: string[] = []): LanguageSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const listOf = (items: LanguageSchema, maxItems: number): LanguageSchema => ({ type: 'array', items, maxItems });

const arrangement: Record<string, LanguageSchema> = {
  columns: listOf(record({ id, hidden: flag, width: { type: 'number', minimum: 0 }, pinned: flag }, ['id']), 500),
  density: { enum: ['comfortable', 'middle', 'compact'] },
};
const view = record({
  ...arrangement,
  view: upTo(100),
  search: upTo(100),
  layout: { enum: [...listLayouts] },
  pageSize: { type: 'integer', minimum: 1 },
  sort: listOf(record({ id, descending: flag }, ['id', 'descending']), 10),
  filters: listOf(record({ id, operator: id, value: upTo(8000) }, ['id', 'operator', 'value']), 100),
});
const list = record({
  ...arrangement,
  views: { type: 'object', propertyNames: { pattern: '^[0-9]{1,18}$' }, additionalProperties: record(arrangement) },
});

const imports = record(
  {
    headings: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
    keys: listOf(upTo(100), 100),
  },
  ['headings', 'keys'],
);

/** Every place where a kept view has another shape. */
export const storedViewIssues = (value: unknown, path = ''): Issue[] => checkLanguage(value, view, path);

/** Every place where a person's settings of a list have another shape. */
export const storedListIssues = (value: unknown, path = ''): Issue[] => checkLanguage(value, list, path);

/** Every place where what imports leave behind has another shape. */
export const storedImportsIssues = (value: unknown, path = ''): Issue[] => checkLanguage(value, imports, path);

/** A kept view; null for what has another shape. */
export const readStoredView = (value: unknown): StoredView | null =>
  storedViewIssues(value).length > 0 ? null : (value as StoredView);

/** A person's settings of a list; null for what has another shape. */
export const readStoredList = (value: unknown): StoredList | null =>
  storedListIssues(value).length > 0 ? null : (value as StoredList);

/** What imports left behind; null for what has another shape. */
export const readStoredImports = (value: unknown): StoredImports | null =>
  storedImportsIssues(value).length > 0 ? null : (value as StoredImports);
