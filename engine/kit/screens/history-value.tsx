import { useTranslation } from 'react-i18next';
import type { Field } from '../../core/index.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';
import { fieldViews } from '../fields/field-views.ts';
import { useTitles } from '../fields/pickers/use-titles.ts';

/** A change in words: before, an arrow, after. Secrets only say that they changed; sub-tables how many rows. */
export function HistoryValue({ field, before, after }: { field: Field; before: unknown; after: unknown }) {
  const { t } = useTranslation();
  if (field.meta.type === 'secret') return <span>{t('history.secret')}</span>;
  if (isEmpty(before)) return <Side field={field} value={after} />;
  return (
    <span className="history-change">
      <del>
        <Side field={field} value={before} />
      </del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only">{t('history.became')}</span>
      <ins>
        <Side field={field} value={after} />
      </ins>
    </span>
  );
}

function Side({ field, value }: { field: Field; value: unknown }) {
  const { refs, entity, words } = useFieldHost();
  const { type } = field.meta;
  const points = field.type.traits.pointsToRecords;
  const isFile = type === 'file' || type === 'image';
  const ids = points || isFile ? [value].flat().filter((one) => typeof one === 'string') : [];
  const target = refs[isFile ? 'file' : (field.meta.to ?? entity.name)];
  const titles = useTitles(target?.readable ? target.path : '', ids, undefined);
  const { Read } = fieldViews[type];
  if (points && ids.length > 0)
    return <span>{ids.map((id) => words.title(field.meta.to, id, titles[id])).join(', ')}</span>;
  const known = isFile && ids.every((id) => titles[id]) ? { [`$${field.name}`]: ids.map((id) => titles[id]) } : {};
  return <Read field={field} value={value} record={known} compact />;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
