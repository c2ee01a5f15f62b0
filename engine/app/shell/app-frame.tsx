import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { DataProvider } from '../../kit/data/client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ViewerProvider } from '../../kit/data/viewer.ts';
import { AntdProvider } from '../../kit/ui/antd-provider.tsx';
import { useCulture } from '../../kit/ui/culture.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { Frame } from './frame.tsx';
import { usePages } from './pages-context.ts';
import { MustChange } from '../auth/must-change.tsx';
import { ensureUser, loadUser, signInPath, signOut, useSession } from '../session/session.ts';
import './shell.css';

/** Everything around a screen, for a person with a session; without one the way to the sign-in page. */
export function AppFrame() {
  const { state, user, client, error } = useSession();
  const culture = useCulture();
  const location = useLocation();
  const MustEnrol = usePages().get('account/second-factor');
  const signedIn = state !== 'out';
  useEffect(() => {
    // Also on a change of culture: the menu comes in the language of the screens.
    if (signedIn) ensureUser();
  }, [client, culture, signedIn]);

  if (state === 'out') return <Navigate to={signInPath(location.pathname + location.search)} replace />;
  return (
    <AntdProvider>
      <Refused />
      {user?.mustChangePassword ? (
        <MustChange />
      ) : user?.mustEnrolFactor ? (
        MustEnrol && <MustEnrol />
      ) : user ? (
        <DataProvider client={client}>
          <ViewerProvider user={user}>{user.menus.length > 0 ? <Frame user={user} /> : <NoMenus />}</ViewerProvider>
        </DataProvider>
      ) : state === 'failed' ? (
        <main className="frame-alone">
          <ErrorPanel error={toDisplayError(error)} onRetry={() => void loadUser()} actions={<SignOutButton />} />
        </main>
      ) : (
        <Skeleton shape="page" />
      )}
    </AntdProvider>
  );
}

/** Says that the server does not take the session any more; it ends by itself a moment later. */
function Refused() {
  const refused = useSession((session) => session.refused);
  const { notification } = App.useApp();
  const { t } = useTranslation();
  useEffect(() => {
    if (refused) notification.error({ key: 'refused', message: t('shell.unverified'), placement: 'topRight' });
  }, [refused, notification, t]);
  return null;
}

/** A person whose roles open nothing sees a message and is signed out. */
function NoMenus() {
  const { modal } = App.useApp();
  const { t } = useTranslation();
  const requested = useRef(false);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    modal.warning({
      title: t('shell.noMenus'),
      content: t('shell.noMenusNote'),
      okText: t('shell.signOut'),
      centered: true,
      onOk: () => signOut(),
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
