import { lazy, Suspense, type ComponentType } from 'react';
import type { EditProps, FieldView } from './field-view.ts';
import type { Widget } from './widget.ts';
import { useWidgets } from './widgets-context.tsx';

const loaded = new WeakMap<Widget, ComponentType<EditProps>>();

/** The field's custom widget if its schema names one that is here, otherwise the view of its type. */
export function EditView({ view, ...props }: EditProps & { view: FieldView }) {
  const widget = useWidgets()[props.field.meta.widget ?? ''];
  if (widget?.types.includes(props.field.meta.type)) {
    const Custom = viewOf(widget);
    return (
      <Suspense
        fallback={<div style={{ paddingBottom: widget.below ?? 0 }}>{view.Edit ? <view.Edit {...props} /> : null}</div>}
      >
        <Custom {...props} />
      </Suspense>
    );
  }
  return view.Edit ? <view.Edit {...props} /> : null;
}

function viewOf(widget: Widget): ComponentType<EditProps> {
  const kept = loaded.get(widget) ?? lazy(async () => ({ default: (await widget.load()).default.Edit }));
  loaded.set(widget, kept);
  return kept;
}
