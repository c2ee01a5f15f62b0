import { lazy, Suspense } from 'react';
import { createBrowserRouter, Navigate, useRouteError } from 'react-router-dom';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { DetailPage, EditPage, ListPage, NewPage } from './entity-pages.tsx';

const AppFrame = lazy(async () => ({ default: (await import('./app-frame.tsx')).AppFrame }));
const WelcomePage = lazy(() => import('./welcome-page.tsx'));
const ErrorPage = lazy(() => import('./error-page.tsx'));

/** Every address of the application. The sign-in pages stand outside the frame and load neither it nor its libraries. */
export function createRoutes() {
  return createBrowserRouter([
    { path: '/user/login', element: <SignInPage key="staff" kind="staff" /> },
    { path: '/user/client-login', element: <SignInPage key="member" kind="member" /> },
    {
      path: '/',
      element: (
        <Suspense fallback={null}>
          <AppFrame />
        </Suspense>
      ),
      errorElement: <RouteFault />,
      children: [
        { index: true, element: <Navigate to="/welcome" replace /> },
        { path: 'welcome', element: <WelcomePage /> },
        { path: '403', element: <ErrorPage key="403" status={403} /> },
        { path: '404', element: <ErrorPage key="404" status={404} /> },
        { path: '500', element: <ErrorPage key="500" status={500} /> },
        { path: ':path', element: <ListPage /> },
        { path: ':path/new', element: <NewPage /> },
        { path: ':path/:id', element: <DetailPage /> },
        { path: ':path/:id/edit', element: <EditPage /> },
        { path: '*', element: <ErrorPage status={404} /> },
      ],
    },
  ]);
}

/** The frame itself failed: nothing around it can help, so the same panel stands alone. */
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
