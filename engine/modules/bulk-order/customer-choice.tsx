import { Select } from 'antd';
import { useDataClient, useDropDown } from '../../kit/index.ts';
import { useWords } from './wording.ts';

interface Props {
  value: { id: string; name: string } | null;
  onChange(next: { id: string; name: string }): void;
}

/** Whose orders the sheet holds: all of it belongs to one customer. */
export function CustomerChoice({ value, onChange }: Props) {
  const t = useWords();
  const client = useDataClient();
  const { choices, state, search } = useDropDown(client, 'Customer', () => ({ from: 'order', field: 'customer' }));
  const own = value ? [{ value: value.id, label: value.name }] : [];
  const options = [...own.filter((one) => !choices.some((each) => each.value === one.value)), ...choices];
  return (
    <label className="bulk-customer">
      <span>{t('sheet.customer')}</span>
      <Select
        showSearch
        filterOption={false}
        value={value?.id ?? null}
        placeholder={t('sheet.chooseCustomer')}
        aria-label={t('sheet.customer')}
        loading={state === 'loading'}
        options={options}
        onSearch={search}
        onOpenChange={(open) => open && search('')}
        onChange={(id: string) => onChange({ id, name: String(options.find((one) => one.value === id)?.label ?? id) })}
      />
    </label>
  );
}
