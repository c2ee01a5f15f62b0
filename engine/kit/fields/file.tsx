import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { FileControl } from './file-control.tsx';
import { FileList } from './file-list.tsx';

export const file: FieldView = {
  Edit: (props: EditProps) => <FileControl {...props} picture={false} />,
  Read: (props: ReadProps) => <FileList {...props} picture={false} />,
};
