import { Input } from 'antd';
import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import type { EditProps } from './field-view.ts';

interface TextControlProps extends EditProps {
  type?: HTMLInputTypeAttribute;
  inputMode?: 'email' | 'tel' | 'url' | 'text' | 'numeric';
  autoComplete?: string;
  /** Codes and numbers line up better in fixed-width letters. */
  mono?: boolean;
  prefix?: ReactNode;
  suffix?: ReactNode;
  placeholder?: string;
}

/** A single-line text input. Pasted text is not truncated: validation reports it instead. */
export function TextControl({
  value,
  onChange,
  control,
  mono,
  type,
  inputMode,
  autoComplete,
  ...rest
}: TextControlProps) {
  return (
    <Input
      {...control}
      className={mono ? 'field-mono' : undefined}
      type={type ?? 'text'}
      inputMode={inputMode}
      autoComplete={autoComplete ?? 'off'}
      spellCheck={mono ? false : undefined}
      status={control['aria-invalid'] ? 'error' : ''}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      prefix={rest.prefix}
      suffix={rest.suffix}
      placeholder={rest.placeholder}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  );
}
