import { Link } from 'react-router-dom';
import type { ChartData } from './chart-data.ts';

interface Props {
  data: ChartData;
  caption: string;
  /** What the first column holds. */
  head: string;
  number: (value: number | null) => string;
  /** The list behind a row; without it the rows are not links. */
  address?: (at: unknown) => string;
}

/** The figures of a chart as a table. */
export function ChartTable({ data, caption, head, number, address }: Props) {
  return (
    <div className="chart-table" role="group" aria-label={caption} tabIndex={address ? 0 : undefined}>
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {data.series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.points.map(({ at, label, values }) => (
            <tr key={String(at)}>
              <th scope="row">{address ? <Link to={address(at)}>{label}</Link> : label}</th>
              {data.series.map(({ key }) => (
                <td key={key}>{number(values[key] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
