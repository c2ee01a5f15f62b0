import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { bringsKeyboard, useDataClient, useDropDown, type Choice } from '../../kit/index.ts';
import { useWords } from './wording.ts';

interface Props {
  value: string;
  disabled: boolean;
  onChange: (id: string) => void;
}

/** Whose order it is: asked of staff, before anything else. One customer alone is taken. */
export function CustomerField({ value, disabled, onChange }: Props) {
  const t = useWords();
  const client = useDataClient();
  const { choices, state, search } = useDropDown(client, 'Customer', () => ({ from: 'order', field: 'customer' }));
  const [known, setKnown] = useState<readonly Choice[]>([]);
  useEffect(() => {
    if (!value || known.some((one) => one.value === value)) return;
    client.dropDown('Customer', { id: [value] }).then(
      (rows) => setKnown(rows.map(({ code, value: label }) => ({ value: code, label }))),
      () => undefined,
    );
  }, [client, value, known]);
  useEffect(() => {
    if (value) return;
    let gone = false;
    client.dropDown('Customer', { from: 'order', field: 'customer' }).then(
      ([only, ...others]) => !gone && only && others.length === 0 && onChange(only.code),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [client, value, onChange]);
  const options = [...known.filter((one) => !choices.some((each) => each.value === one.value)), ...choices];
  return (
    <label className="entry-customer">
      <span>{t('customer')}</span>
      <Select
        showSearch
        autoFocus={value === '' && !bringsKeyboard()}
        filterOption={false}
        value={value || null}
        placeholder={t('customer.choose')}
        aria-label={t('customer')}
        disabled={disabled}
        loading={state === 'loading'}
        options={options}
        onSearch={search}
        onOpenChange={(open) => open && search('')}
        onChange={(next: string | null) => {
          setKnown(options.filter((one) => one.value === next));
          onChange(next ?? '');
        }}
      />
    </label>
  );
}
