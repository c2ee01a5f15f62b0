import type { EditProps, FieldView } from './field-view.ts';
import { TextControl } from './text-control.tsx';
import { TextRead } from './text-read.tsx';

export const postalCode: FieldView = { Edit: (props: EditProps) => <TextControl {...props} mono />, Read: TextRead };
