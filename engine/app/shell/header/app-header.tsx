import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { LoginUser } from '../../../kit/data/session-client.ts';
import { useCulture, useCultures, type Culture } from '../../../kit/ui/culture.ts';
import { Bell } from '../../../kit/realtime/notification-bell.tsx';
import { useSettings } from '../../../kit/ui/settings.ts';
import { ApplicationSwitch } from '../menu/application-switch.tsx';
import { BalanceView } from './balance-view.tsx';
import { FrameIcon } from '../menu/frame-icons.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import type { MenuItem } from '../menu/menu.ts';
import { liveClient } from '../shell-data.ts';
import { showShellPart } from '../shell-parts.ts';
import { TopMenu } from '../menu/top-menu.tsx';
import { UserMenu } from './user-menu.tsx';
import './header.css';

interface Props {
  user: LoginUser;
  tree: MenuItem[];
  collapsed: boolean;
  application: string | null;
  /** Whether the menu is in the header instead of at the side. */
  top: boolean;
  onCollapse(): void;
  onDrawer(): void;
  onApplication(code: string): void;
  onCulture(culture: Culture): void;
}

/** Where one is, what there is to spend, what came in, and who one is. */
export function AppHeader(props: Props) {
  const { user, tree, collapsed, application, top, onCollapse, onDrawer, onApplication, onCulture } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const menuTheme = useSettings((state) => state.menuTheme);
  const place = user.member?.name ?? user.loginEmpInfo?.orgName ?? user.tenant.name;
  return (
    <header className="frame-header" data-menu={top ? menuTheme : undefined}>
      {top ? (
        <TopMenu tree={tree} />
      ) : (
        <button
          type="button"
          className="icon-button only-wide"
          aria-label={t(collapsed ? 'shell.expand' : 'shell.collapse')}
          aria-expanded={!collapsed}
          onClick={onCollapse}
        >
          <FrameIcon name="menu" />
        </button>
      )}
      <button type="button" className="icon-button only-narrow" aria-label={t('shell.openMenu')} onClick={onDrawer}>
        <FrameIcon name="menu" />
      </button>
      {top ? <ApplicationSwitch application={application} onApplication={onApplication} /> : null}
      <span className="frame-place" title={place}>
        {place}
      </span>
      {top ? null : <span className="frame-gap" />}
      <BalanceView />
      <SearchButton />
      <span className="from-tablet">
        <FullscreenButton />
      </span>
      <CultureSelect onCulture={onCulture} />
      <button
        type="button"
        className="icon-button"
        aria-label={t('shell.settings.open')}
        title={t('shell.settings.open')}
        onClick={() => showShellPart('drawer')}
      >
        <FrameIcon name="settings" />
      </button>
      <Bell client={liveClient} onOpen={({ path }) => navigate(path)} />
      <UserMenu application={application} onApplication={onApplication} />
    </header>
  );
}

function SearchButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="icon-button"
      data-tour="search"
      aria-label={t('shell.palette.open')}
      title={`${t('shell.palette.open')} (Ctrl K)`}
      aria-keyshortcuts="Control+K"
      onClick={() => showShellPart('palette')}
    >
      <FrameIcon name="search" />
    </button>
  );
}

function CultureSelect({ onCulture }: Pick<Props, 'onCulture'>) {
  const { t } = useTranslation();
  const culture = useCulture();
  const cultures = useCultures();
  return (
    <select
      className="culture-select from-tablet"
      aria-label={t('shell.language')}
      value={culture}
      onChange={(event) => onCulture(event.target.value)}
    >
      {cultures.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
