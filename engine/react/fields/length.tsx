import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { MeasureEdit, MeasureRead } from './measure.tsx';

export const length: FieldView = {
  Edit: (props: EditProps) => <MeasureEdit {...props} of="length" />,
  Read: (props: ReadProps) => <MeasureRead {...props} of="length" />,
  align: 'end',
};
