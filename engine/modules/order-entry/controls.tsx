import { Input, Select } from 'antd';
import { useId, useMemo, type ClipboardEvent, type ReactNode } from 'react';
import { countries } from '../../core/index.ts';
import { useCulture } from '../../kit/index.ts';
import { useDesk } from './wording.ts';

interface FieldProps {
  label: string;
  /** Where it stands: what is wrong with it is said under this name. */
  place: string;
  /** What speaks against it without refusing it. */
  warning?: string | undefined;
  required?: boolean;
  wide?: boolean;
}

/** A label, a control, and under it what is wrong. */
export function Field({
  label,
  place,
  warning,
  required,
  wide,
  children,
}: FieldProps & {
  children: (control: { id: string; status: '' | 'error' | 'warning'; describedBy: string }) => ReactNode;
}) {
  const id = useId();
  const { faults } = useDesk();
  const fault = faults[place];
  const told = fault ?? warning ?? '';
  return (
    <div className={wide ? 'entry-field is-wide' : 'entry-field'} data-place={place}>
      <label htmlFor={id}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {children({ id, status: fault ? 'error' : warning ? 'warning' : '', describedBy: `${id}-told` })}
      <p id={`${id}-told`} className={fault ? 'entry-fault' : 'entry-warning'} hidden={told === ''}>
        {told}
      </p>
    </div>
  );
}

interface TextProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  figure?: boolean;
  placeholder?: string;
  type?: 'date';
  autoFocus?: boolean;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  onBlur?: () => void;
}

export function TextField({
  value,
  onChange,
  maxLength = 35,
  figure,
  placeholder,
  type,
  autoFocus,
  ...rest
}: TextProps) {
  const { onPaste, onBlur, ...field } = rest;
  return (
    <Field {...field}>
      {({ id, status, describedBy }) => (
        <Input
          id={id}
          value={value}
          status={status}
          maxLength={maxLength}
          autoComplete="off"
          autoFocus={autoFocus ?? false}
          aria-invalid={status === 'error'}
          aria-required={field.required ?? false}
          aria-describedby={describedBy}
          {...(type ? { type } : {})}
          {...(figure ? { inputMode: 'decimal' as const } : {})}
          {...(placeholder ? { placeholder } : {})}
          {...(onPaste ? { onPaste } : {})}
          {...(onBlur ? { onBlur } : {})}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps<T extends string> extends FieldProps {
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function ChoiceField<T extends string>({ value, options, onChange, ...field }: ChoiceProps<T>) {
  return (
    <Field {...field}>
      {({ id, status, describedBy }) => (
        <Select<T>
          id={id}
          value={value}
          status={status}
          aria-label={field.label}
          aria-describedby={describedBy}
          options={[...options]}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

export function CountryField({
  value,
  onChange,
  ...field
}: FieldProps & { value: string; onChange: (country: string) => void }) {
  const culture = useCulture();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([culture], { type: 'region' });
    return [...countries].map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }));
  }, [culture]);
  return (
    <Field {...field}>
      {({ id, status, describedBy }) => (
        <Select
          showSearch
          id={id}
          value={value || null}
          status={status}
          aria-label={field.label}
          aria-describedby={describedBy}
          optionFilterProp="label"
          options={options}
          onChange={(country: string | null) => onChange(country ?? '')}
        />
      )}
    </Field>
  );
}
