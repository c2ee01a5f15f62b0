import { useTranslation } from 'react-i18next';
import type { Field } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { HistoryLines } from './history-lines.tsx';
import { HistorySide } from './history-side.tsx';

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
  if (isEmpty(before)) return <HistorySide field={field} value={after} record={record} />;
  return (
    <span className="history-change">
      <del>
        <HistorySide field={field} value={before} record={record} />
      </del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only">{t('history.became')}</span>
      <ins>
        <HistorySide field={field} value={after} record={record} />
      </ins>
    </span>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
