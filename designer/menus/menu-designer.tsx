import { Drawer } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EmptyState,
  ErrorPanel,
  Skeleton,
  errorMessage,
  toDisplayError,
  useNarrow,
  useViewer,
} from '../../engine/kit/index.ts';
import type { EntityEntries } from '../document/api.ts';
import { Pick } from '../panels/parts.tsx';
import '../panels/panels.css';
import { DraftButtons } from './draft-buttons.tsx';
import { MenuProperties } from './menu-properties.tsx';
import { placesIn } from './menu-rows.ts';
import { MenuTree } from './menu-tree.tsx';
import './menus.css';
import { NewEntryDialog } from './new-entry-dialog.tsx';
import { hiddenReasons } from './visible-to-role.ts';
import { useMenu, type Menu, type MenuWork, type Outcome } from './use-menu.ts';
import { useMenuSteps } from './use-menu-steps.ts';
import { useRoleLook, useRoles } from './use-role-look.ts';

/** The menu of the tenant, put in order in a draft that is reviewed and published with a reason. */
export function MenuDesigner({ found }: { found: EntityEntries }) {
  const work = useMenu(found.entities);
  if (work.error) return <ErrorPanel error={toDisplayError(work.error)} onRetry={work.reload} />;
  if (!work.menu) return <Skeleton shape="list" />;
  return <MenuWorkspace found={found} work={work} menu={work.menu} />;
}

function MenuWorkspace({ found, work, menu }: { found: EntityEntries; work: MenuWork; menu: Menu }) {
  const { t } = useTranslation('designer');
  const steps = useMenuSteps(work.run);
  const view = useMenuView(menu, work.live);
  const { application, roles, role, places, hidden, row, title, error, setChosen } = view;
  const [open, setOpen] = useState(false);
  const [adding, setAdding] = useState<'group' | 'entry' | null>(null);
  return (
    <div className="menus">
      <div className="menus-bar">
        <Pick
          label={t('menus.application')}
          value={application}
          choices={view.applications}
          onChange={view.setPicked}
        />
        <RolePick roles={roles} value={view.roleId} onChange={view.setRoleId} />
        {(['group', 'entry'] as const).map((kind) => (
          <button key={kind} type="button" className="button" onClick={() => setAdding(kind)}>
            {t(kind === 'group' ? 'menus.newGroup' : 'menus.newEntry')}
          </button>
        ))}
      </div>
      <div className="menus-told">
        <p role="status">{error ? errorMessage(error) : <OutcomeMessage outcome={work.outcome} />}</p>
        <DraftButtons work={work} menu={menu} roles={roles} />
      </div>
      <div className="menus-columns">
        <div className="menus-tree">
          {places.length === 0 ? <EmptyState kind="nothing" title={t('menus.empty')} /> : null}
          <MenuTree
            {...{ menu, places, hidden, steps, chosen: row?.id ?? null, onChoose: setChosen }}
            onOpen={(id) => {
              setChosen(id);
              setOpen(true);
            }}
            onUndo={() => void work.undo()}
          />
          <p className="menus-keys" id="menu-keys">
            {t('menus.keys')}
          </p>
        </div>
        <ChosenEntry title={title} open={open} onClose={() => setOpen(false)}>
          {row ? <MenuProperties key={row.id} {...{ row, title, steps, why: hidden.get(row.id), role }} /> : null}
        </ChosenEntry>
      </div>
      {adding ? (
        <NewEntryDialog
          kind={adding}
          found={found}
          where={t(row ? (row.type === '0' ? 'menus.addIn' : 'menus.addAfter') : 'menus.addLast', { name: title })}
          onAdd={(entry) => void steps.add(entry, application, row?.id ?? null).then((id) => id && setChosen(id))}
          onClose={() => setAdding(null)}
        />
      ) : null}
    </div>
  );
}

/** What of the menu is looked at: an application, as a role sees it or whole, and the chosen entry. */
function useMenuView(menu: Menu, live: MenuWork['live']) {
  const applications = useApplications(menu);
  const roles = useRoles();
  const [picked, setPicked] = useState('');
  const [roleId, setRoleId] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const application = (applications.find(({ value }) => value === picked) ?? applications[0])?.value ?? '';
  const holder = roles.find(({ id }) => id === roleId);
  const { look, error } = useRoleLook(holder, live);
  const places = useMemo(() => placesIn(menu.rows, application), [menu, application]);
  const hidden = useMemo(() => hiddenReasons(menu.rows, menu, look), [menu, look]);
  const row = menu.rows.find(({ id }) => id === chosen && places.some((place) => place.id === id)) ?? null;
  const title = row ? (menu.titles.get(row.id) ?? row.name) : '';
  const role = look && holder ? String(holder['name']) : null;
  return {
    ...{ applications, application, setPicked, roles, roleId, setRoleId, role },
    ...{ places, hidden, row, title, setChosen, error },
  };
}

interface RolePickProps {
  readonly roles: ReturnType<typeof useRoles>;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** With whose eyes the menu is looked at. */
function RolePick({ roles, value, onChange }: RolePickProps) {
  const { t } = useTranslation('designer');
  const choices = roles.map(({ id, name }) => ({ value: id, label: String(name) }));
  return (
    <Pick
      label={t('menus.role')}
      value={value}
      choices={[{ value: '', label: t('menus.anyRole') }, ...choices]}
      onChange={onChange}
    />
  );
}

interface ChosenEntryProps {
  readonly title: string;
  /** On a narrow screen, where it lies over the tree. */
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The properties of the chosen entry, beside the tree or over it. */
function ChosenEntry({ title, open, onClose, children }: ChosenEntryProps) {
  const { t } = useTranslation('designer');
  if (useNarrow())
    return (
      <Drawer
        open={open && children !== null}
        placement="bottom"
        height="80%"
        title={title}
        onClose={onClose}
        destroyOnHidden
      >
        {children}
      </Drawer>
    );
  return (
    <aside className="menus-side" aria-label={t('designer.properties')}>
      {children ?? <EmptyState kind="nothing" compact title={t('menus.pick')} />}
    </aside>
  );
}

/** The result of the last step, as text. */
function OutcomeMessage({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('designer');
  if (!outcome) return t('menus.note');
  if (outcome.kind === 'done') return outcome.announcement;
  if (outcome.kind === 'undone') return t('menus.undone', { said: outcome.announcement });
  if (outcome.kind === 'published') return t('menus.published', { count: outcome.count });
  if (outcome.kind === 'failed') return errorMessage(outcome.error);
  return t(outcome.kind === 'stale' ? 'menus.staleDraft' : 'menus.discarded');
}

/** Applications with a menu, in the shell's order and with its labels; unknown ones by code. */
function useApplications(menu: Menu) {
  const { apps } = useViewer();
  return useMemo(() => {
    const codes = [...new Set(menu.rows.map(({ application }) => application))];
    const known = apps
      .filter(({ code }) => codes.includes(code))
      .map(({ code, name }) => ({ value: code, label: name }));
    const others = codes.filter((code) => !known.some(({ value }) => value === code));
    return [...known, ...others.map((code) => ({ value: code, label: menu.applications.get(code) ?? code }))];
  }, [apps, menu]);
}
