import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useDataClient, useDropDown, type Choice } from '../../kit/index.ts';
import { useWords } from './wording.ts';

/** Whose account is looked at. */
export function CustomerPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useWords();
  const client = useDataClient();
  const { choices, state, search } = useDropDown(client, 'Customer', () => ({}));
  const [known, setKnown] = useState<readonly Choice[]>([]);
  // One that came with the address has an id and no name yet.
  useEffect(() => {
    if (!value || known.some((one) => one.value === value)) return;
    client.dropDown('Customer', { id: [value] }).then(
      (rows) => setKnown(rows.map(({ code, value: label }) => ({ value: code, label }))),
      () => undefined,
    );
  }, [client, value, known]);
  const options = [...known.filter((one) => !choices.some((each) => each.value === one.value)), ...choices];
  return (
    <label>
      <span>{t('page.customer')}</span>
      <Select
        showSearch
        allowClear
        filterOption={false}
        value={value || null}
        placeholder={t('page.chooseCustomer')}
        aria-label={t('page.customer')}
        loading={state === 'loading'}
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
