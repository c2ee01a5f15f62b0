import { DateControl } from '../controls/date-control.tsx';
import type { EditProps, FieldView } from '../controls/field-view.ts';
import { TextRead } from '../controls/text-read.tsx';

export const datetime: FieldView = {
  Edit: (props: EditProps) => <DateControl {...props} kind="datetime" />,
  Read: TextRead,
};
