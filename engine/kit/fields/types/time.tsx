import { DateControl } from '../controls/date-control.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { toTheMinute } from '../controls/cell-text.ts';
import { TextRead } from '../controls/text-read.tsx';

export const time: FieldView = {
  Edit: (props: EditProps) => <DateControl {...props} kind="time" />,
  Read: ({ value, ...props }: ReadProps) => (
    <TextRead {...props} value={typeof value === 'string' ? toTheMinute(value) : value} />
  ),
};
