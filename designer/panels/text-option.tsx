import { Input } from 'antd';
import { useEffect, useState } from 'react';

interface Props {
  id: string;
  size?: 'small' | 'middle';
  value: string;
  lang?: string;
  maxLength?: number;
  disabled?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string;
  onCommit: (text: string) => void;
}

/** Text that counts when it is left or Enter is pressed: half a word is no step of a draft. */
export function TextOption({ value, onCommit, ...rest }: Props) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => text !== value && onCommit(text);
  return (
    <Input
      {...rest}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onPressEnter={commit}
    />
  );
}
