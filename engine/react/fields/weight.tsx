import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { MeasureEdit, MeasureRead } from './measure.tsx';

export const weight: FieldView = {
  Edit: (props: EditProps) => <MeasureEdit {...props} of="weight" />,
  Read: (props: ReadProps) => <MeasureRead {...props} of="weight" />,
  align: 'end',
};
