import { DateControl } from './date-control.tsx';
import type { EditProps, FieldView } from './field-view.ts';
import { TextRead } from './text-read.tsx';

export const date: FieldView = { Edit: (props: EditProps) => <DateControl {...props} kind="date" />, Read: TextRead };
