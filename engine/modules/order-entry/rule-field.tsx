import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useDataClient, type WireRecord } from '../../kit/index.ts';
import type { Entry } from './entry.ts';
import { useWords } from './wording.ts';

/** The named rules of a customer, and those of everybody; not asked for where there are none. */
export function RuleField({
  entry: { customer, rateRule },
  disabled,
  onChange,
}: {
  entry: Entry;
  disabled: boolean;
  onChange: (rule: string) => void;
}) {
  const t = useWords();
  const client = useDataClient();
  const [rules, setRules] = useState<readonly WireRecord[]>([]);
  useEffect(() => {
    let gone = false;
    client.list('RateRule', { status: 'enabled' }).then(
      (found) => !gone && setRules(found),
      // People who may not read them choose by hand.
      () => !gone && setRules([]),
    );
    return () => {
      gone = true;
    };
  }, [client]);
  const open = rules.filter((rule) => !rule['customer'] || rule['customer'] === customer);
  if (open.length === 0) return null;
  return (
    <label className="entry-rule">
      <span>{t('price.rule')}</span>
      <Select
        allowClear
        value={rateRule || null}
        disabled={disabled}
        placeholder={t('price.noRule')}
        aria-label={t('price.rule')}
        options={open.map(({ id, name }) => ({ value: id, label: String(name) }))}
        onChange={(next: string | null) => onChange(next ?? '')}
      />
    </label>
  );
}
