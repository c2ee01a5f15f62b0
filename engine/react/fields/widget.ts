import type { ComponentType } from 'react';
import type { FieldMeta, FieldTypeName } from '../../index.ts';
import type { EditProps, ReadProps } from './field-view.ts';

/** The two faces of a widget. `Read` may be left out: the field type's own read view stands then. */
export interface WidgetViews {
  Edit: ComponentType<EditProps>;
  Read?: ComponentType<ReadProps>;
}

/**
 * A custom editor of a field, named by `"widget": "<name>"` in a schema. The manifest is small and always there; the
 * views load when the first form asks for them.
 */
export interface Widget {
  name: string;
  /** The field types whose value it edits. */
  types: readonly FieldTypeName[];
  /** Its options in the field language, so that a property panel is an ordinary form. */
  options: Readonly<Record<string, FieldMeta>>;
  icon: string;
  /** Pixels that it adds below the field's own view: kept free while it loads, so that nothing moves. */
  below?: number;
  /** Values that show it at work, for galleries and tests. */
  samples: readonly unknown[];
  load: () => Promise<{ default: WidgetViews }>;
}
