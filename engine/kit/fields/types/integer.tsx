import type { EditProps, FieldView } from '../controls/field-view.ts';
import { NumberControl } from '../controls/number-control.tsx';
import { NumberRead } from '../controls/text-read.tsx';

export const integer: FieldView = {
  Edit: (props: EditProps) => <NumberControl {...props} places={0} />,
  Read: NumberRead,
  align: 'end',
};
