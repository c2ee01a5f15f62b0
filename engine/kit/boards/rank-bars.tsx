import { Link } from 'react-router-dom';
import type { ChartData } from './chart-data.ts';

interface Props {
  data: ChartData;
  number: (value: number | null) => string;
  address: (at: unknown) => string;
}

/** The largest values as bars with their names and figures in plain sight; each leads to the records behind it. */
export function RankBars({ data, number, address }: Props) {
  const max = Math.max(...data.points.map(({ values }) => values['v0'] ?? 0), 0);
  return (
    <ol className="rank-bars">
      {data.points.map(({ at, label, values }) => {
        const value = values['v0'] ?? 0;
        return (
          <li key={String(at)}>
            <Link to={address(at)}>
              <span className="rank-name">{label}</span>
              <span className="rank-value">{number(value)}</span>
              <span className="rank-track" aria-hidden="true">
                <span
                  className="rank-bar"
                  style={{ inlineSize: `${max > 0 ? Math.max(0, (value / max) * 100) : 0}%` }}
                />
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
