import { Suspense, type ReactNode } from 'react';
import { createBrowserRouter, Navigate, useRouteError } from 'react-router-dom';
import { HomeRedirect } from './home-redirect.tsx';
import { ErrorBoundary } from '../../kit/ui/error-boundary.tsx';
import { lazyFile, lazyPart } from '../../kit/ui/lazy-part.ts';
import { SignInPage } from '../auth/sign-in-page.tsx';
import { DetailPage, EditPage, ListPage, NewPage, OtherPage } from './entity-pages.tsx';

/** Everything around the screens, and the way to let it come in early. */
const [AppFrame, loadFrame] = lazyPart(async () => (await import('./app-frame.tsx')).AppFrame);
/** The home page with its workplace, likewise. */
const [WelcomePage, loadWelcome] = lazyPart(async () => (await import('./welcome-page.tsx')).WelcomePage);
export { loadFrame, loadWelcome };
/** Most people begin at home. */
const prefetchFrame = (): void => void Promise.all([loadFrame(), loadWelcome()]).catch(() => undefined);
const AboutPage = lazyFile(() => import('./about-page.tsx'));
const TestHomePage = lazyFile(() => import('./test-home-page.tsx'));
const ErrorPage = lazyFile(() => import('./error-page.tsx'));
const RegisterPage = lazyFile(() => import('../auth/register-page.tsx'));
const RegisterResultPage = lazyFile(() => import('../auth/register-result-page.tsx'));
const SharedStationPage = lazyFile(() => import('../auth/station/station-page.tsx'));
const RecoverPage = lazyFile(() => import('../auth/recover-page.tsx'));

/** Every address of the application. The sign-in pages stand outside the frame and load neither it nor its libraries. */
export function createRoutes() {
  return createBrowserRouter([
    { path: '/user/login', element: <SignInPage key="staff" kind="staff" onTyping={prefetchFrame} /> },
    { path: '/user/client-login', element: <SignInPage key="member" kind="member" onTyping={prefetchFrame} /> },
    { path: '/user/register', element: <PublicPage page={<RegisterPage />} /> },
    { path: '/user/register-result', element: <PublicPage page={<RegisterResultPage />} /> },
    { path: '/user/recover', element: <PublicPage page={<RecoverPage />} /> },
    { path: '/user/station', element: <PublicPage page={<SharedStationPage />} /> },
    ...['help', 'privacy', 'terms'].map((page) => ({
      path: `/user/${page}`,
      element: <PublicPage page={<AboutPage />} />,
    })),
    {
      path: '/',
      element: (
        <Suspense fallback={null}>
          <AppFrame />
        </Suspense>
      ),
      errorElement: <RouteFault />,
      children: [
        { index: true, element: <HomeRedirect /> },
        { path: 'welcome', element: <WelcomePage /> },
        // What people type from habit; without a session the frame has led to the sign-in page before.
        { path: 'login', element: <Navigate to="/" replace /> },
        { path: 'test', element: <Navigate to="/test/home" replace /> },
        { path: 'test/home', element: <TestHomePage /> },
        { path: '403', element: <ErrorPage key="403" status={403} /> },
        { path: '404', element: <ErrorPage key="404" status={404} /> },
        { path: '500', element: <ErrorPage key="500" status={500} /> },
        { path: ':path', element: <ListPage /> },
        { path: ':path/new', element: <NewPage /> },
        { path: ':path/:id', element: <DetailPage /> },
        { path: ':path/:id/edit', element: <EditPage /> },
        { path: '*', element: <OtherPage /> },
      ],
    },
  ]);
}

/** A page without a session, loaded when it is opened. */
function PublicPage({ page }: { page: ReactNode }) {
  return <Suspense fallback={null}>{page}</Suspense>;
}

/** The frame itself failed, so the error panel is shown without it. */
function RouteFault() {
  const error = useRouteError();
  return (
    <ErrorBoundary resetKey="">
      <Thrown error={error} />
    </ErrorBoundary>
  );
}

function Thrown({ error }: { error: unknown }): never {
  throw error;
}
