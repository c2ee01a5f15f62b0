import { Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellViews } from '../types/cell-views.ts';
import { ColumnHead, isShared } from './column-head.tsx';
import { columnSums } from './column-sums.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import type { ReadProps } from '../controls/field-view.ts';
import { LinesFooter } from './lines-footer.tsx';
import type { Row } from './paste-block.ts';
import { EmptyValue } from '../controls/text-read.tsx';
import { useUnitWords } from '../controls/unit-words.ts';

const pageSize = 20;

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** The rows of a record as a table with its sums. */
export function LinesRead({ field, value, record, compact }: ReadProps) {
  const { t } = useTranslation();
  const { words } = useFieldHost();
  const [page, setPage] = useState(0);
  const rows: readonly Row[] = Array.isArray(value) ? value : [];
  const lines = field.lines ?? [];
  const filled = lines.filter(({ name, visible }) => visible !== false && rows.some((row) => !isNothing(row[name])));
  // A currency stands behind the amounts of its row.
  const columns = filled.filter(
    ({ name }) =>
      !lines.some(({ meta, name: amount }) => meta.currency === name && rows.every((row) => !isNothing(row[amount]))),
  );
  if (rows.length === 0) return <EmptyValue />;
  if (compact) return <span>{t('lines.total', { count: rows.length })}</span>;
  const first = page * pageSize;
  const sums = columnSums(lines, rows);
  return (
    <div className="lines is-read">
      <div className="lines-scroll" role="group" aria-label={words.field(field.name)} tabIndex={0}>
        <table className="lines-table">
          <thead>
            <tr>
              <th scope="col" className="lines-number">
                #
              </th>
              {columns.map((column) => (
                <ColumnHead key={column.name} lines={field.name} column={column} columns={lines} siblings={record} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, first + pageSize).map((row, at) => (
              <tr key={first + at}>
                <th scope="row" className="lines-number">
                  {first + at + 1}
                </th>
                {columns.map((column) => (
                  <LineCell key={column.name} lines={field} {...{ column, row, record }} />
                ))}
              </tr>
            ))}
          </tbody>
          {columns.some(({ name }) => sums.has(name)) && rows.length > 1 ? (
            <LinesFooter {...{ columns, lines, sums }} siblings={{ ...record, ...rows[0] }} count={rows.length} />
          ) : null}
        </table>
      </div>
      {rows.length > pageSize ? (
        <Pagination
          size="small"
          current={page + 1}
          pageSize={pageSize}
          total={rows.length}
          showSizeChanger={false}
          onChange={(next) => setPage(next - 1)}
        />
      ) : null}
    </div>
  );
}

interface CellProps extends Pick<ReadProps, 'record'> {
  lines: ReadProps['field'];
  column: ReadProps['field'];
  row: Row;
}

function LineCell({ lines, column, row, record }: CellProps) {
  const { words } = useFieldHost();
  const unitOf = useUnitWords();
  const { type } = column.meta;
  if (type === 'lines') return null;
  const { Read } = cellViews[type];
  const shared = isShared(column, lines.lines ?? []);
  const unit = shared ? unitOf(column.meta, record) : '';
  const label = words.line(lines.name, column.name);
  return (
    <td
      data-type={type}
      data-label={unit ? `${label} (${unit})` : label}
      data-empty={isNothing(row[column.name]) || undefined}
    >
      <Read field={column} value={row[column.name]} record={{ ...record, ...row }} compact bare={shared} />
    </td>
  );
}
