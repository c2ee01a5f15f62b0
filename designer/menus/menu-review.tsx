import { Drawer } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordChange } from '../../engine/core/index.ts';
import { errorMessage, Skeleton, type WireRecord } from '../../engine/kit/index.ts';
import { Labelled } from '../panels/parts.tsx';
import '../review/review.css';
import { changeSentences, newlySeen, type ChangeNames } from './change-sentences.ts';
import type { Conflict } from './draft-menu.ts';
import type { Menu, MenuWork } from './use-menu.ts';
import { useRoleLooks } from './use-role-look.ts';

interface Props {
  work: MenuWork;
  menu: Menu;
  changes: readonly RecordChange[];
  roles: readonly WireRecord[];
  onClose: () => void;
}

/** What the draft changes and for whom, what others changed meanwhile, and its publishing. */
export function MenuReview({ work, menu, changes, roles, onClose }: Props) {
  const { t } = useTranslation('designer');
  const names = namesOf(menu, work.live);
  const panel = useRef<HTMLDivElement>(null);
  // Before anything is painted: keys pressed meanwhile would go to the page, and Escape would not close the drawer.
  useLayoutEffect(() => {
    // A decided conflict takes its buttons along, and its step the focus to the menu: it stays in the drawer.
    if (!panel.current?.closest('[role=dialog]')?.contains(document.activeElement)) panel.current?.focus();
  }, [work.conflicts]);
  return (
    <Drawer open width={640} title={t('menus.review')} onClose={onClose} destroyOnHidden>
      <div className="drawer-panel" ref={panel} tabIndex={-1}>
        {work.conflicts.length > 0 ? <Conflicts work={work} names={names} /> : null}
        <section className="panel-card" aria-labelledby="menu-changes">
          <h3 id="menu-changes">{t('menus.whatChanges')}</h3>
          <Sentences all={changeSentences(t, changes, names)} none={t('menus.noChanges')} />
        </section>
        <section className="panel-card" aria-labelledby="menu-effects">
          <h3 id="menu-effects">{t('menus.whoSees')}</h3>
          <Effects live={work.live} menu={menu} roles={roles} names={names} />
        </section>
        <Publish work={work} blocked={work.conflicts.length > 0 || changes.length === 0} onDone={onClose} />
      </div>
    </Drawer>
  );
}

/** Names as the draft has them, or as they are where it has removed an entry. */
export const namesOf = (menu: Menu, live: Menu | null): ChangeNames => ({
  title: (id) => menu.titles.get(id) ?? live?.titles.get(id) ?? id,
  parent: (id) => (menu.rows.find((row) => row.id === id) ?? live?.rows.find((row) => row.id === id))?.parent ?? null,
});

export function Sentences({ all, none }: { all: readonly string[]; none: string }) {
  if (all.length === 0) return <p className="panel-hint">{none}</p>;
  return (
    <ul className="menu-sentences">
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Conflicts({ work, names }: { work: MenuWork; names: ChangeNames }) {
  const { t } = useTranslation('designer');
  const valueOf = (field: string | null, value: Conflict['mine']) => {
    if (field === 'parent') return value === null ? t('menus.top') : names.title(String(value));
    if (field === 'visible') return t(value === 'N' ? 'menus.isHidden' : 'menus.isShown');
    return String(value ?? '–');
  };
  return (
    <section className="panel-card" aria-labelledby="menu-conflicts">
      <h3 id="menu-conflicts">{t('menus.conflicts')}</h3>
      <ul className="menu-sentences">
        {work.conflicts.map((conflict) => {
          const { id, field, mine, theirs } = conflict;
          const name = names.title(id);
          const values = { mine: valueOf(field, mine), theirs: valueOf(field, theirs) };
          return (
            <li key={`${id} ${field}`}>
              {field === null
                ? t('menus.conflict.gone', { name })
                : t('menus.conflict.field', { name, field: t(`menus.field.${fieldWord(field)}`), ...values })}
              <div className="panel-bar">
                {field === null ? null : (
                  <button type="button" className="button" onClick={() => void work.settle(conflict, 'mine')}>
                    {t('menus.keepMine')}
                  </button>
                )}
                <button type="button" className="button" onClick={() => void work.settle(conflict, 'theirs')}>
                  {t('menus.takeTheirs')}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const worded = ['parent', 'sort', 'name', 'visible'] as const;
const fieldWord = (field: string) => worded.find((each) => each === field) ?? 'other';

/** Which roles see more or fewer pages. */
function Effects({
  live,
  menu,
  roles,
  names,
}: {
  live: Menu | null;
  menu: Menu;
  roles: readonly WireRecord[];
  names: ChangeNames;
}) {
  const { t, i18n } = useTranslation('designer');
  const { answer, error } = useRoleLooks(roles);
  if (error) return <p className="panel-trouble">{errorMessage(error)}</p>;
  if (!answer || !live) return <Skeleton shape="form" />;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  // Roles for which the same changes are merged together.
  const merged = new Map<string, { key: 'gains' | 'loses'; entries: string; roles: string[] }>();
  for (const { name, look } of answer) {
    for (const [key, ids] of [
      ['gains', newlySeen(live, menu, look)],
      ['loses', newlySeen(menu, live, look)],
    ] as const) {
      if (ids.length === 0) continue;
      const entries = list.format(ids.map(names.title));
      const known = merged.get(key + entries) ?? { key, entries, roles: [] };
      merged.set(key + entries, { ...known, roles: [...known.roles, name] });
    }
  }
  const all = [...merged.values()].map(({ key, entries, roles: seers }) =>
    t(`menus.effect.${key}`, { role: list.format(seers), entries }),
  );
  return <Sentences all={all} none={t('menus.effect.none')} />;
}

function Publish({ work, blocked, onDone }: { work: MenuWork; blocked: boolean; onDone: () => void }) {
  const { t } = useTranslation('designer');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const isMissing = tried && reason.trim() === '';
  const publish = async () => {
    setTried(true);
    if (reason.trim() === '') return;
    setBusy(true);
    const isDone = await work.publish(reason.trim());
    setBusy(false);
    if (isDone) onDone();
  };
  return (
    <form
      className="panel-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void publish();
      }}
    >
      <Labelled
        label={t('menus.reason')}
        hint={t('menus.reasonHint')}
        {...(isMissing ? { error: t('review.noReason') } : {})}
      >
        {({ id, describedBy }) => (
          <input
            id={id}
            maxLength={200}
            aria-describedby={describedBy}
            aria-invalid={isMissing || undefined}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Labelled>
      {tried && work.outcome?.kind === 'failed' ? (
        <p className="panel-trouble" role="alert">
          {errorMessage(work.outcome.error)}
        </p>
      ) : null}
      <div className="panel-bar">
        <button type="submit" className="button is-primary" disabled={busy || blocked}>
          {t('menus.publish')}
        </button>
        {blocked ? <span className="panel-hint">{t('menus.blocked')}</span> : null}
      </div>
    </form>
  );
}
