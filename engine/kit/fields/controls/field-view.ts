import type { ComponentType } from 'react';
import type { Field, Issue } from '../../../core/index.ts';

/** Props that every control passes on unchanged, so that screen readers get labels, errors and hints. */
export interface ControlProps {
  id: string;
  disabled?: boolean;
  'aria-label'?: string;
  'aria-required'?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
}

export interface EditProps {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  control: ControlProps;
  /** The field's own name in the reader's words. */
  label: string;
  /** The record as typed so far; in a sub-table the row over the record. */
  record: () => Record<string, unknown>;
  /** The siblings that this field reads while it is drawn: its unit, its currency. */
  siblings: Record<string, unknown>;
  /** Writes siblings, and `$name` titles. */
  patch: (values: Record<string, unknown>) => void;
  /** Inside a sub-table's cell. */
  compact: boolean;
  /** The sub-table that the field is a column of. */
  within?: string;
  /** Faults below this field, for views with parts of their own. */
  issues: readonly (Issue & { message?: string })[];
}

export interface ReadProps {
  field: Field;
  value: unknown;
  record: Record<string, unknown>;
  compact?: boolean;
  /** Without its unit, because a column's head says it. */
  bare?: boolean;
}

/** How one field type looks: typed into, and read. */
export interface FieldView {
  /** Null for types that people never type. */
  Edit: ComponentType<EditProps> | null;
  Read: ComponentType<ReadProps>;
  /** Numbers are right-aligned, so that their digits line up. */
  align?: 'end';
  /** Takes a whole row of the form. */
  wide?: boolean;
  /** Several controls under one name: the label names a group, no single control. */
  group?: boolean;
}
