import { useTranslation } from 'react-i18next';
import type { Field } from '../../../core/index.ts';
import { cellViews } from '../types/cell-views.ts';
import { isShared } from './column-head.tsx';

interface LinesFooterProps {
  columns: readonly Field[];
  /** All fields of a line, also those without a column. */
  lines?: readonly Field[];
  sums: ReadonlyMap<string, number>;
  siblings: Record<string, unknown>;
  count: number;
  /** The table has a column of buttons at its end. */
  trailing?: boolean;
}

/** The sums under the columns that add up. */
export function LinesFooter({ columns, lines = columns, sums, siblings, count, trailing }: LinesFooterProps) {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        <th scope="row" className="lines-number">
          <span aria-hidden="true">Σ</span>
          <span className="sr-only">{t('lines.total', { count })}</span>
        </th>
        {columns.map((column) => {
          const sum = sums.get(column.name);
          const { type } = column.meta;
          if (sum === undefined || type === 'lines') return <td key={column.name} data-empty />;
          const { Read } = cellViews[type];
          return (
            <td key={column.name} data-type={type}>
              <Read field={column} value={sum} record={siblings} compact bare={isShared(column, lines)} />
            </td>
          );
        })}
        {trailing ? <td data-empty /> : null}
      </tr>
    </tfoot>
  );
}
