import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFieldHost } from '../controls/field-host.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { PickerEmpty } from '../pickers/picker-empty.tsx';
import { referenceQuery } from '../pickers/reference-query.ts';
import { EmptyValue } from '../controls/text-read.tsx';
import { useDropDown } from '../pickers/use-dropdown.ts';
import { useTitles } from '../pickers/use-titles.ts';
import { useInputAria } from '../controls/use-input-aria.ts';

export const references: FieldView = { Edit: ReferencesEdit, Read: ReferencesRead };

function ReferencesEdit({ field, within, value, onChange, control, record, patch }: EditProps) {
  const picker = useInputAria(control);
  const { t } = useTranslation();
  const { client, entity, refs } = useFieldHost();
  const target = refs[field.meta.to ?? '']?.path ?? field.meta.to ?? '';
  const { choices, state, search } = useDropDown(client, target, () =>
    referenceQuery(entity, { field, within }, record()),
  );
  const [picked, setPicked] = useState<Record<string, string>>({});
  const ids = idsOf(value);
  const titles = { ...useTitles(target, ids, record()[`$${field.name}`]), ...picked };
  return (
    <Select
      {...picker}
      mode="multiple"
      className="field-select"
      status={control['aria-invalid'] ? 'error' : ''}
      labelInValue
      filterOption={false}
      value={ids.map((id) => ({ value: id, label: titles[id] ?? id }))}
      placeholder={t('field.search')}
      options={choices.map((one) => ({ ...one }))}
      loading={state === 'loading'}
      notFoundContent={<PickerEmpty state={state} />}
      popupMatchSelectWidth={false}
      onSearch={search}
      onOpenChange={(open) => open && search('')}
      onChange={(chosen) => {
        const next = Object.fromEntries(chosen.map((one) => [one.value, String(one.label)]));
        setPicked((before) => ({ ...before, ...next }));
        patch({ [`$${field.name}`]: chosen.map((one) => String(one.label)) });
        onChange(chosen.length === 0 ? null : chosen.map((one) => one.value));
      }}
    />
  );
}

function ReferencesRead({ field, value, record }: ReadProps) {
  const { refs } = useFieldHost();
  const target = refs[field.meta.to ?? ''];
  const ids = idsOf(value);
  const titles = useTitles(target?.path ?? '', ids, record[`$${field.name}`]);
  if (ids.length === 0) return <EmptyValue />;
  return (
    <ul className="read-list">
      {ids.map((id) => (
        <li key={id}>
          {target?.readable ? (
            <Link to={`/${target.path}/${encodeURIComponent(id)}`}>{titles[id] ?? id}</Link>
          ) : (
            (titles[id] ?? id)
          )}
        </li>
      ))}
    </ul>
  );
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
