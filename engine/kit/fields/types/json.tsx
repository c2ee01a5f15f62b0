import { Input } from 'antd';
import { useState } from 'react';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';

export const json: FieldView = { Edit: JsonEdit, Read: JsonRead, wide: true };

/** The text stays as typed; it becomes a value as soon as it can be read, and is refused by the check until then. */
function JsonEdit({ value, onChange, control }: EditProps) {
  const [typing, setTyping] = useState<string | null>(null);
  return (
    <Input.TextArea
      {...control}
      className="field-mono"
      autoSize={{ minRows: 4, maxRows: 20 }}
      spellCheck={false}
      status={control['aria-invalid'] ? 'error' : ''}
      value={typing ?? printed(value)}
      onBlur={() => setTyping(null)}
      onChange={({ target }) => {
        setTyping(target.value);
        onChange(target.value.trim() === '' ? null : read(target.value));
      }}
    />
  );
}

function JsonRead({ value }: ReadProps) {
  return value === null || value === undefined ? <EmptyValue /> : <pre className="read-json">{printed(value)}</pre>;
}

const printed = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
