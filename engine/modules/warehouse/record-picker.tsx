import { Select } from 'antd';
import { PickerEmpty, useDataClient, useDropDown } from '../../kit/index.ts';

interface Props {
  label: string;
  placeholder: string;
  /** The kind of record, by its path. */
  path: string;
  value: string;
  onChange: (id: string) => void;
}

/** One record by its title, found while it is typed. */
export function RecordPicker({ label, placeholder, path, value, onChange }: Props) {
  const client = useDataClient();
  const { choices, state, search } = useDropDown(client, path, () => ({}));
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
        options={[...choices]}
        onSearch={search}
        onOpenChange={(open) => open && search('')}
        onChange={(next: string | undefined) => onChange(next ?? '')}
      />
    </label>
  );
}
