import type { FieldMeta, FieldTypeName } from '../meta/entity.ts';
import type { Outcome } from '../meta/issue.ts';

/** Filter operators of the wire and of saved views. */
export type FilterOperator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'empty'
  | 'notEmpty';

/**
 * The type a field has inside CEL expressions. `decimal` is our exact number (engine/core/meta/decimal.ts); integers are
 * CEL ints; dates and times are their wire strings, which order as text does.
 */
export type CelType = 'string' | 'int' | 'decimal' | 'bool' | 'list' | 'map' | 'dyn';

/** How a value is stored in Postgres. `none`: no column of its own (lines). */
export interface Column {
  type: string;
  /** A CHECK over the quoted column, written with `{col}` in the column's place. */
  check?: string;
}

/** What a type needs to know beyond the field itself when it reads or words a value. */
export interface ValueContext {
  culture: string;
  /** IANA zone of the tenant. */
  timeZone: string;
}

/** What lists, forms and checks need to know of a type, so that none of them names types. */
export interface FieldTraits {
  /** The system computes the value; it cannot be typed. */
  readonly calculated: boolean;
  /** A number: aligned to the end. */
  readonly numeric: boolean;
  /** Values of a column add up. */
  readonly summable: boolean;
  /** A date or a moment, which can be cut into days, weeks, months and years. */
  readonly calendar: boolean;
  /** Values have an order that people mean. */
  readonly sortable: boolean;
  /** Several records may share a value, and a chart can name it. */
  readonly groupable: boolean;
  /** Fits into a cell of a list and into a filter. */
  readonly listable: boolean;
  /** Chosen from the field's options or a dictionary. */
  readonly hasOptions: boolean;
  /** The value is the id of a record, or a list of ids. */
  readonly pointsToRecords: boolean;
  /** The value is always a list. */
  readonly multiple: boolean;
  /** Takes a row of its own on a record page. */
  readonly fullWidth: boolean;
  /** A value that is cut off would read as another value. */
  readonly exact: boolean;
  /** Running text, which can be cut and still be recognised. */
  readonly shrinkable: boolean;
  /** Text of a spreadsheet cell can be pasted into it. */
  readonly pasteable: boolean;
  /** Can be a column of a sub-table. */
  readonly inLines: boolean;
  /** The designer offers a default value. */
  readonly defaultable: boolean;
  /** The width of a list column in pixels; null: it depends on the field. */
  readonly width: number | null;
}

/**
 * One field type, whole: storage, wire, filter, text and samples. Values on the wire are canonical JSON: numbers for
 * numeric types (at most 15 significant digits), `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` in the tenant's zone, ids as strings.
 */
export interface FieldType {
  name: FieldTypeName;
  /** This type's own options, in the field language itself, so that a property panel is an ordinary form. */
  options: Record<string, FieldMeta>;
  /** Null for types without a column. */
  column(field: FieldMeta): Column | null;
  cel(field: FieldMeta): CelType;
  /** JSON Schema (2020-12) of the canonical wire value; null is added by the compiler where it may be empty. */
  jsonSchema(field: FieldMeta): Record<string, unknown>;
  operators: FilterOperator[];
  traits: FieldTraits;
  /**
   * Unknown input to the canonical value: tolerant of what clients send (numbers as strings, ids as numbers, blanks
   * around text), strict about meaning. Empty text is null. Never throws; issues carry the field's own checks
   * (length, bounds, pattern, options) with an empty path. References are checked for shape alone.
   */
  parse(input: unknown, field: FieldMeta): Outcome<unknown>;
  /** The value as text for exports and read views without a screen; '' for null. Choices answer their code, which the caller translates. */
  format(value: unknown, field: FieldMeta, context: ValueContext): string;
  /** Text of a file cell to the canonical value: the inverse of `format`, tolerant. */
  fromText(text: string, field: FieldMeta, context: ValueContext): Outcome<unknown>;
  /** Values for tests and galleries: all `valid` parse to themselves, all `invalid` are refused. */
  samples(field: FieldMeta): { valid: unknown[]; invalid: unknown[] };
}
