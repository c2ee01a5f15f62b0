import type { EditProps, FieldView } from '../controls/field-view.ts';
import { TextControl } from '../controls/text-control.tsx';
import { TextRead } from '../controls/text-read.tsx';

export const postalCode: FieldView = { Edit: (props: EditProps) => <TextControl {...props} mono />, Read: TextRead };
