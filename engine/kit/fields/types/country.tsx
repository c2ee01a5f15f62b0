import { Select } from 'antd';
import { useMemo } from 'react';
import { countries } from '../../../core/index.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';
import { useInputAria } from '../controls/use-input-aria.ts';

export const country: FieldView = { Edit: CountryEdit, Read: CountryRead };

/** Countries by their names in the reader's language; the two letters find them too. */
export function CountryEdit({ value, onChange, control }: Pick<EditProps, 'value' | 'onChange' | 'control'>) {
  const picker = useInputAria(control);
  const { format } = useFieldHost();
  const options = useMemo(() => countryOptions(format.culture), [format.culture]);
  return (
    <Select
      {...picker}
      className="field-select"
      status={control['aria-invalid'] ? 'error' : ''}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      onChange={(picked: string | undefined) => onChange(picked ?? null)}
      options={options}
      allowClear
      showSearch
      filterOption={(typed, option) => `${option?.label} ${option?.value}`.toLowerCase().includes(typed.toLowerCase())}
      popupMatchSelectWidth={false}
    />
  );
}

function CountryRead({ value }: ReadProps) {
  const { format } = useFieldHost();
  return typeof value === 'string' && value !== '' ? <span>{countryName(value, format.culture)}</span> : <EmptyValue />;
}

export function countryName(code: string, culture: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([culture], { type: 'region' }).of(code) ?? code;
}

function countryOptions(culture: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([culture], { type: 'region' });
  const options = [...countries].map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }));
  return options.sort((one, other) => one.label.localeCompare(other.label, culture));
}
