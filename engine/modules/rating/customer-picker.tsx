import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useDataClient, useDropDown, type Choice } from '../../react/index.ts';
import { useWords } from './wording.ts';

/** Whose prices are asked for. Nobody's: what it costs us. */
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
      <span>{t('rate.customer')}</span>
      <Select
        showSearch
        allowClear
        filterOption={false}
        value={value || null}
        placeholder={t('rate.noCustomer')}
        aria-label={t('rate.customer')}
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
