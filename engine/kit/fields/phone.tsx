import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { TextControl } from './text-control.tsx';
import { Nothing } from './text-read.tsx';

export const phone: FieldView = {
  Edit: (props: EditProps) => <TextControl {...props} type="tel" inputMode="tel" />,
  Read: ({ value }: ReadProps) =>
    typeof value === 'string' && value !== '' ? (
      <a href={`tel:${value.replace(/[^\d+]/g, '')}`}>{value}</a>
    ) : (
      <Nothing />
    ),
};
