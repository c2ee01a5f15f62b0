import type { Field } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { useFieldHost } from '../../fields/controls/field-host.tsx';
import { fieldViews } from '../../fields/field-views.ts';
import { useTitles } from '../../fields/pickers/use-titles.ts';

interface HistorySideProps {
  readonly field: Field;
  readonly value: unknown;
  /** The record as it stands now: it tells the units of numbers that were changed. */
  readonly record: WireRecord;
}

/** One side of a change: the value before it, or after it. */
export function HistorySide({ field, value, record }: HistorySideProps) {
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
