import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  Skeleton,
  toDisplayError,
  useAnswer,
  useDataClient,
} from '../../kit/index.ts';
import { lateShare, shadeOf, stateNames, statePaths, type Place, type Shown } from './map.ts';
import { Meaning, PeriodSwitch, Table, usePeriod } from './parts.tsx';
import { useFigures, useWords } from './wording.ts';
import './boards.css';
import './map.css';

interface Places {
  states: Place[];
  zips: Place[];
}

const shownBy = ['packages', 'late'] as const;

/** Deliveries and delays by state on a map that needs no network, and the same figures as a table. */
export default function MapPage() {
  const t = useWords();
  const client = useDataClient();
  const [period, setPeriod] = usePeriod('month');
  const [state, setState] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown>('packages');
  const asked = { period, ...(state ? { state } : {}) };
  const answer = useAnswer(() => client.send<Places>('Map/places', asked, newKey()), JSON.stringify(asked), 0);
  const [last, setLast] = useState<Places | null>(null);
  if (answer.data && answer.data !== last) setLast(answer.data);
  const found = answer.data ?? last;
  return (
    <div className="bd-page">
      <PageHeader
        title={t('map.title')}
        note={t('map.note')}
        actions={
          <>
            <div className="bd-switch" role="group" aria-label={t('map.shown')}>
              {shownBy.map((each) => (
                <button key={each} type="button" aria-pressed={each === shown} onClick={() => setShown(each)}>
                  {t(`map.shown.${each}`)}
                </button>
              ))}
            </div>
            <PeriodSwitch period={period} onChoose={setPeriod} />
          </>
        }
      />
      {answer.error ? <ErrorPanel error={toDisplayError(answer.error)} onRetry={answer.retry} /> : null}
      {found?.states.length === 0 ? <EmptyState kind="nothing" title={t('map.none')} note={t('map.noneNote')} /> : null}
      {found || !answer.error ? (
        <Drawing states={found?.states ?? null} shown={shown} chosen={state} onChoose={setState} />
      ) : null}
      {!found && !answer.error ? <Skeleton shape="list" /> : null}
      {found ? <Tables found={found} zips={answer.data?.zips ?? []} state={state} onChoose={setState} /> : null}
    </div>
  );
}

interface TablesProps {
  readonly found: Places;
  readonly zips: readonly Place[];
  readonly state: string | null;
  onChoose(state: string | null): void;
}

/** The same figures by state, and of the chosen state by postal code. */
function Tables({ found, zips, state, onChoose }: TablesProps) {
  const t = useWords();
  return (
    <div className="bd-columns">
      <PlaceTable
        heading={t('map.states')}
        first={t('map.state')}
        places={found.states}
        nameOf={(code) => (stateNames.has(code) ? `${t(`us.${code}`)} (${code})` : code)}
        chosen={state}
        onChoose={onChoose}
      />
      {state ? (
        <PlaceTable
          heading={t('map.zips', { state: t(`us.${state}`) })}
          first={t('map.zip')}
          places={zips}
          nameOf={(zip) => `${zip}xx`}
          door={(zip) => `/Order?shipToState=${state}&shipToPostalCode.startsWith=${zip}`}
        />
      ) : (
        <p className="bd-note">{t('map.choose')}</p>
      )}
    </div>
  );
}

interface DrawingProps {
  /** Null while they are on their way: the outline is drawn at once. */
  states: readonly Place[] | null;
  shown: Shown;
  chosen: string | null;
  onChoose: (state: string | null) => void;
}

function Drawing({ states, shown, chosen, onChoose }: DrawingProps) {
  const t = useWords();
  const { count, percent } = useFigures();
  const paths = useMemo(() => statePaths(), []);
  const of = new Map(states?.map((each) => [each.place, each]));
  const most = Math.max(...[...of.values()].map(({ packages }) => packages), 1);
  const sentence = (code: string) => {
    const name = t(`us.${code}`);
    if (!states) return name;
    const place = of.get(code);
    if (!place) return t('map.nothing', { name });
    const late = lateShare(place);
    return t('map.sentence', {
      ...{ name, packages: count(place.packages), delivered: count(place.delivered) },
      ...{ late: late === null ? t('none') : percent(late), delayed: count(place.delayed) },
    });
  };
  return (
    <section className="bd-card map-card">
      <h2>
        <span>{t(`map.shown.${shown}`)}</span>
        <Meaning of={t(`map.shown.${shown}`)} text={t(`map.meaning.${shown}`)} />
      </h2>
      <svg viewBox="0 0 975 610" role="group" aria-label={t('map.title')} aria-busy={!states}>
        {paths.map(({ code, path }) => (
          <path
            key={code}
            d={path}
            role="button"
            tabIndex={of.has(code) ? 0 : -1}
            aria-label={sentence(code)}
            aria-pressed={chosen === code}
            data-shade={shadeOf(of.get(code), shown, most)}
            data-shown={shown}
            onClick={() => onChoose(chosen === code ? null : code)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              onChoose(chosen === code ? null : code);
            }}
          >
            <title>{sentence(code)}</title>
          </path>
        ))}
      </svg>
      <p className="map-legend">
        {t(`map.least.${shown}`)}
        {[1, 2, 3, 4, 5].map((shade) => (
          <i key={shade} data-shade={shade} data-shown={shown} />
        ))}
        {t(`map.most.${shown}`)}
      </p>
    </section>
  );
}

interface PlaceTableProps {
  heading: string;
  first: string;
  places: readonly Place[];
  nameOf: (place: string) => string;
  chosen?: string | null;
  onChoose?: (state: string | null) => void;
  door?: (place: string) => string;
}

function PlaceTable({ heading, first, places, nameOf, chosen, onChoose, door: deps }: PlaceTableProps) {
  const t = useWords();
  const { count, percent, tenth } = useFigures();
  const numbers = ['packages', 'delivered', 'lateShare', 'open', 'delayed', 'days'].map(
    (name) => `#${t(`map.${name}`)}`,
  );
  return (
    <Table heading={heading} meaning={t('map.meaning.table')} head={[first, ...numbers]}>
      {places.map((place) => {
        const late = lateShare(place);
        return (
          <tr key={place.place} className={chosen === place.place ? 'is-chosen' : undefined}>
            <th scope="row">
              {onChoose ? (
                <button
                  type="button"
                  className="bd-link"
                  aria-pressed={chosen === place.place}
                  onClick={() => onChoose(chosen === place.place ? null : place.place)}
                >
                  {nameOf(place.place)}
                </button>
              ) : deps ? (
                <Link to={deps(place.place)}>{nameOf(place.place)}</Link>
              ) : (
                nameOf(place.place)
              )}
            </th>
            <td>{count(place.packages)}</td>
            <td>{count(place.delivered)}</td>
            <td>{late === null ? t('none') : percent(late)}</td>
            <td>{count(place.open)}</td>
            <td>{count(place.delayed)}</td>
            <td>{place.days === null ? t('none') : tenth(place.days)}</td>
          </tr>
        );
      })}
    </Table>
  );
}
