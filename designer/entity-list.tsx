import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { ScreenDocument } from '../engine/core/index.ts';
import {
  EmptyState,
  ErrorPanel,
  PageHeader,
  Skeleton,
  StatusTag,
  toDisplayError,
  useCulture,
  useDataClient,
  useValueContext,
} from '../engine/kit/index.ts';
import { CardActions } from './card-actions.tsx';
import { createSchemaApi, type EntityEntries, type EntityEntry, type SchemaApi } from './document/api.ts';
import { useFocusRestore } from './tools/focus-restore.ts';
import { MenuDesigner } from './menus/menu-designer.tsx';
import { NewEntityDialog } from './new-entity-dialog.tsx';
import { StartPage } from './sheet/start-page.tsx';
import { NewScreenDialog } from './screens/new-screen-dialog.tsx';
import { Promote } from './promote/promote.tsx';
import { Trash } from './trash/trash.tsx';
import { useRevisionWord } from './use-designer-words.ts';

const origins = ['base', 'own', 'changed', 'draft'] as const;
type Kind = (typeof origins)[number];

const whats = ['entities', 'screens', 'menus', 'promote', 'trash'] as const;

/** What stands under the title of each. */
const notes = {
  entities: 'designer.note',
  screens: 'designer.note',
  menus: 'menus.title',
  promote: 'promote.title',
  trash: 'trash.title',
} as const;

/** Everything that may be designed, entities or screens, with what is going on with it; and the menu that leads there. */
export function EntityList() {
  const { t } = useTranslation('designer');
  const client = useDataClient();
  const api = useMemo(() => createSchemaApi(client), [client]);
  const screenApi = useMemo(() => createSchemaApi<ScreenDocument>(client), [client]);
  const [params, setParams] = useSearchParams();
  const what = whats.find((each) => each === params.get('show')) ?? 'entities';
  const { found, error, again } = useEntries(api);
  const [filter, setFilter] = useState<Filter>({ search: '', kind: '' });
  const [adding, setAdding] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useFocusRestore(root, found !== null);
  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={again} />;
  if (!found) return <Skeleton shape="list" />;
  if (params.has('start')) return <StartPage api={api} found={found} />;
  const isListed = what === 'entities' || what === 'screens';
  const listed = isListed ? found[what] : [];
  const shown = listed.filter(
    (entry) => fits(entry, filter.search) && (filter.kind === '' || isKind(entry, filter.kind)),
  );
  return (
    <div className="design-list" ref={root}>
      <Header what={what} isListed={isListed} onAdd={() => setAdding(true)} />
      <div className="design-list-bar">
        <WhatSwitch
          what={what}
          onWhat={(next) => setParams(next === 'entities' ? {} : { show: next }, { replace: true })}
        />
        {isListed ? <FilterBar what={what} filter={filter} onChange={setFilter} /> : null}
        {what === 'entities' ? <Limits limits={found.limits} /> : null}
      </div>
      {what === 'menus' ? (
        <MenuDesigner found={found} />
      ) : what === 'promote' ? (
        <Promote onDone={again} />
      ) : what === 'trash' ? (
        <Trash api={api} found={found} onDone={again} />
      ) : shown.length === 0 ? (
        <EmptyState kind="noMatch" title={t(what === 'screens' ? 'screens.noneFound' : 'designer.noEntity')} />
      ) : (
        <ul className="design-cards" aria-label={t(`designer.${what}`)}>
          {shown.map((entry) => (
            <EntityCard key={entry.entity} entry={entry} api={api} onDone={again} />
          ))}
        </ul>
      )}
      {adding && what === 'screens' ? (
        <NewScreenDialog api={screenApi} taken={found.screens} onClose={() => setAdding(false)} />
      ) : null}
      {adding && what === 'entities' ? (
        <NewEntityDialog api={api} taken={found.entities} onClose={() => setAdding(false)} />
      ) : null}
    </div>
  );
}

type What = (typeof whats)[number];

interface Filter {
  readonly search: string;
  readonly kind: Kind | '';
}

/** All that can be designed, read again after each change and for another language. */
function useEntries(api: SchemaApi) {
  const culture = useCulture();
  const [found, setFound] = useState<EntityEntries | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let cancelled = false;
    api.entities().then(
      (answer) => cancelled || (setFound(answer), setError(null)),
      (failure: unknown) => cancelled || setError(failure),
    );
    return () => {
      cancelled = true;
    };
  }, [api, culture, attempt]);
  return { found, error, again: () => setAttempt(attempt + 1) };
}

