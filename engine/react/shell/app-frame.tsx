import { App } from 'antd';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { DataProvider } from '../data/client.ts';
import type { LoginUser } from '../data/session-client.ts';
import { troubleOf } from '../data/trouble.ts';
import { ViewerProvider } from '../data/viewer.ts';
import { AntdProvider } from '../ui/antd-provider.tsx';
import { useCulture } from '../ui/culture.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { keep, readKept } from '../ui/kept.ts';
import { Skeleton } from '../ui/skeletons.tsx';
import { AppHeader } from './app-header.tsx';
import { greeting } from './greeting.ts';
import { applicationOf, menuTree } from './menu.ts';
import { ensureUser, loadUser, signInPath, signOut, useSession } from './session.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import './shell.css';

/** Everything around a screen, for a person with a session; without one the way to the sign-in page. */
export function AppFrame() {
  const { state, user, client, error } = useSession();
  const culture = useCulture();
  const location = useLocation();
  const signedIn = state !== 'out';
  useEffect(() => {
    // Also on a change of culture: the menu comes in the language of the screens.
    if (signedIn) ensureUser();
  }, [client, culture, signedIn]);

  if (state === 'out') return <Navigate to={signInPath(location.pathname + location.search)} replace />;
  return (
    <AntdProvider>
      {user ? (
        <DataProvider client={client}>
          <ViewerProvider user={user}>{user.menus.length > 0 ? <Frame user={user} /> : <NoMenus />}</ViewerProvider>
        </DataProvider>
      ) : state === 'failed' ? (
        <main className="frame-alone">
          <ErrorPanel trouble={troubleOf(error)} onRetry={() => void loadUser()} actions={<SignOutButton />} />
        </main>
      ) : (
        <Skeleton shape="page" />
      )}
    </AntdProvider>
  );
}

function Frame({ user }: { user: LoginUser }) {
  const { t } = useTranslation();
  const location = useLocation();
  const [collapsed, setCollapsed] = useState(() => readKept<boolean>('SIDE_COLLAPSED') ?? false);
  const [application, setApplication] = useState<string | null>(
    () => user.apps.find((app) => app.active)?.code ?? null,
  );
  const tree = useMemo(() => menuTree(user.menus, application), [user, application]);
  const elsewhere = applicationOf(user.menus, location.pathname);
  useEffect(() => {
    // A link or a tab may lead into another application: its menu comes along.
    if (elsewhere) setApplication(elsewhere);
  }, [elsewhere]);
  const drawer = useRef<HTMLDialogElement>(null);
  useWelcome(user);
  useEffect(() => {
    drawer.current?.close();
  }, [location.pathname]);

  const collapse = () => {
    keep('SIDE_COLLAPSED', !collapsed);
    setCollapsed(!collapsed);
  };
  return (
    <div className={`frame${collapsed ? ' is-collapsed' : ''}`}>
      <a href="#content" className="skip-link">
        {t('shell.skip')}
      </a>
      <aside className="frame-side">
        <SideMenu tree={tree} collapsed={collapsed} onExpand={collapse} />
      </aside>
      <dialog
        ref={drawer}
        className="frame-drawer"
        aria-label={t('shell.menu')}
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
      >
        <SideMenu tree={tree} collapsed={false} onExpand={() => undefined} />
      </dialog>
      <AppHeader
        user={user}
        collapsed={collapsed}
        onCollapse={collapse}
        onDrawer={() => drawer.current?.showModal()}
        application={application}
        onApplication={setApplication}
      />
      <TabBar tree={tree} />
      <main id="content" className="frame-content" tabIndex={-1}>
        <ErrorBoundary resetKey={location.pathname}>
          <Suspense fallback={<Skeleton shape="page" />}>
            <Outlet context={tree} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <footer className="frame-foot">{t('shell.footer', { version: __VERSION__ })}</footer>
    </div>
  );
}

/** A person whose roles open nothing: say so, then leave. */
function NoMenus() {
  const { modal } = App.useApp();
  const { t } = useTranslation();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    modal.warning({
      title: t('shell.noMenus'),
      content: t('shell.noMenusNote'),
      okText: t('shell.signOut'),
      centered: true,
      onOk: signOut,
    });
  }, [modal, t]);
  return <main className="frame-alone" />;
}

function SignOutButton() {
  const { t } = useTranslation();
  return (
    <button type="button" className="button" onClick={() => void signOut()}>
      {t('shell.signOut')}
    </button>
  );
}

/** A word of welcome a second after signing in, once. */
function useWelcome(user: LoginUser): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  useEffect(() => {
    if (!useSession.getState().fresh) return;
    const timer = setTimeout(() => {
      useSession.setState({ fresh: false });
      notification.success({
        message: t('shell.welcome'),
        description: t(`shell.greeting.${greeting(new Date().getHours())}`, { name: user.name }),
        // Away from the header: under the pointer it would stay, and stand before the person's own menu.
        placement: 'bottomRight',
        duration: 4,
      });
    }, 1000);
    return () => clearTimeout(timer);
  }, [notification, t, user.name]);
}
