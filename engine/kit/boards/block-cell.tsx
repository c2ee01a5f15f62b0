import { fieldTypes, ownOf, valueTypeOf, type Field } from '../../core/index.ts';
import type { WireRecord } from '../data/data-client.ts';
import { listText } from '../fields/controls/cell-text.ts';
import { useFieldHost } from '../fields/controls/field-host.tsx';
import { EmptyValue, NumberRead } from '../fields/controls/text-read.tsx';
import { useUnitWords } from '../fields/controls/unit-words.ts';
import { RecordLink } from '../fields/pickers/record-link.tsx';
import { useCulture } from '../ui/culture.ts';
import { StatusTag } from '../ui/status-tag.tsx';

interface Props {
  field: Field;
  record: WireRecord;
  /** The cell itself is the link to the row's record. */
  linked: boolean;
}

/** A value in the row of a block, as a list shows it: boards come without the views of forms and record pages. */
export function BlockCell({ field, record, linked }: Props) {
  const { words } = useFieldHost();
  const culture = useCulture();
  const unit = useUnitWords();
  const value = record[field.name];
  const { meta } = field;
  if (isNumeric(field)) return <NumberRead field={field} value={value} record={record} unit={unit(meta, record)} />;
  const text = listText(field, record, { words, culture });
  if (text === '') return <EmptyValue />;
  const tone = valueTypeOf(meta) === 'choice' ? ownOf(meta.tones, String(value)) : undefined;
  if (tone) return <StatusTag tone={tone} text={text} />;
  const title = record[`$${field.name}`];
  const entity = meta.recordOf ? title && record[meta.recordOf] : meta.to;
  return typeof entity === 'string' && typeof value === 'string' && !linked ? (
    <RecordLink entity={entity} id={value} title={title} />
  ) : (
    <span className="read-text">{text}</span>
  );
}

/** Whether a column's values are counted, so that their digits stand under each other. */
export const isNumeric = ({ meta }: Field): boolean => fieldTypes[valueTypeOf(meta)].traits.numeric;
