import { Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ownOf } from '../../../core/index.ts';
import { readStored } from '../../ui/local-storage.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';
import { useOptions } from '../pickers/use-options.ts';
import { useInputAria } from '../controls/use-input-aria.ts';

export const choice: FieldView = { Edit: ChoiceEdit, Read: ChoiceRead };

/** Why a dictionary has no entries to choose from: it never came to this browser, or there is none of that name. */
const noDictionary = (): string =>
  readStored('DICT_TYPE_TREE_DATA') === null ? 'dictionary.signInAgain' : 'dictionary.missing';

/** Up to this many options stand open beside each other. */
const openOptions = 3;

function ChoiceEdit({ field, value, onChange, control, compact }: EditProps) {
  const picker = useInputAria(control);
  const options = useOptions(field);
  const { t } = useTranslation();
  const open = !compact && options.length > 0 && options.length <= openOptions && field.meta.dictionary === undefined;
  if (open) {
    const { id, disabled, ...aria } = control;
    return (
      <div {...aria} id={id} role="radiogroup" aria-labelledby={`${id}-label`} tabIndex={-1}>
        <Radio.Group
          name={id}
          disabled={disabled}
          className="field-radios"
          value={value ?? null}
          onChange={({ target }) => onChange(target.value)}
          options={options.map((one) => ({ ...one }))}
        />
      </div>
    );
  }
  return (
    <Select
      {...picker}
      className="field-select"
      status={control['aria-invalid'] ? 'error' : ''}
      value={typeof value === 'string' ? value : undefined}
      onChange={(picked: string | undefined) => onChange(picked ?? null)}
      options={options.map((one) => ({ ...one }))}
      allowClear={field.required !== true}
      showSearch={options.length > 8}
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      notFoundContent={field.meta.dictionary ? t(noDictionary()) : undefined}
    />
  );
}

function ChoiceRead({ field, value }: ReadProps) {
  const options = useOptions(field);
  if (typeof value !== 'string' || value === '') return <EmptyValue />;
  const label = options.find((one) => one.value === value)?.label ?? value;
  const tone = ownOf(field.meta.tones, value);
  return tone ? <StatusTag tone={tone} text={label} /> : <span>{label}</span>;
}
