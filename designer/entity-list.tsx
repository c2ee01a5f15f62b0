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
  const culture = useCulture();
  const api = useMemo(() => createSchemaApi(client), [client]);
  const screenApi = useMemo(() => createSchemaApi<ScreenDocument>(client), [client]);
  const [params, setParams] = useSearchParams();
  const what = whats.find((each) => each === params.get('show')) ?? 'entities';
  const [found, setFound] = useState<EntityEntries | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<Kind | ''>('');
  const [adding, setAdding] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useFocusRestore(root, found !== null);
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
  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={() => setAttempt(attempt + 1)} />;
  if (!found) return <Skeleton shape="list" />;
  if (params.has('start')) return <StartPage api={api} found={found} />;
  const isListed = what === 'entities' || what === 'screens';
  const listed = isListed ? found[what] : [];
  const shown = listed.filter((entry) => fits(entry, search) && (kind === '' || isKind(entry, kind)));
  return (
    <div className="design-list" ref={root}>
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
              <button type="button" className="button is-primary" onClick={() => setAdding(true)}>
                {t(what === 'screens' ? 'screens.new' : 'designer.new')}
              </button>
            </>
          )
        }
      />
      <div className="design-list-bar">
        <div className="segments" role="group" aria-label={t('designer.what')}>
          {whats.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={what === each}
              onClick={() => setParams(each === 'entities' ? {} : { show: each }, { replace: true })}
            >
              {t(`designer.${each}`)}
            </button>
          ))}
        </div>
        {!isListed ? null : (
          <>
            <input
              type="search"
              className="design-search"
              value={search}
              placeholder={t(what === 'screens' ? 'screens.search' : 'designer.searchEntities')}
              aria-label={t(what === 'screens' ? 'screens.search' : 'designer.searchEntities')}
              onChange={(event) => setSearch(event.target.value)}
            />
            <div className="segments" role="group" aria-label={t('designer.show')}>
              {(['', ...origins] as const).map((each) => (
                <button key={each} type="button" aria-pressed={kind === each} onClick={() => setKind(each)}>
                  {t(`designer.show.${each || 'all'}`)}
                </button>
              ))}
            </div>
          </>
        )}
        {what === 'entities' ? <Limits limits={found.limits} /> : null}
      </div>
      {what === 'menus' ? (
        <MenuDesigner found={found} />
      ) : what === 'promote' ? (
        <Promote onDone={() => setAttempt(attempt + 1)} />
      ) : what === 'trash' ? (
        <Trash api={api} found={found} onDone={() => setAttempt(attempt + 1)} />
      ) : shown.length === 0 ? (
        <EmptyState kind="noMatch" title={t(what === 'screens' ? 'screens.noneFound' : 'designer.noEntity')} />
      ) : (
        <ul className="design-cards" aria-label={t(`designer.${what}`)}>
          {shown.map((entry) => (
            <EntityCard key={entry.entity} entry={entry} api={api} onDone={() => setAttempt(attempt + 1)} />
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
