import { useTranslation } from 'react-i18next';
import type { Field } from '../../../core/index.ts';
import { lineChanges, type LineChange } from './line-changes.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { cellText } from '../../fields/controls/cell-text.ts';
import { useFieldHost } from '../../fields/controls/field-host.tsx';
import { HistorySide } from './history-side.tsx';

interface Props {
  field: Field;
  before: unknown;
  after: unknown;
  record: WireRecord;
}

/** Columns that no screen shows are not shown here either. */
const shownLines = (field: Field): readonly Field[] => (field.lines ?? []).filter(({ visible }) => visible !== false);

/** What changed in a sub-table, a line for each row: "Row 1: Weight 12.5 lb → 13 lb". */
export function HistoryLines({ field, before, after, record }: Props) {
  const { t } = useTranslation();
  const changes = lineChanges(shownLines(field), before, after);
  if (changes.length === 0) return <span>{t('history.sameRows')}</span>;
  return (
    <ul className="history-lines">
      {changes.map((change) => (
        <li key={change.at} data-kind={change.kind}>
          {t(`history.row.${change.kind}`, { row: change.at })}{' '}
          <RowChange field={field} change={change} record={record} />
        </li>
      ))}
    </ul>
  );
}

function RowChange({ field, change, record }: { field: Field; change: LineChange; record: WireRecord }) {
  const { t } = useTranslation();
  const { words, format } = useFieldHost();
  const lines = shownLines(field);
  const label = (line: Field) => words.line(field.name, line.name);
  // The history carries no titles of records, so a cell that names one asks for it.
  const cell = (line: Field, row: Readonly<Record<string, unknown>>) =>
    line.type.traits.pointsToRecords && row[line.name] ? (
      <HistorySide field={line} value={row[line.name]} record={record} />
    ) : (
      cellText(line, { ...record, ...row }, { words, culture: format.culture })
    );
  if (change.kind !== 'changed') {
    const said = lines.filter((line) => cell(line, change.row) !== '');
    return (
      <span>
        {said.map((line, at) => (
          <span key={line.name}>
            {at > 0 ? ', ' : ''}
            {label(line)} {cell(line, change.row)}
          </span>
        ))}
      </span>
    );
  }
  return change.fields.map((line, at) => (
    <span key={line.name} className="history-change">
      {at > 0 ? ', ' : ''}
      {label(line)} <del>{cell(line, change.before) || '–'}</del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> {t('history.became')} </span>
      <ins>{cell(line, change.after) || '–'}</ins>
    </span>
  ));
}
