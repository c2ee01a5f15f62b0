import { lazy, Suspense, type ComponentType } from 'react';
import type { FieldView, ReadProps } from './field-view.ts';
import type { Widget } from './widget.ts';
import { useWidgets } from './widgets-context.tsx';

const loaded = new WeakMap<Widget, ComponentType<ReadProps & { otherwise: FieldView['Read'] }>>();

/** A field as it is read: by its custom widget where that has a view for reading, otherwise by the view of its type. */
export function ReadView({ view, ...props }: ReadProps & { view: FieldView }) {
  const widget = useWidgets()[props.field.meta.widget ?? ''];
  if (!widget?.types.includes(props.field.meta.type)) return <view.Read {...props} />;
  const Custom = viewOf(widget);
  return (
    <Suspense fallback={null}>
      <Custom {...props} otherwise={view.Read} />
    </Suspense>
  );
}

function viewOf(widget: Widget) {
  const kept =
    loaded.get(widget) ??
    lazy(async () => {
      const { Read } = (await widget.load()).default;
      return {
        default: ({ otherwise: Otherwise, ...props }: ReadProps & { otherwise: FieldView['Read'] }) =>
          Read ? <Read {...props} /> : <Otherwise {...props} />,
      };
    });
  loaded.set(widget, kept);
  return kept;
}
