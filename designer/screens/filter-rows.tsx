import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pick } from '../panels/parts.tsx';

type Choices = readonly { readonly value: string; readonly label: string }[];

interface Props {
  filter: Readonly<Record<string, string>>;
  choices: Choices;
  /** The values of a field that has a fixed few. */
  valuesOf: (name: string) => Choices;
  onChange: (filter: Record<string, string>) => void;
}

/** What records must be for the block to count them: a field and its value each. */
export function FilterRows({ filter, choices, valuesOf, onChange }: Props) {
  const { t } = useTranslation('designer');
  const free = choices.filter(({ value }) => !(value in filter));
  const set = (key: string, value: string) => onChange({ ...filter, [key]: value });
  const drop = (key: string) => onChange(Object.fromEntries(Object.entries(filter).filter(([each]) => each !== key)));
  return (
    <fieldset className="screen-filter">
      <legend>{t('screens.option.filter')}</legend>
      {Object.entries(filter).map(([key, value]) => {
        const label = choices.find((each) => each.value === key)?.label ?? key;
        const values = valuesOf(key);
        return (
          <div key={key} className="screen-filter-row">
            {values.some((each) => each.value === value) ? (
              <Pick label={label} value={value} choices={[...values]} onChange={(next) => set(key, next)} />
            ) : (
              <Value label={label} value={value} onSave={(next) => set(key, next)} />
            )}
            <button
              type="button"
              className="link-button"
              onClick={() => drop(key)}
              aria-label={t('designer.resetOf', { name: label })}
            >
              {t('designer.reset')}
            </button>
          </div>
        );
      })}
      <Pick
        label={t('screens.addFilter')}
        value=""
        choices={[{ value: '', label: t('screens.none') }, ...free]}
        onChange={(key) => key && set(key, valuesOf(key)[0]?.value ?? '$me')}
      />
      <p className="panel-hint">{t('screens.filterHint')}</p>
    </fieldset>
  );
}

function Value({ label, value, onSave }: { label: string; value: string; onSave: (value: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const save = () => text !== value && text.trim() !== '' && onSave(text.trim());
  return (
    <label className="panel-field">
      <span>{label}</span>
      <Input
        size="small"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
        onPressEnter={save}
      />
    </label>
  );
}
