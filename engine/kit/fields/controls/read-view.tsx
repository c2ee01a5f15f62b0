import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import type { FieldView, ReadProps } from './field-view.ts';
import { widgetOf, widgetOptions, type Widget, type WidgetReadProps } from './widget.ts';
import { useWidgets } from './widgets-context.tsx';

type Props = WidgetReadProps & { otherwise: FieldView['Read'] };
const loaded = new WeakMap<Widget['load'], ComponentType<Props>>();

/** A field as it is read: by its custom widget where that has a view for reading, otherwise by the view of its type. */
export function ReadView({ view, ...props }: ReadProps & { view: FieldView }) {
  const { field } = props;
  const widget = widgetOf(useWidgets(), field);
  const Custom = widget && viewOf(widget);
  return (
    <ErrorBoundary resetKey={field.id} instead={<Unreadable value={props.value} />}>
      {Custom ? (
        <Suspense fallback={null}>
          <Custom {...props} options={widgetOptions(widget, field.meta.widgetOptions)} otherwise={view.Read} />
        </Suspense>
      ) : (
        <view.Read {...props} />
      )}
    </ErrorBoundary>
  );
}

/** A value that its view cannot draw, as plain text. */
function Unreadable({ value }: { value: unknown }) {
  return <span>{typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}</span>;
}

function viewOf({ load }: Widget) {
  const cached =
    loaded.get(load) ??
    lazy(async () => {
      const { Read } = await load();
      return {
        default: ({ otherwise: Otherwise, ...props }: Props) => (Read ? <Read {...props} /> : <Otherwise {...props} />),
      };
    });
  loaded.set(load, cached);
  return cached;
}
