import { useTranslation } from 'react-i18next';
import type { Field } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { useFieldHost } from '../../fields/controls/field-host.tsx';
import { fieldViews } from '../../fields/field-views.ts';
import { useTitles } from '../../fields/pickers/use-titles.ts';
import { HistoryLines } from './history-lines.tsx';

interface Props {
  field: Field;
  before: unknown;
  after: unknown;
  /** The record as it stands now: it tells the units of numbers that were changed. */
  record: WireRecord;
}

/** A change as text: before, an arrow, after. Secrets only say that they changed; sub-tables which cells of which row. */
export function HistoryValue({ field, before, after, record }: Props) {
  const { t } = useTranslation();
  if (field.lines) return <HistoryLines field={field} before={before} after={after} record={record} />;
  if (field.meta.type === 'secret') return <span>{t('history.secret')}</span>;
  if (isEmpty(before)) return <Side field={field} value={after} record={record} />;
  return (
    <span className="history-change">
      <del>
        <Side field={field} value={before} record={record} />
      </del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only">{t('history.became')}</span>
      <ins>
        <Side field={field} value={after} record={record} />
      </ins>
    </span>
  );
}

function Side({ field, value, record }: Pick<Props, 'field' | 'record'> & { value: unknown }) {
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
  const known =
    isFile && ids.every((id) => titles[id])
      ? { [`$${field.name}`]: ids.map((id) => titles[id]) }
      : siblingsOf(field, record);
  return <Read field={field} value={value} record={known} compact />;
}

/** The unit and the currency beside a value. */
const siblingsOf = ({ meta: { unit, currency } }: Field, record: WireRecord): Record<string, unknown> =>
  Object.fromEntries([unit, currency].flatMap((name) => (name && name in record ? [[name, record[name]]] : [])));

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
