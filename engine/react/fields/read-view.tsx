import { lazy, Suspense, type ComponentType } from 'react';
import type { FieldView, ReadProps } from './field-view.ts';
import { widgetOf, widgetOptions, type Widget, type WidgetReadProps } from './widget.ts';
import { useWidgets } from './widgets-context.tsx';

type Props = WidgetReadProps & { otherwise: FieldView['Read'] };
const loaded = new WeakMap<Widget['load'], ComponentType<Props>>();

/** A field as it is read: by its custom widget where that has a view for reading, otherwise by the view of its type. */
export function ReadView({ view, ...props }: ReadProps & { view: FieldView }) {
  const { field } = props;
  const widget = widgetOf(useWidgets(), field);
  if (!widget) return <view.Read {...props} />;
  const Custom = viewOf(widget);
  return (
    <Suspense fallback={null}>
      <Custom {...props} options={widgetOptions(widget, field.meta.widgetOptions)} otherwise={view.Read} />
    </Suspense>
  );
}

function viewOf({ load }: Widget) {
  const kept =
    loaded.get(load) ??
    lazy(async () => {
      const { Read } = await load();
      return {
        default: ({ otherwise: Otherwise, ...props }: Props) => (Read ? <Read {...props} /> : <Otherwise {...props} />),
      };
    });
  loaded.set(load, kept);
  return kept;
}
