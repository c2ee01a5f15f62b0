import { Select } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataClient, ListQueryParams } from '../../data/data-client.ts';
import type { EditProps } from '../controls/field-view.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import { useInputAria } from '../controls/use-input-aria.ts';
import { PickerEmpty } from './picker-empty.tsx';
import { referenceQuery } from './reference-query.ts';
import { useDropDown } from './use-dropdown.ts';

/**
 * Picks a record of the entity `to` by searching on the server; the title is remembered beside the value, which is the
 * record's id, or its code for a field with `codeOf`.
 */
export function RecordPicker({
  to,
  field,
  within,
  value,
  onChange,
  control,
  record,
  patch,
}: EditProps & { to: string }) {
  const picker = useInputAria(control);
  const { t } = useTranslation();
  const { client, entity, refs, words } = useFieldHost();
  const target = refs[to]?.path ?? to;
  const asked = (typed: Record<string, unknown>) => referenceQuery(entity, { field, within }, typed);
  const { choices, state, search } = useDropDown(client, target, () => asked(record()));
  const titled = record()[`$${field.name}`];
  const code = field.meta.codeOf && typeof value === 'string' && !titled ? value : '';
  const title = useNameOf(code, { client, path: target, asked: asked({}) }) ?? titled;
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

interface NamedBy {
  client: DataClient;
  path: string;
  /** Who refers. */
  asked: ListQueryParams;
}

/** The title of the record with a code that came alone, such as a default or a pasted cell. */
function useNameOf(code: string, { client, path, asked }: NamedBy): string | undefined {
  const latest = useRef(asked);
  latest.current = asked;
  const [found, setFound] = useState<{ code: string; title: string }>();
  useEffect(() => {
    if (code === '') return;
    const abort = new AbortController();
    client.dropDown(path, { ...latest.current, searchValue: code }, abort.signal).then(
      (rows) => {
        const row = rows.find((each) => each.code === code);
        if (row && !abort.signal.aborted) setFound({ code, title: row.value });
      },
      // Without a title the code is shown.
      () => undefined,
    );
    return () => abort.abort();
  }, [client, path, code]);
  return found?.code === code ? found.title : undefined;
}
