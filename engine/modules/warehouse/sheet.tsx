import type { ReactNode } from 'react';
import './warehouse.css';

interface Column {
  readonly header: string;
  readonly isNumber?: boolean;
}

/** A table that scrolls on narrow screens, with totals at the end. */
export function Sheet({
  title,
  columns,
  rows,
  foot,
}: {
  title: string;
  columns: readonly Column[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  foot?: readonly ReactNode[];
}) {
  const look = (at: number) => (columns[at]?.isNumber ? 'is-number' : undefined);
  return (
    <section className="warehouse-sheet" tabIndex={0} aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map(({ header }, at) => (
              <th key={header} scope="col" className={look(at)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={columns[at]?.header} className={look(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {foot.map((cell, at) => (
                <td key={columns[at]?.header} className={look(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}
