import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { NumberControl } from './number-control.tsx';
import { NumberRead } from './text-read.tsx';
import { useUnitWords } from './unit-words.ts';

/** A number with what it is counted in; in a sub-table the head of the column says that once. */
export const quantity = (places: number): FieldView => ({
  Edit: (props: EditProps) => <QuantityEdit {...props} places={places} />,
  Read: QuantityRead,
  align: 'end',
});

function QuantityEdit({ places, ...props }: EditProps & { places: number }) {
  const unit = useUnitWords()(props.field.meta, props.siblings);
  const shown = Math.min(places, props.field.meta.scale ?? places);
  return <NumberControl {...props} places={shown} unit={props.compact ? '' : unit} />;
}

export function QuantityRead(props: ReadProps) {
  const unit = useUnitWords()(props.field.meta, props.record);
  return <NumberRead {...props} unit={props.bare ? '' : unit} />;
}
