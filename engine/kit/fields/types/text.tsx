import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import { picksFrom } from '../pickers/picks-from.ts';
import { RecordLink } from '../pickers/record-link.tsx';
import { RecordPicker } from '../pickers/record-picker.tsx';
import { TextControl } from '../controls/text-control.tsx';
import { TextRead } from '../controls/text-read.tsx';

export const text: FieldView = { Edit: NamingEdit, Read: NamingRead };

/** A text, or the record whose code it holds, picked by those who may read such records; others type the code. */
function NamingEdit(props: EditProps) {
  const to = picksFrom(props.field, useFieldHost().refs);
  return to ? <RecordPicker {...props} to={to} /> : <TextControl {...props} />;
}

/** A text, or the record that it names by id or code. */
function NamingRead(props: ReadProps) {
  const { recordOf, codeOf } = props.field.meta;
  const named = recordOf ? props.record[recordOf] : null;
  const title = props.record[`$${props.field.name}`];
  if (codeOf && props.value && title) return <TextRead {...props} value={title} />;
  return typeof named === 'string' && typeof props.value === 'string' && title ? (
    <RecordLink entity={named} id={props.value} title={title} />
  ) : (
    <TextRead {...props} />
  );
}
