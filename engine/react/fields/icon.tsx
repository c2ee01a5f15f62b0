import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { TextControl } from './text-control.tsx';
import { Nothing } from './text-read.tsx';

/** An icon by its name. */
export const icon: FieldView = {
  Edit: (props: EditProps) => <TextControl {...props} mono placeholder="inbox" />,
  Read: ({ value }: ReadProps) =>
    typeof value === 'string' && value !== '' ? <code className="read-code">{value}</code> : <Nothing />,
};
