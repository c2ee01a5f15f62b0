import { Input } from 'antd';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { TextControl } from '../controls/text-control.tsx';
import { EmptyValue } from '../controls/text-read.tsx';

export const longText: FieldView = { Edit: LongTextEdit, Read: LongTextRead, wide: true };

function LongTextEdit(props: EditProps) {
  const { value, onChange, control, field, compact } = props;
  if (compact) return <TextControl {...props} />;
  return (
    <Input.TextArea
      {...control}
      autoSize={{ minRows: 3, maxRows: 12 }}
      status={control['aria-invalid'] ? 'error' : ''}
      value={typeof value === 'string' ? value : ''}
      count={field.meta.maxLength ? { show: true, max: field.meta.maxLength } : undefined}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  );
}

function LongTextRead({ value }: ReadProps) {
  return typeof value === 'string' && value !== '' ? <p className="read-long">{value}</p> : <EmptyValue />;
}
