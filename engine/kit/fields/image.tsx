import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { FileControl } from './file-control.tsx';
import { FileList } from './file-list.tsx';

export const image: FieldView = {
  Edit: (props: EditProps) => <FileControl {...props} picture={true} />,
  Read: (props: ReadProps) => <FileList {...props} picture={true} />,
};
