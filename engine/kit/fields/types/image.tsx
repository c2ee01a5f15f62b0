import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { FileControl } from '../files/file-control.tsx';
import { FileList } from '../files/file-list.tsx';

export const image: FieldView = {
  Edit: (props: EditProps) => <FileControl {...props} picture={true} />,
  Read: (props: ReadProps) => <FileList {...props} picture={true} />,
};
