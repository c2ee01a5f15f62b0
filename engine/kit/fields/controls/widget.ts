import type { ComponentType } from 'react';
import { fieldTypes, ownOf, type Field, type FieldMeta, type FieldTypeName, type Issue } from '../../../core/index.ts';
import type { EditProps, ReadProps } from './field-view.ts';

/** What a schema says of a widget (`widgetOptions`), with the widget's own defaults for the rest. */
export type WidgetOptions = Readonly<Record<string, unknown>>;

export type WidgetEditProps = EditProps & { options: WidgetOptions };
export type WidgetReadProps = ReadProps & { options: WidgetOptions };

/**
 * The two faces of a widget, and all that its module exports: so a changed file is swapped in open pages. `Read` may be
 * left out: the field type's own read view stands then.
 */
export interface WidgetViews {
  Edit: ComponentType<WidgetEditProps>;
  Read?: ComponentType<WidgetReadProps>;
}

/**
 * A custom editor of a field, named by `"widget": "<name>"` in a schema. The manifest is small and always there; the
 * views load when the first form asks for them. Its words are `widget.<name>.*` in `locales/<culture>/engine.json`:
 * `name`, `note`, and `option.<key>` (with `option.<key>.<value>` for a choice) for each option.
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
  /** Values that `check` refuses, for tests. */
  badSamples?: readonly unknown[];
  /**
   * What is wrong with a value that is not empty and that the field's type accepts; null for nothing. It holds back a
   * form, not the wire: what must hold for everybody is a `pattern` or a validation of the schema.
   */
  check?: (value: unknown, options: WidgetOptions) => Issue | null;
  load: () => Promise<WidgetViews>;
}

export type Widgets = Readonly<Record<string, Widget>>;

/** The widget that edits this field: the one its schema names, if it is here and knows the field's type. */
export function widgetOf(widgets: Widgets, { meta }: Field): Widget | null {
  const widget = ownOf(widgets, meta.widget);
  return widget?.types.includes(meta.type) ? widget : null;
}

/** Every option of the widget: what the schema says where that is a value of the option, else its default, else null. */
export function widgetOptions({ options }: Widget, values: WidgetOptions = {}): WidgetOptions {
  return Object.fromEntries(
    Object.entries(options).map(([key, meta]) => {
      const read = values[key] === undefined ? null : fieldTypes[meta.type].parse(values[key], meta);
      return [key, read?.ok ? read.value : (meta.default ?? null)];
    }),
  );
}

/** What the field's widget has against a value. */
export function widgetIssue(widgets: Widgets, field: Field, value: unknown): Issue | null {
  const widget = widgetOf(widgets, field);
  if (!widget?.check || value === null || value === undefined || value === '') return null;
  return widget.check(value, widgetOptions(widget, field.meta.widgetOptions));
}
