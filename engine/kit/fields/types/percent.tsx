import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { NumberControl } from '../controls/number-control.tsx';
import { TextRead } from '../controls/text-read.tsx';

export const percent: FieldView = {
  Edit: (props: EditProps) => <NumberControl {...props} places={0} unit="%" />,
  Read: (props: ReadProps) => (
    <span className="read-number">
      <TextRead {...props} />
    </span>
  ),
  align: 'end',
};
