import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListViews as Views } from '../controllers/use-list-views.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { SavedView } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { failedLine, type Failed } from '../data/display-error.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { LazyDropdown } from '../ui/lazy-popover.tsx';
import { useConfirm } from '../ui/use-confirm.ts';

const ViewDialog = lazy(async () => ({ default: (await import('./list-view-dialog.tsx')).ListViewDialog }));

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  list: ListController;
  views: Views;
  /** What a kept view would hold now. */
  stateNow: () => unknown;
  mayManage: boolean;
}

/** The ways to look at a list: all, those of the schema, those kept by people; what was changed can be saved or put back. */
export function ListViews({ ready, words, list, views, stateNow, mayManage }: Props) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<SavedView | 'new' | null>(null);
  const { active } = views;
  const all = views.all ?? [];
  const { save, drop, pin } = useViewActions(views, stateNow);
  return (
    <div className="list-views-row">
      <ViewButtons {...{ ready, words, list, views }} />
      <span className="list-views-tools">
        <ModifiedTools views={views} onSave={save} onSaveAs={() => setEditing('new')} />
        <LazyDropdown
          placement="bottomRight"
          menu={{
            items: viewMenu(views, t),
            selectedKeys: active ? [active.view.id] : [],
            style: { maxHeight: 420, overflow: 'auto' },
            onClick: ({ key }) => pick(key),
          }}
        >
          <button type="button" className="link-button list-views-menu" aria-haspopup="menu">
            {t('view.menu')}
            <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
              <path d="m3 4.500 3 3 3-3" fill="none" stroke="currentColor" strokeWidth="1.500" strokeLinecap="round" />
            </svg>
          </button>
        </LazyDropdown>
      </span>
      {editing ? (
        <Suspense fallback={null}>
          <ViewDialog
            view={editing === 'new' ? null : editing}
            mayManage={mayManage}
            onClose={() => setEditing(null)}
            onSave={(view) => views.save({ ...view, state: editing === 'new' ? stateNow() : editing.state })}
          />
        </Suspense>
      ) : null}
    </div>
  );

  function pick(key: string): void {
    if (key === 'new') setEditing('new');
    else if (key === 'edit' && active) setEditing(active.view);
    else if (key === 'pin') pin();
    else if (key === 'drop' && active) void drop(active.view);
    else if (key.startsWith('drop:'))
      views.unreadable.filter(({ id }) => key === `drop:${id}`).forEach((view) => void drop(view));
    else views.open(all.find(({ view }) => view.id === key) ?? null);
  }
}

/** What a person does with the active view. */
function useViewActions(views: Views, stateNow: () => unknown) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { active } = views;
  const run = async (work: Promise<void>, done: string, what: Failed = 'save') => {
    try {
      await work;
      void message.success(t(done));
    } catch (error) {
      void message.error(failedLine(what, error));
    }
  };
  const save = () => {
    if (active) void run(views.save({ ...sentOf(active.view), state: stateNow() }), 'view.saved');
  };
  const pin = () => {
    if (active) void run(views.save({ ...sentOf(active.view), pinned: !active.view.pinned }), 'view.saved');
  };
  const drop = async (view: SavedView) => {
    const question = { title: t('view.dropQuestion', { name: view.name }), okText: t('view.drop'), danger: true };
    if (await confirm(question)) void run(views.drop(view.id), 'view.dropped', 'deletion');
  };
  return { save, drop, pin };
}

function ViewButtons({ ready, words, list, views }: Pick<Props, 'ready' | 'words' | 'list' | 'views'>) {
  const { t } = useTranslation();
  const { active, modified } = views;
  const pinned = (views.all ?? []).filter(({ view }) => view.pinned || view.id === active?.view.id);
  return (
    <div className="list-views" role="group" aria-label={t('list.views')}>
      {['', ...ready.entity.views.map(({ name }) => name)].map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={!active && list.state.view === view}
          title={views.work.get(view) ? t('list.waiting', { count: shownUpTo(views.work.get(view) ?? 0) }) : undefined}
          onClick={() => views.open(null, view)}
        >
          {view ? words.view(view) : t('list.all')}
          <Work count={views.work.get(view)} />
        </button>
      ))}
      {pinned.map((read) => (
        <button
          key={read.view.id}
          type="button"
          aria-pressed={read === active}
          data-modified={read === active && modified}
          onClick={() => views.open(read)}
        >
          {read.view.name}
          <Count of={views.counts.get(read.view.id)} />
        </button>
      ))}
    </div>
  );
}

interface ModifiedProps {
  readonly views: Views;
  onSave(): void;
  onSaveAs(): void;
}

/** Saves or resets what was changed of the active view. */
function ModifiedTools({ views: { active, modified, reset }, onSave, onSaveAs }: ModifiedProps) {
  const { t } = useTranslation();
  if (!active || !modified) return null;
  return (
    <>
      <span className="list-views-note" role="status">
        {t('view.modified')}
      </span>
      {active.view.mayChange ? (
        <button type="button" className="link-button" onClick={onSave}>
          {t('view.save')}
        </button>
      ) : null}
      <button type="button" className="link-button" onClick={onSaveAs}>
        {t('view.saveAs')}
      </button>
      <button type="button" className="link-button" onClick={reset}>
        {t('view.reset')}
      </button>
    </>
  );
}

/** The saved views by who shares them, and what can be done with the active one. */
function viewMenu(views: Views, t: TFunction) {
  const { active, all } = views;
  const groups = (['mine', 'team', 'role'] as const).flatMap((share) => {
    const shown = (all ?? []).filter(({ view }) => view.share === share);
    const children = shown.map(({ view }) => ({ key: view.id, label: view.name }));
    return shown.length > 0 ? [{ type: 'group' as const, key: share, label: t(`view.share.${share}`), children }] : [];
  });
  const own = active?.view.mayChange
    ? [
        { type: 'divider' as const },
        { key: 'edit', label: t('view.edit', { name: active.view.name }) },
        { key: 'pin', label: t(active.view.pinned ? 'view.unpin' : 'view.pin') },
        { key: 'drop', label: t('view.drop'), danger: true },
      ]
    : [];
  const unreadable = views.unreadable
    .filter(({ mayChange }) => mayChange)
    .map(({ id, name }) => ({ key: `drop:${id}`, label: t('view.dropUnreadable', { name }), danger: true }));
  const start = { key: 'new', label: t('view.saveAs') };
  return [...groups, ...own, ...unreadable, ...(groups.length > 0 ? [{ type: 'divider' as const }] : []), start];
}

const maxShown = 999;

function Count({ of }: { of: { total: number; capped: boolean } | undefined }) {
  if (!of) return null;
  const shown = of.total > maxShown || of.capped ? `${maxShown}+` : String(of.total);
  return <small className="tab-count">{shown}</small>;
}

/** How much waits in a tab; nothing where nothing does. The tab's description says it to screen readers. */
function Work({ count }: { count: number | undefined }) {
  return count ? (
    <small className="tab-count" aria-hidden="true">
      {shownUpTo(count)}
    </small>
  ) : null;
}

const shownUpTo = (count: number): string => (count > maxShown ? `${maxShown}+` : String(count));

const sentOf = ({ id, name, share, role, pinned, preferred, state }: SavedView) => ({
  ...{ id, name, share, role, pinned, preferred, state },
});
