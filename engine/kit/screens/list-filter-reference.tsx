import { Checkbox, Input, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../core/index.ts';
import { useReferenceTitles } from '../controllers/use-reference-titles.ts';
import { useDataClient } from '../data/client.ts';
import type { ReadyEntity } from '../data/use-entity.ts';

const debounceMilliseconds = 250;

interface ListField {
  readonly listOf: string;
  readonly field: string;
}

/** Records whose titles fit what was typed, a moment after the last key; null until the first answer. */
function useFoundReferences(path: string | null, search: string, { listOf, field }: ListField) {
  const client = useDataClient();
  const [found, setFound] = useState<{ code: string; value: string }[] | null>(null);
  useEffect(() => {
    if (!path) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () =>
        client
          .dropDown(path, { listOf, field, ...(search ? { searchValue: search } : {}) }, abort.signal)
          .then(setFound, () => !abort.signal.aborted && setFound([])),
      search ? debounceMilliseconds : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, path, search, listOf, field]);
  return found;
}

interface Props {
  ready: ReadyEntity;
  field: Field;
  label: string;
  parts: readonly string[];
  single: boolean;
  /** What was ticked; `complete` where nothing more can be. */
  onPick(parts: readonly string[], complete?: boolean): void;
}

/** Records to tick, found by typing. */
export function ReferenceEditor({ ready, field, label, parts, single, onPick }: Props) {
  const { t } = useTranslation();
  const path = ready.answer.refs[field.meta.to ?? ready.entity.name]?.path ?? null;
  const titleOf = useReferenceTitles(path, parts);
  const [search, setSearch] = useState('');
  const found = useFoundReferences(path, search, { listOf: ready.entity.name, field: field.name });
  const chosen = parts.filter(Boolean);
  // What is chosen stays in sight while the person looks for more.
  const options = [
    ...chosen.map((id) => ({ value: id, label: titleOf(id) })),
    ...(found ?? [])
      .filter(({ code }) => !chosen.includes(code))
      .map(({ code, value }) => ({ value: code, label: value })),
  ];
  return (
    <div className="filter-choices">
      <Input
        value={search}
        placeholder={t('list.typeToFind')}
        aria-label={label}
        onChange={(event) => setSearch(event.target.value)}
      />
      {single ? (
        <Radio.Group
          className="filter-options"
          value={chosen[0]}
          options={options}
          onChange={(event) => onPick([String(event.target.value)], true)}
        />
      ) : (
        <Checkbox.Group
          className="filter-options"
          value={chosen}
          options={options}
          onChange={(values) => onPick(values)}
        />
      )}
      {found === null ? <p className="filter-note">{t('ui.loading')}</p> : null}
      {found?.length === 0 ? <p className="filter-note">{t('list.nothingFound')}</p> : null}
    </div>
  );
}
