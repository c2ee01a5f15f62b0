import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownOf, type Field } from '../../core/index.ts';
import { clockIn } from '../controllers/actor-facts.ts';
import { useAnswer } from '../data/use-answer.ts';
import { useDataClient } from '../data/client.ts';
import type { DataClient, ListQueryParams, WireRecord } from '../data/data-client.ts';
import { toDisplayError } from '../data/display-error.ts';
import { useViewer } from '../data/viewer.ts';
import { cellText, optionText } from '../fields/controls/cell-text.ts';
import { useCulture } from '../ui/culture.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import type { LayoutEntity } from './layout-card.tsx';
import { dayFields, monthAfter, monthSheet, narrowed } from './list-layouts.ts';
import './layouts.css';

interface Props extends LayoutEntity {
  query: ListQueryParams;
  /** Asks again when it changes. */
  stamp: number;
  /** The field to begin with; otherwise the first day that the list shows. */
  by?: string;
}

/** Entries that a day shows; the rest is one step away in the list. */
const perDay = 3;
const perMonth = '200';

/** The records of a list on the days of a month. */
export function Calendar({ entity, words, query, stamp, by }: Props) {
  const { t } = useTranslation();
  const client = useDataClient();
  const culture = useCulture();
  const today = clockIn(useViewer().tenant.timeZone).today;
  const fields = dayFields(entity);
  const [chosen, setChosen] = useState(by);
  const [month, setMonth] = useState(today.slice(0, 7));
  const field = fields.find(({ name }) => name === chosen) ?? fields[0];
  const days = monthSheet(month);
  const span = `${days[0]},${days.at(-1)}`;
  const asked = field ? narrowed(query, `${field.name}.between`, span) : query;
  const answer = useAnswer(
    (signal) => loadDays({ client, path: entity.path, field: field?.name ?? '', query: asked, signal }),
    JSON.stringify([entity.path, field?.name, asked]),
    stamp,
  );
  if (!field) return null;
  if (answer.error) return <ErrorPanel error={toDisplayError(answer.error)} onRetry={answer.retry} />;
  return (
    <div className="calendar" aria-busy={answer.waiting}>
      <CalendarHead month={month} today={today} onMonth={setMonth}>
        {fields.length > 1 ? (
          <select
            className="culture-select"
            aria-label={t('layout.by')}
            value={field.name}
            onChange={(event) => setChosen(event.target.value)}
          >
            {fields.map(({ name }) => (
              <option key={name} value={name}>
                {words.field(name)}
              </option>
            ))}
          </select>
        ) : null}
      </CalendarHead>
      <ol className="calendar-days">
        {days.slice(0, 7).map((day) => (
          <li key={`head-${day}`} className="calendar-weekday" aria-hidden="true">
            {new Intl.DateTimeFormat(culture, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))}
          </li>
        ))}
        {days.map((day) => (
          <CalendarDay
            key={day}
            entity={entity}
            words={words}
            day={day}
            field={field}
            rows={answer.data?.rows.get(day) ?? []}
            count={answer.data?.counts.get(day) ?? 0}
            isOther={!day.startsWith(month)}
            isToday={day === today}
          />
        ))}
      </ol>
    </div>
  );
}

interface DaysQuestion {
  client: DataClient;
  path: string;
  field: string;
  query: ListQueryParams;
  signal: AbortSignal;
}

/** How many records each day has, and the first of them. */
async function loadDays({ client, path, field, query, signal }: DaysQuestion) {
  const { sort: _order, ...matching } = query;
  const [page, counted] = await Promise.all([
    client.page(path, { ...matching, sort: field, pageNo: '1', pageSize: perMonth }, signal),
    client.aggregate(path, { ...matching, group: `${field}.day` }, signal),
  ]);
  const rows = new Map<string, WireRecord[]>();
  for (const row of page.rows) {
    const day = String(row[field] ?? '').slice(0, 10);
    rows.set(day, [...(rows.get(day) ?? []), row]);
  }
  return { rows, counts: new Map(counted.map((row) => [String(row[field]).slice(0, 10), Number(row['count'])])) };
}

interface HeadProps {
  month: string;
  today: string;
  onMonth: (month: string) => void;
  children: ReactNode;
}

function CalendarHead({ month, today, onMonth, children }: HeadProps) {
  const { t } = useTranslation();
  const monthText = new Intl.DateTimeFormat(useCulture(), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const move = (key: 'layout.monthBefore' | 'layout.monthAfter', to: string) => (
    <button type="button" className="icon-button" aria-label={t(key)} title={t(key)} onClick={() => onMonth(to)}>
      {key === 'layout.monthBefore' ? '‹' : '›'}
    </button>
  );
  return (
    <header className="calendar-head">
      <h2 aria-live="polite">{monthText.format(new Date(`${month}-01T00:00:00Z`))}</h2>
      <span className="calendar-moves">
        {move('layout.monthBefore', monthAfter(month, -1))}
        <button type="button" className="button" onClick={() => onMonth(today.slice(0, 7))}>
          {t('layout.today')}
        </button>
        {move('layout.monthAfter', monthAfter(month, 1))}
      </span>
      {children}
    </header>
  );
}

interface DayProps extends LayoutEntity {
  day: string;
  field: Field;
  rows: readonly WireRecord[];
  count: number;
  isOther: boolean;
  isToday: boolean;
}

function CalendarDay({ entity, words, day, field, rows, count, isOther, isToday }: DayProps) {
  const { t } = useTranslation();
  const culture = useCulture();
  const shown = rows.slice(0, perDay);
  const status = entity.byName.get('status');
  const dayText = new Intl.DateTimeFormat(culture, { month: 'long', day: 'numeric', weekday: 'long', timeZone: 'UTC' });
  return (
    <li
      className="calendar-day"
      data-other={isOther || undefined}
      data-today={isToday || undefined}
      data-empty={count === 0 || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <h3>
        <span className="calendar-long">{dayText.format(new Date(`${day}T00:00:00Z`))}</span>
        <span className="calendar-short" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
      </h3>
      {shown.map((record) => {
        const state = record.status;
        const tone = state ? (ownOf(entity.states, state)?.tone ?? 'neutral') : 'neutral';
        const title = cellText(entity.title, record, { words, culture }) || record.id;
        const stateText = status && state ? optionText(status, state, words) : '';
        return (
          <Link
            key={record.id}
            className="calendar-entry"
            data-tone={tone}
            title={[title, stateText].filter(Boolean).join(' · ')}
            to={`/${entity.path}/${encodeURIComponent(record.id)}`}
          >
            {title}
            {stateText ? <span className="sr-only"> {stateText}</span> : null}
          </Link>
        );
      })}
      {count > shown.length ? (
        <Link className="layout-more" to={`/${entity.path}?${field.name}.between=${day},${day}`}>
          {shown.length === 0 ? t('list.count', { count }) : t('layout.more', { count: count - shown.length })}
        </Link>
      ) : null}
    </li>
  );
}
