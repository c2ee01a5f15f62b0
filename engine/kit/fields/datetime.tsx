import { DateControl } from './date-control.tsx';
import type { EditProps, FieldView } from './field-view.ts';
import { TextRead } from './text-read.tsx';

export const datetime: FieldView = {
  Edit: (props: EditProps) => <DateControl {...props} kind="datetime" />,
  Read: TextRead,
};
