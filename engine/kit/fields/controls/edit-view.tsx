import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import type { EditProps, FieldView } from './field-view.ts';
import { widgetOf, widgetOptions, type Widget, type WidgetEditProps } from './widget.ts';
import { useWidgets } from './widgets-context.tsx';

const loaded = new WeakMap<Widget['load'], ComponentType<WidgetEditProps>>();

/** The field's custom widget if its schema names one that is here, otherwise the view of its type. */
export function EditView({ view, ...props }: EditProps & { view: FieldView }) {
  const { field } = props;
  const widget = widgetOf(useWidgets(), field);
  if (widget) {
    const Custom = viewOf(widget);
    return (
      <ErrorBoundary resetKey={field.id}>
        <Suspense
          fallback={
            <div style={{ paddingBottom: widget.below ?? 0 }}>{view.Edit ? <view.Edit {...props} /> : null}</div>
          }
        >
          <Custom {...props} options={widgetOptions(widget, field.meta.widgetOptions)} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  if (!view.Edit) return null;
  return (
    <ErrorBoundary resetKey={field.id}>
      <view.Edit {...props} />
    </ErrorBoundary>
  );
}

function viewOf({ load }: Widget): ComponentType<WidgetEditProps> {
  const cached = loaded.get(load) ?? lazy(async () => ({ default: (await load()).Edit }));
  loaded.set(load, cached);
  return cached;
}
