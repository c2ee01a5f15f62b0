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

const pageSize = 20;

/** The rows of a record as a table with its sums. */
export function LinesRead({ field, value, record, compact }: ReadProps) {
  const { t } = useTranslation();
  const { words } = useFieldHost();
  const [page, setPage] = useState(0);
  const rows: readonly Row[] = Array.isArray(value) ? value : [];
  const columns = (field.lines ?? []).filter(
    (column) =>
      column.visible !== false && rows.some((row) => row[column.name] !== null && row[column.name] !== undefined),
  );
  if (rows.length === 0) return <EmptyValue />;
  if (compact) return <span>{t('lines.total', { count: rows.length })}</span>;
  const first = page * pageSize;
  const sums = columnSums(columns, rows);
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
                <ColumnHead key={column.name} lines={field.name} column={column} columns={columns} siblings={record} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, first + pageSize).map((row, at) => (
              <tr key={first + at}>
                <th scope="row" className="lines-number">
                  {first + at + 1}
                </th>
                {columns.map((column) => {
                  const { type } = column.meta;
                  if (type === 'lines') return null;
                  const { Read } = cellViews[type];
                  return (
                    <td key={column.name} data-type={type} data-label={words.line(field.name, column.name)}>
                      <Read
                        field={column}
                        value={row[column.name]}
                        record={{ ...record, ...row }}
                        compact
                        bare={isShared(column, columns)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          {sums.size > 0 && rows.length > 1 ? (
            <LinesFooter columns={columns} sums={sums} siblings={record} count={rows.length} />
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
