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
import { useUnsavedPanes } from '../../kit/ui/pane.ts';
import { useSettings, type Settings } from '../../kit/ui/settings.ts';
import { cssVariables, paletteOf } from '../../kit/ui/palette.ts';
import { useScreenKind } from '../../kit/ui/use-media.ts';
import { whenIdle } from '../../kit/ui/when-idle.ts';
import { AppHeader } from './header/app-header.tsx';
import { BareHeader } from './header/bare-header.tsx';
import { Breadcrumbs } from './tabs/breadcrumbs.tsx';
import { FrameFooter } from '../session/frame-footer.tsx';
import { OfflineBar } from '../session/offline-bar.tsx';
import { applicationOf, menuPageOf, menuTree } from './menu/menu.ts';
import { Panes } from './tabs/panes.tsx';
import { storeApplications, loadBalance, loadDictionaries, shellClient } from './shell-data.ts';
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
  const location = useLocation();
  const settings = useSettings();
  const screen = useScreenKind();
  const { tree, applying, speak, noteTyping } = useApplications(user);
  useVisits();
  useWelcome(user);
  useNewVersion();
  useLiveFrame(user);
  useJobNotifications();

  const drawer = useMenuDrawer();
  const { collapsed, collapse } = useCollapse(screen);
  const top = settings.layout === 'topmenu' && screen === 'desktop';
  const autoHide = useAutoHide(settings.fixedHeader && settings.autoHideHeader, location.pathname);
  const classes = classesOf({ settings, top, collapsed, headerHidden: autoHide.hidden });
  const menuColours = useMenuColours();
  return (
    <div className={classes} onScrollCapture={autoHide.onScroll}>
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
      <MenuDrawer drawer={drawer} tree={tree} applying={applying} />
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
              onDrawer={drawer.open}
              {...applying}
              onCulture={speak}
            />
          </ErrorBoundary>
        </div>
        <ErrorBoundary resetKey={location.pathname} instead={null}>
          {settings.multiTab ? <TabBar tree={tree} /> : null}
        </ErrorBoundary>
        <FrameContent tree={tree} onTyped={noteTyping} />
        <FrameFooter />
      </div>
      <ShellParts tree={tree} onCulture={speak} />
    </div>
  );
}

/** The open pages with the way to them. */
function FrameContent({ tree, onTyped }: Pick<Applications, 'tree'> & { onTyped(): void }) {
  const { pathname } = useLocation();
  const showsCrumbs = useSettings((state) => state.crumbs);
  return (
    <main id="content" className="frame-content" tabIndex={-1} onInput={onTyped}>
      <ErrorBoundary resetKey={pathname} instead={null}>
        {showsCrumbs ? <Breadcrumbs tree={tree} /> : null}
      </ErrorBoundary>
      <div className="frame-panes">
        <Panes tree={tree} />
      </div>
    </main>
  );
}

interface FrameState {
  readonly settings: Settings;
  /** Whether the menu runs along the top. */
  readonly top: boolean;
  readonly collapsed: boolean;
  readonly headerHidden: boolean;
}

function classesOf({ settings, top, collapsed, headerHidden }: FrameState): string {
  return [
    'frame',
    top ? 'is-top' : 'is-side',
    collapsed && !top ? 'is-collapsed' : '',
    settings.multiTab ? 'has-tabs' : '',
    settings.fixedHeader ? '' : 'is-loose-header',
    top || settings.fixedSidebar ? '' : 'is-loose-side',
    top && settings.contentWidth === 'Fixed' ? 'is-fixed-width' : '',
    headerHidden ? 'is-header-hidden' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The applications of a person: the menu of the current one, and changing it or the language. */
function useApplications(user: LoginUser) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const location = useLocation();
  const navigate = useNavigate();
  const culture = useCulture();
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
  const { noteTyping, holdsInput } = useTyping();
  const speak = async (next: Culture) => {
    await switchCulture(next);
    if (application) await shellClient.changeApplication(application).catch(() => undefined);
    if (!holdsInput()) navigate(homePath);
  };
  const applying = { application, onApplication: (code: string) => void change(code) };
  return { tree, applying, noteTyping, speak: (next: Culture) => void speak(next) };
}

/** Whether the present page holds something typed that leaving it would lose. */
function useTyping() {
  const { pathname } = useLocation();
  const multiTab = useSettings((state) => state.multiTab);
  const typed = useRef<string | null>(null);
  return {
    noteTyping: () => {
      typed.current = pathname;
    },
    // A page in a tab of its own stays as it is behind the others.
    holdsInput: () => !multiTab && (typed.current === pathname || useUnsavedPanes.getState().paths.has(pathname)),
  };
}

type Applications = ReturnType<typeof useApplications>;

/** The menu's drawer on small screens; it closes when a page opens. */
function useMenuDrawer() {
  const { pathname } = useLocation();
  const element = useRef<HTMLDialogElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    element.current?.close();
  }, [pathname]);
  const open = () => {
    // Before it is shown, so that the focus finds something to go to.
    flushSync(() => setIsDrawn(true));
    element.current?.showModal();
  };
  return { element, isDrawn, open };
}

interface MenuDrawerProps extends Pick<Applications, 'tree' | 'applying'> {
  readonly drawer: ReturnType<typeof useMenuDrawer>;
}

function MenuDrawer({ drawer: { element, isDrawn }, tree, applying }: MenuDrawerProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const menuColours = useMenuColours();
  return (
    <dialog
      ref={element}
      className="frame-drawer"
      style={menuColours}
      aria-label={t('shell.menu')}
      onClick={({ target }) => {
        const isLink = target instanceof Element && target.closest('a') !== null;
        if (isLink || target === element.current) element.current?.close();
      }}
    >
      <ErrorBoundary resetKey={pathname} instead={null}>
        {isDrawn ? <SideMenu tree={tree} collapsed={false} {...applying} onExpand={() => undefined} /> : null}
      </ErrorBoundary>
    </dialog>
  );
}

/** Whether the menu is narrow. */
function useCollapse(screen: ReturnType<typeof useScreenKind>) {
  const settings = useSettings();
  const [peek, setPeek] = useState(false);
  useEffect(() => setPeek(false), [screen]);
  // On a tablet the menu is narrow until it is opened, and what is kept for wide screens stays as it is.
  const collapsed = screen === 'tablet' ? !peek : !settings.sidebarOpen;
  const collapse = () =>
    screen === 'tablet' ? setPeek(!peek) : settings.change({ sidebarOpen: !settings.sidebarOpen });

  return { collapsed, collapse };
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
