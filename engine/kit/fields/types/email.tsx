import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { TextControl } from '../controls/text-control.tsx';
import { EmptyValue } from '../controls/text-read.tsx';

export const email: FieldView = {
  Edit: (props: EditProps) => <TextControl {...props} type="email" inputMode="email" />,
  Read: ({ value }: ReadProps) =>
    typeof value === 'string' && value !== '' ? <a href={`mailto:${encodeURI(value)}`}>{value}</a> : <EmptyValue />,
};
