import type { ReactNode } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldHost } from '../controls/field-host.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { PickerEmpty } from '../pickers/picker-empty.tsx';
import { RecordLink } from '../pickers/record-link.tsx';
import { referenceQuery } from '../pickers/reference-query.ts';
import { EmptyValue } from '../controls/text-read.tsx';
import { useDropDown } from '../pickers/use-dropdown.ts';
import { useInputAria } from '../controls/use-input-aria.ts';

export const reference: FieldView = { Edit: ReferenceEdit, Read: ReferenceRead };

/** Picks a record of another entity by searching on the server; the title is remembered beside the id. */
function ReferenceEdit({ field, value, onChange, control, record, patch }: EditProps) {
  const picker = useInputAria(control);
  const { t } = useTranslation();
  const { client, entity, refs, words } = useFieldHost();
  const { to } = field.meta;
  const target = refs[to ?? '']?.path ?? to ?? '';
  const { choices, state, search } = useDropDown(client, target, () => referenceQuery(entity, field, record()));
  const title = record()[`$${field.name}`];
  const current =
    typeof value === 'string' && value !== '' ? { value, label: words.title(to, value, title) } : undefined;
  return (
    <Select
      {...picker}
      className="field-select"
      status={control['aria-invalid'] ? 'error' : ''}
      labelInValue
      showSearch
      allowClear={field.required !== true}
      filterOption={false}
      value={current}
      placeholder={t('field.search')}
      options={choices.map((one) => ({ ...one, label: words.title(to, one.value, one.label) }))}
      optionRender={twoLines}
      loading={state === 'loading'}
      notFoundContent={<PickerEmpty state={state} />}
      popupMatchSelectWidth={false}
      onSearch={search}
      onOpenChange={(open) => open && search('')}
      onChange={(picked) => {
        patch({ [`$${field.name}`]: picked?.label ?? null });
        onChange(picked?.value ?? null);
      }}
    />
  );
}

/** A choice, and under it what tells it from others of a similar name. */
const twoLines = ({ data }: { data: { label?: ReactNode; subtitle?: string | undefined } }): ReactNode => (
  <>
    {data.label}
    {data.subtitle ? <small className="choice-subtitle">{data.subtitle}</small> : null}
  </>
);

function ReferenceRead({ field, value, record }: ReadProps) {
  if (typeof value !== 'string' || value === '') return <EmptyValue />;
  return <RecordLink entity={field.meta.to ?? ''} id={value} title={record[`$${field.name}`]} />;
}
