import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LoginUser } from '../data/session-client.ts';
import { useConfirm } from '../ui/use-confirm.ts';
import { applicationsOf } from './menu.ts';
import { PreferencesBar } from './preferences-bar.tsx';
import { signOut } from './session.ts';

interface Props {
  user: LoginUser;
  collapsed: boolean;
  application: string | null;
  onCollapse(): void;
  onDrawer(): void;
  onApplication(code: string): void;
}

/** Where one is, in which language, and who one is. */
export function AppHeader({ user, collapsed, application, onCollapse, onDrawer, onApplication }: Props) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const applications = applicationsOf(user);
  const leave = async () => {
    if (await confirm({ title: t('shell.signOutQuestion'), okText: t('shell.signOut') })) await signOut();
  };
  const place = user.member?.name ?? user.loginEmpInfo?.orgName ?? user.tenant.name;
  return (
    <header className="frame-header">
      <button
        type="button"
        className="icon-button only-wide"
        aria-label={t(collapsed ? 'shell.expand' : 'shell.collapse')}
        aria-expanded={!collapsed}
        onClick={onCollapse}
      >
        <MenuGlyph />
      </button>
      <button type="button" className="icon-button only-narrow" aria-label={t('shell.openMenu')} onClick={onDrawer}>
        <MenuGlyph />
      </button>
      <span className="frame-place" title={place}>
        {place}
      </span>
      {applications.length > 0 ? (
        <select
          className="culture-select"
          aria-label={t('shell.application')}
          value={application ?? ''}
          onChange={(event) => onApplication(event.target.value)}
        >
          {applications.map((app) => (
            <option key={app.code} value={app.code}>
              {app.name}
            </option>
          ))}
        </select>
      ) : null}
      <span className="frame-gap" />
      <PreferencesBar />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'who', type: 'group', label: `${user.name} (${user.account})` },
            { type: 'divider' },
            { key: 'out', label: t('shell.signOut') },
          ],
          onClick: ({ key }) => key === 'out' && void leave(),
        }}
      >
        <button type="button" className="frame-user">
          <span className="frame-avatar" aria-hidden="true">
            {user.avatar ? <img src={user.avatar} alt="" /> : [...user.name][0]?.toUpperCase()}
          </span>
          <span className="frame-user-name">{user.name}</span>
          <span className="sr-only">{t('shell.userMenu')}</span>
        </button>
      </Dropdown>
    </header>
  );
}

function MenuGlyph() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 5h14M3 10h10M3 15h14" />
    </svg>
  );
}