interface HeaderProps {
  readonly what: What;
  /** Whether it is a list that can be added to. */
  readonly isListed: boolean;
  onAdd(): void;
}

function Header({ what, isListed, onAdd }: HeaderProps) {
  const { t } = useTranslation('designer');
  return (
    <PageHeader
      title={t('designer.title')}
      note={t(notes[what])}
      actions={
        !isListed ? null : (
          <>
            {what === 'entities' ? (
              <Link className="button" to="/designer?start">
                {t('sheet.start')}
              </Link>
            ) : null}
            <button type="button" className="button is-primary" onClick={onAdd}>
              {t(what === 'screens' ? 'screens.new' : 'designer.new')}
            </button>
          </>
        )
      }
    />
  );
}

function WhatSwitch({ what, onWhat }: { what: What; onWhat: (what: What) => void }) {
  const { t } = useTranslation('designer');
  return (
    <div className="segments" role="group" aria-label={t('designer.what')}>
      {whats.map((each) => (
        <button key={each} type="button" aria-pressed={what === each} onClick={() => onWhat(each)}>
          {t(`designer.${each}`)}
        </button>
      ))}
    </div>
  );
}

interface FilterBarProps {
  readonly what: What;
  readonly filter: Filter;
  onChange(filter: Filter): void;
}

function FilterBar({ what, filter, onChange }: FilterBarProps) {
  const { t } = useTranslation('designer');
  return (
    <>
      <input
        type="search"
        className="design-search"
        value={filter.search}
        placeholder={t(what === 'screens' ? 'screens.search' : 'designer.searchEntities')}
        aria-label={t(what === 'screens' ? 'screens.search' : 'designer.searchEntities')}
        onChange={(event) => onChange({ ...filter, search: event.target.value })}
      />
      <div className="segments" role="group" aria-label={t('designer.show')}>
        {(['', ...origins] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={filter.kind === each}
            onClick={() => onChange({ ...filter, kind: each })}
          >
            {t(`designer.show.${each || 'all'}`)}
          </button>
        ))}
      </div>
    </>
  );
}

function EntityCard({ entry, api, onDone }: { entry: EntityEntry; api: SchemaApi; onDone: () => void }) {
  const { t } = useTranslation('designer');
  const revisionWord = useRevisionWord();
  const { timeZone, culture } = useValueContext();
  const { entity, name, path, origin, changed, revision, draft, state, fields } = entry;
  return (
    <li className="design-card">
      <Link to={`/designer/${entity}`} title={path}>
        <strong>{name}</strong>
      </Link>
      <span className="design-card-tags">
        {origin === 'own' ? <StatusTag tone="info" text={t('designer.origin.own')} /> : null}
        {changed ? <StatusTag tone="info" text={t('designer.changed')} /> : null}
        {state === 'retired' ? <StatusTag tone="neutral" text={t('designer.state.retired')} /> : null}
        {draft ? <StatusTag tone="warn" text={t('designer.draft')} /> : null}
      </span>
      <CardActions entry={entry} api={api} onDone={onDone} />
      <span className="design-card-foot">
        {draft
          ? t('designer.draftBy', {
              by: draft.by,
              at: new Date(draft.at).toLocaleString(culture, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
            })
          : revisionWord(revision)}
        {fields && fields.used > 0 ? (
          <span>{t(origin === 'own' ? 'designer.limit.all' : 'designer.limit.own', fields)}</span>
        ) : null}
      </span>
    </li>
  );
}

function Limits({ limits }: { limits: EntityEntries['limits'] }) {
  const { t } = useTranslation('designer');
  const { used } = limits;
  return (
    <dl className="design-limits">
      {(['entities', 'fields'] as const).map((what) => (
        <div key={what}>
          <dt>{t(`designer.limit.${what}`)}</dt>
          <dd>
            <meter min={0} max={limits[what]} value={used[what]} high={limits[what] * 0.9} />
            {t('designer.limit.of', { used: used[what], most: limits[what] })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const fits = ({ entity, name, path }: EntityEntry, search: string): boolean =>
  `${name} ${entity} ${path}`.toLowerCase().includes(search.trim().toLowerCase());

const isKind = ({ origin, changed, draft }: EntityEntry, kind: Kind): boolean =>
  kind === 'changed' ? changed : kind === 'draft' ? draft !== null : origin === kind;
