import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { PickerEmpty, useDataClient, useDropDown, type Choice } from '../../kit/index.ts';
import { useWords } from './wording.ts';

interface Props {
  label: string;
  /** What stands there while nothing is chosen. */
  placeholder: string;
  /** The kind of record, by its path. */
  path: string;
  value: string;
  onChange: (id: string) => void;
}

/** Whose prices are asked for. None: what it costs us. */
export function CustomerPicker({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const t = useWords();
  return (
    <RecordPicker
      label={t('rate.customer')}
      placeholder={t('rate.noCustomer')}
      path="Customer"
      value={value}
      onChange={onChange}
    />
  );
}

/** One record by its title, found while it is typed. */
export function RecordPicker({ label, placeholder, path, value, onChange }: Props) {
  const client = useDataClient();
  const { choices, state, search } = useDropDown(client, path, () => ({}));
  const [known, setKnown] = useState<readonly Choice[]>([]);
  // One that came with the address has an id and no name yet.
  useEffect(() => {
    if (!value || known.some((one) => one.value === value)) return;
    client.dropDown(path, { id: [value] }).then(
      (rows) => setKnown(rows.map(({ code, value: label }) => ({ value: code, label }))),
      () => undefined,
    );
  }, [client, path, value, known]);
  const options = [...known.filter((one) => !choices.some((each) => each.value === one.value)), ...choices];
  return (
    <label>
      <span>{label}</span>
      <Select
        showSearch
        allowClear
        filterOption={false}
        value={value || null}
        placeholder={placeholder}
        aria-label={label}
        loading={state === 'loading'}
        notFoundContent={<PickerEmpty state={state} />}
        options={options}
        onSearch={search}
        onOpenChange={(open) => open && search('')}
        onChange={(next: string | undefined) => {
          setKnown(options.filter((one) => one.value === next));
          onChange(next ?? '');
        }}
      />
    </label>
  );
}
