import { App, type MenuProps } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../../kit/data/avatar.tsx';
import { errorMessage } from '../../../kit/data/display-error.ts';
import { useViewer } from '../../../kit/data/viewer.ts';
import { usePages } from '../pages-context.ts';
import { LazyDropdown } from '../../../kit/ui/lazy-popover.tsx';
import { useConfirm } from '../../../kit/ui/use-confirm.ts';
import { FrameIcon } from '../menu/frame-icons.tsx';
import { applicationsOf, helpAddress } from '../menu/menu.ts';
import { signOut } from '../../session/session.ts';
import { showShellPart } from '../shell-parts.ts';

/** Who one is: another application, the account's settings, the keys, and the way out. */
export function UserMenu({
  application,
  onApplication,
}: {
  application: string | null;
  onApplication(code: string): void;
}) {
  const { t } = useTranslation();
  const user = useViewer();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const showError = useCallback(
    (error: unknown) => void message.error(t('shell.avatarFailed', { reason: errorMessage(error) })),
    [message, t],
  );
  const items = useMenuItems(application);
  const leave = async () => {
    if (await confirm({ title: t('shell.signOutQuestion'), okText: t('shell.signOut') })) await signOut();
  };
  const choose = (key: string) => {
    if (key === 'out') void leave();
    else if (key === 'center') navigate('/account/center');
    else if (key === 'settings') navigate('/account/settings');
    else if (key === 'keys') showShellPart('keys');
    else if (key === 'help') navigate(helpAddress(user.menus, location.pathname));
    else if (key.startsWith('app:')) onApplication(key.slice(4));
  };
  return (
    <LazyDropdown
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key }) => choose(key),
      }}
    >
      <button type="button" className="frame-user">
        <Avatar id={user.avatar} name={user.name} onFault={showError} />
        <span className="frame-user-name">{user.name}</span>
        <span className="sr-only">{t('shell.userMenu')}</span>
      </button>
    </LazyDropdown>
  );
}

function useMenuItems(application: string | null) {
  const { t } = useTranslation();
  const user = useViewer();
  const pages = usePages();
  const applications = applicationsOf(user);
  return [
    { key: 'who', type: 'group', label: `${user.name} (${user.account})` },
    ...(applications.length > 0
      ? [
          { type: 'divider' as const },
          {
            key: 'apps',
            type: 'group' as const,
            label: t('shell.application'),
            children: applications.map((app) => ({
              key: `app:${app.code}`,
              label: (
                <span className="app-choice">
                  {app.name}
                  {app.code === application ? (
                    <>
                      <FrameIcon name="check" size={14} />
                      <span className="sr-only">{t('shell.application.here')}</span>
                    </>
                  ) : null}
                </span>
              ),
            })),
          },
        ]
      : []),
    { type: 'divider' },
    ...(pages.has('account/center') ? [{ key: 'center', label: t('account.center') }] : []),
    ...(pages.has('account/settings') ? [{ key: 'settings', label: t('shell.accountSettings') }] : []),
    { key: 'keys', label: t('shell.keys.title') },
    { key: 'help', label: t('shell.palette.help') },
    { type: 'divider' },
    { key: 'out', label: t('shell.signOut') },
  ] satisfies MenuProps['items'];
}
