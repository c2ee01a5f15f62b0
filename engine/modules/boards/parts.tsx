import { useId, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changeOf, useFigures, useWords } from './wording.ts';

export const periods = ['today', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The period that the address asks for. */
export function usePeriod(usual: Period): [Period, (next: Period) => void] {
  const [search, setSearch] = useSearchParams();
  const period = periods.find((each) => each === search.get('period')) ?? usual;
  const choose = (next: Period) => setSearch(next === usual ? {} : { period: next }, { replace: true });
  return [period, choose];
}

export function PeriodSwitch({ period, onChoose }: { period: Period; onChoose: (next: Period) => void }) {
  const t = useWords();
  return (
    <div className="bd-switch" role="group" aria-label={t('period')}>
      {periods.map((each) => (
        <button key={each} type="button" aria-pressed={each === period} onClick={() => onChoose(each)}>
          {t(`period.${each}`)}
        </button>
      ))}
    </div>
  );
}

export interface Salesperson {
  id: string;
  name: string;
}

/** Narrows a board to the orders of one salesperson; '' is everybody. Without salespeople there is nothing to choose. */
export function SalespersonSelect({
  people,
  chosen,
  onChoose,
}: {
  people: readonly Salesperson[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const t = useWords();
  if (people.length === 0) return null;
  return (
    <select
      className="bd-select"
      aria-label={t('salesperson')}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{t('everybody')}</option>
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** What a figure means: a word behind a question mark, for the pointer and the keyboard. */
export function Meaning({ of, text }: { of: string; text: string }) {
  const t = useWords();
  const id = useId();
  return (
    <span className="bd-meaning">
      <button type="button" aria-label={t('meaning', { name: of })} aria-describedby={id}>
        ?
      </button>
      <span role="tooltip" id={id}>
        {text}
      </span>
    </span>
  );
}

export interface FigureProps {
  title: string;
  meaning: string;
  value: ReactNode;
  tone?: 'good' | 'warn' | 'bad' | undefined;
  /** The figure now and in the period before, for the change between them. */
  now?: number | undefined;
  before?: number | undefined;
  /** How the earlier figure is written. */
  earlier?: string | undefined;
  note?: ReactNode;
  /** What leads to the list behind it. */
  door?: ReactNode;
}

/** One figure: its name and meaning, how it stood in the period before, and the way to what is behind it. */
export function Figure({ title, meaning, value, tone, now, before, earlier, note, door: deps }: FigureProps) {
  const t = useWords();
  return (
    <section className="bd-card bd-figure">
      <h2>
        <span>{title}</span>
        <Meaning of={title} text={meaning} />
      </h2>
      <p className="bd-value" data-tone={tone}>
        {value}
      </p>
      {earlier === undefined ? null : (
        <p className="bd-before">
          <Change now={now ?? 0} before={before ?? 0} />
          <span>{t('before', { value: earlier })}</span>
        </p>
      )}
      {note ? <p className="bd-note">{note}</p> : null}
      {deps ? <p className="bd-door">{deps}</p> : null}
    </section>
  );
}

/** Up or down, in percent. The sign says it too, not the colour alone. */
export function Change({ now, before }: { now: number; before: number }) {
  const { percent } = useFigures();
  const change = changeOf(now, before);
  if (change === null) return null;
  return (
    <b className="bd-change">
      {change > 0 ? '▲' : '▼'} {percent(Math.abs(change))}
    </b>
  );
}

/** A table that scrolls by itself on a narrow screen. */
export function Table({
  heading,
  meaning,
  head,
  children,
}: {
  heading: string;
  meaning?: string;
  /** Headings; those that begin with `#` stand over numbers. */
  head: readonly string[];
  children: ReactNode;
}) {
  return (
    <section className="bd-card">
      <h2>
        <span>{heading}</span>
        {meaning ? <Meaning of={heading} text={meaning} /> : null}
      </h2>
      <div className="bd-scroll" tabIndex={0} role="region" aria-label={heading}>
        <table className="bd-table">
          <thead>
            <tr>
              {head.map((word, at) => (
                <th key={at} scope="col" data-number={word.startsWith('#') || undefined}>
                  {word.replace(/^#/, '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}
