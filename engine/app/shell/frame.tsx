import { App } from 'antd';
import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { LoginUser } from '../../kit/data/session-client.ts';
import { errorMessage } from '../../kit/data/display-error.ts';
import { useAppearance, useThemePreference } from '../../kit/ui/appearance.ts';
import { switchCulture, useCulture, type Culture } from '../../kit/ui/culture.ts';
import { ErrorBoundary } from '../../kit/ui/error-boundary.tsx';
import { useSettings } from '../../kit/ui/settings.ts';
import { cssVariables, paletteOf } from '../../kit/ui/palette.ts';
import { useScreenKind } from '../../kit/ui/use-media.ts';
import { whenIdle } from '../../kit/ui/when-idle.ts';
import { AppHeader } from './header/app-header.tsx';
import { BareHeader } from './header/bare-header.tsx';
import { Breadcrumbs } from './tabs/breadcrumbs.tsx';
import { FrameFooter } from '../session/frame-footer.tsx';
import { applicationOf, menuPageOf, menuTree } from './menu/menu.ts';
import { Panes } from './tabs/panes.tsx';
import { storeApplications, loadBalance, loadDictionaries, shellClient } from './shell-data.ts';
import { OfflineBar } from './offline-bar.tsx';
import { PreviewBanner } from './preview-banner.tsx';
import { ShellParts } from './shell-parts-host.tsx';
import { SideMenu } from './menu/side-menu.tsx';
import { TabBar, useVisits } from './tabs/tab-bar.tsx';
import { homePath } from './tabs/tabs.ts';
import { useAutoHide } from './use-auto-hide.ts';
import { useJobNotifications } from './use-job-notifications.tsx';
import { useLiveFrame } from './use-live-frame.ts';
import { useNewVersion } from './use-new-version.tsx';
import { useWelcome } from './use-welcome.ts';

