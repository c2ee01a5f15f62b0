import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { TextControl } from '../controls/text-control.tsx';
import { EmptyValue } from '../controls/text-read.tsx';

export const phone: FieldView = {
  Edit: (props: EditProps) => <TextControl {...props} type="tel" inputMode="tel" />,
  Read: ({ value }: ReadProps) =>
    typeof value === 'string' && value !== '' ? (
      <a href={`tel:${value.replace(/[^\d+]/g, '')}`}>{value}</a>
    ) : (
      <EmptyValue />
    ),
};
