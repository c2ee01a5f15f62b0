import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { FileControl } from '../files/file-control.tsx';
import { FileList } from '../files/file-list.tsx';

export const file: FieldView = {
  Edit: (props: EditProps) => <FileControl {...props} picture={false} />,
  Read: (props: ReadProps) => <FileList {...props} picture={false} />,
};
