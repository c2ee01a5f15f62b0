import type { EditProps, FieldView } from './field-view.ts';
import { NumberControl } from './number-control.tsx';
import { NumberRead } from './text-read.tsx';

export const integer: FieldView = {
  Edit: (props: EditProps) => <NumberControl {...props} places={0} />,
  Read: NumberRead,
  align: 'end',
};