/** Menu, header, tabs and foot around the screens of one person, laid out as they like it. */
export function Frame({ user }: { user: LoginUser }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const location = useLocation();
  const navigate = useNavigate();
  const culture = useCulture();
  const settings = useSettings();
  const screen = useScreenKind();
  const [application, setApplication] = useState(() => user.apps.find((app) => app.active)?.code ?? null);
  const tree = useMemo(() => menuTree(user.menus, application), [user, application]);
  // A page that several applications hold is shown in the one where one is.
  const otherApplication = menuPageOf(tree, location.pathname) ? null : applicationOf(user.menus, location.pathname);
  useEffect(() => {
    // A link or a tab may lead into another application: its menu comes along.
    if (otherApplication) setApplication(otherApplication);
  }, [otherApplication]);
  useEffect(() => storeApplications(user, application), [user, application]);
  useEffect(
    () =>
      whenIdle(() => {
        void loadBalance();
        void loadDictionaries();
      }),
    [user.id, culture],
  );
  useVisits();
  useWelcome(user);
  useNewVersion();
  useLiveFrame(user);
  useJobNotifications();

  const drawer = useRef<HTMLDialogElement>(null);
  const [drawn, setDrawn] = useState(false);
  const openDrawer = () => {
    // Before it is shown, so that the focus finds something to go to.
    flushSync(() => setDrawn(true));
    drawer.current?.showModal();
  };
  useEffect(() => {
    drawer.current?.close();
  }, [location.pathname]);
  const [peek, setPeek] = useState(false);
  useEffect(() => setPeek(false), [screen]);
  // On a tablet the menu is narrow until it is opened, and what is kept for wide screens stays as it is.
  const collapsed = screen === 'tablet' ? !peek : !settings.sidebarOpen;
  const collapse = () =>
    screen === 'tablet' ? setPeek(!peek) : settings.change({ sidebarOpen: !settings.sidebarOpen });

  const change = async (code: string) => {
    if (code === application) return;
    const hideLoading = message.loading(t('shell.application.changing'), 0);
    try {
      await shellClient.changeApplication(code);
      setApplication(code);
      // The page may not belong to it, and one that does not would bring the other menu back.
      navigate(homePath);
    } catch (error) {
      void message.error(t('shell.application.failed', { reason: errorMessage(error) }));
    } finally {
      hideLoading();
    }
  };
  const applying = { application, onApplication: (code: string) => void change(code) };
  const speak = async (next: Culture) => {
    await switchCulture(next);
    if (application) await shellClient.changeApplication(application).catch(() => undefined);
    navigate(homePath);
  };

  const top = settings.layout === 'topmenu' && screen === 'desktop';
  const autoHide = useAutoHide(settings.fixedHeader && settings.autoHideHeader, location.pathname);
  const classes = [
    'frame',
    top ? 'is-top' : 'is-side',
    collapsed && !top ? 'is-collapsed' : '',
    settings.multiTab ? 'has-tabs' : '',
    settings.fixedHeader ? '' : 'is-loose-header',
    top || settings.fixedSidebar ? '' : 'is-loose-side',
    top && settings.contentWidth === 'Fixed' ? 'is-fixed-width' : '',
    autoHide.hidden ? 'is-header-hidden' : '',
  ];
  const menuColours = useMenuColours();
  return (
    <div className={classes.filter(Boolean).join(' ')} onScrollCapture={autoHide.onScroll}>
      <a href="#content" className="skip-link">
        {t('shell.skip')}
      </a>
      {top ? null : (
        <aside className="frame-side" style={menuColours}>
          <ErrorBoundary resetKey={location.pathname} instead={null}>
            <SideMenu tree={tree} collapsed={collapsed} {...applying} onExpand={collapse} />
          </ErrorBoundary>
        </aside>
      )}
      <dialog
        ref={drawer}
        className="frame-drawer"
        style={menuColours}
        aria-label={t('shell.menu')}
        onClick={({ target }) => {
          const isLink = target instanceof Element && target.closest('a') !== null;
          if (isLink || target === drawer.current) drawer.current?.close();
        }}
      >
        <ErrorBoundary resetKey={location.pathname} instead={null}>
          {drawn ? <SideMenu tree={tree} collapsed={false} {...applying} onExpand={() => undefined} /> : null}
        </ErrorBoundary>
      </dialog>
      <div className="frame-body">
        <OfflineBar />
        <PreviewBanner user={user} />
        <div className="frame-head" style={top ? menuColours : undefined}>
          <ErrorBoundary resetKey={location.pathname} instead={<BareHeader />}>
            <AppHeader
              user={user}
              tree={tree}
              collapsed={collapsed}
              top={top}
              onCollapse={collapse}
              onDrawer={openDrawer}
              {...applying}
              onCulture={(next) => void speak(next)}
            />
          </ErrorBoundary>
        </div>
        <ErrorBoundary resetKey={location.pathname} instead={null}>
          {settings.multiTab ? <TabBar tree={tree} /> : null}
        </ErrorBoundary>
        <main id="content" className="frame-content" tabIndex={-1}>
          <ErrorBoundary resetKey={location.pathname} instead={null}>
            {settings.crumbs ? <Breadcrumbs tree={tree} /> : null}
          </ErrorBoundary>
          <div className="frame-panes">
            <Panes tree={tree} />
          </div>
        </main>
        <FrameFooter />
      </div>
      <ShellParts tree={tree} onCulture={(next) => void speak(next)} />
    </div>
  );
}

/** A dark menu on a light page brings its own colours; everything inside follows by itself. */
function useMenuColours(): CSSProperties | undefined {
  const menuTheme = useSettings((state) => state.menuTheme);
  const brightness = useAppearance((state) => state.brightness);
  const { accent, weak } = useThemePreference();
  return useMemo(
    () =>
      menuTheme === 'dark' && brightness === 'light'
        ? ({ ...cssVariables(paletteOf({ brightness: 'dark', accent, weak })), colorScheme: 'dark' } as CSSProperties)
        : undefined,
    [menuTheme, brightness, accent, weak],
  );
}
