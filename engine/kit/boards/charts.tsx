import { Link } from 'react-router-dom';
import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { totalOf, type ChartData } from './chart-data.ts';

/** Lines differ in their strokes too. */
const dashes = ['', '6 3', '2 3', '8 3 2 3', '4 4', '1 3', '10 4', '6 2 2 2'];

interface TimeProps {
  kind: 'line' | 'bar';
  data: ChartData;
  number: (value: number | null) => string;
  short: (value: number) => string;
}

/** One or more series along time. Its figures are also a table, so the drawing is hidden from screen readers. */
export function TimeChart({ kind, data, number, short }: TimeProps) {
  const rows = data.points.map(({ label, values }) => ({ label, ...values }));
  return (
    <div className="chart-room" aria-hidden="true">
      <div className="chart-canvas">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--c-line)" />
            <XAxis dataKey="label" tickLine={false} axisLine={{ stroke: 'var(--c-line-strong)' }} minTickGap={16} />
            <YAxis tickFormatter={short} tickLine={false} axisLine={false} width={44} allowDecimals={false} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--c-hover)', stroke: 'var(--c-line-strong)' }}
              content={<Tip data={data} number={number} />}
            />
            {data.series.map(({ key, colour }, at) =>
              kind === 'line' ? (
                <Line
                  key={key}
                  dataKey={key}
                  type="monotone"
                  stroke={colour}
                  strokeWidth={2}
                  strokeDasharray={dashes[at % dashes.length]}
                  dot={{ r: 2, strokeWidth: 0, fill: colour }}
                  activeDot={{ r: 4, strokeWidth: 0 }}
                  isAnimationActive={false}
                />
              ) : (
                <Bar
                  key={key}
                  dataKey={key}
                  stackId="all"
                  fill={colour}
                  stroke="var(--c-surface)"
                  maxBarSize={36}
                  isAnimationActive={false}
                />
              ),
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      {data.series.length > 1 ? (
        <ul className="chart-legend">
          {data.series.map(({ key, label, colour }) => (
            <li key={key}>
              <i style={{ background: colour }} /> {label}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

interface TipProps {
  data: ChartData;
  number: TimeProps['number'];
  /** Passed by the chart. */
  active?: boolean;
  label?: unknown;
  payload?: { dataKey?: unknown; value?: unknown; color?: string }[];
}

/** The figures of the time interval under the pointer. */
function Tip({ data, number, active, label, payload }: TipProps) {
  if (!active || !payload?.length) return null;
  return (
    <div className="chart-tip">
      <strong>{String(label)}</strong>
      {payload.map(({ dataKey, value, color }) => (
        <span key={String(dataKey)}>
          <i style={{ background: color }} /> {data.series.find(({ key }) => key === dataKey)?.label}
          <b>{number(value === null || value === undefined ? null : Number(value))}</b>
        </span>
      ))}
    </div>
  );
}

interface ShareProps {
  data: ChartData;
  number: (value: number | null) => string;
  percent: (share: number) => string;
  address: (at: unknown) => string;
}

/** Shares of a whole: a ring, and next to it a list with name, value and percentage that links to the records. */
export function ShareChart({ data, number, percent, address }: ShareProps) {
  const total = totalOf(data);
  const rows = data.points.map(({ label, colour, values }) => ({
    label,
    colour,
    value: Math.max(0, values['v0'] ?? 0),
  }));
  return (
    <div className="share">
      <div className="share-ring" aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <PieChart accessibilityLayer={false}>
            <Pie
              data={rows}
              dataKey="value"
              nameKey="label"
              rootTabIndex={-1}
              innerRadius="64%"
              outerRadius="100%"
              startAngle={90}
              endAngle={-270}
              stroke="var(--c-surface)"
              strokeWidth={2}
              isAnimationActive={false}
            >
              {rows.map(({ label, colour }) => (
                <Cell key={label} fill={colour} />
              ))}
            </Pie>
          </PieChart>
        </ResponsiveContainer>
        <span className="share-total">{number(total)}</span>
      </div>
      <ul className="share-list">
        {data.points.map(({ at, label, colour, values }) => (
          <li key={String(at)}>
            <Link to={address(at)}>
              <i style={{ background: colour }} aria-hidden="true" />
              <span className="share-name">{label}</span>
              <span className="share-value">{number(values['v0'] ?? 0)}</span>
              <span className="share-part">{total > 0 ? percent((values['v0'] ?? 0) / total) : ''}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
