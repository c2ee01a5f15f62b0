import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { RecordLink } from '../pickers/record-link.tsx';
import { RecordPicker } from '../pickers/record-picker.tsx';
import { EmptyValue } from '../controls/text-read.tsx';

export const reference: FieldView = { Edit: ReferenceEdit, Read: ReferenceRead };

function ReferenceEdit(props: EditProps) {
  return <RecordPicker {...props} to={props.field.meta.to ?? ''} />;
}

function ReferenceRead({ field, value, record }: ReadProps) {
  if (typeof value !== 'string' || value === '') return <EmptyValue />;
  return <RecordLink entity={field.meta.to ?? ''} id={value} title={record[`$${field.name}`]} />;
}
