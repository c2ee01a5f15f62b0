import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { NumberControl } from './number-control.tsx';
import { TextRead } from './text-read.tsx';

export const percent: FieldView = {
  Edit: (props: EditProps) => <NumberControl {...props} places={0} unit="%" />,
  Read: (props: ReadProps) => (
    <span className="read-number">
      <TextRead {...props} />
    </span>
  ),
  align: 'end',
};
