import { Input } from 'antd';
import { useEffect, useState } from 'react';

/** A rule as text; it counts when it is left. */
export function RuleText({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => text.trim() !== value && onChange(text.trim());
  return (
    <Input.TextArea
      className="field-mono"
      autoSize={{ minRows: 1, maxRows: 8 }}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
    />
  );
}
