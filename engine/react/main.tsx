import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { widgets } from '../widgets/index.ts';
import { WidgetsProvider } from './fields/widgets-context.tsx';
import { prefetchList } from './shell/entity-pages.tsx';
import { createRoutes } from './shell/routes.tsx';
import { startAhead } from './shell/start-ahead.ts';
import { loadUser, useSession } from './shell/session.ts';
import { startAppearance } from './ui/appearance.ts';
import './ui/base.css';
import { startTexts } from './ui/culture.ts';

startAhead();
startAppearance();
hurry(location.pathname);
await startTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WidgetsProvider widgets={widgets}>
      <RouterProvider router={createRoutes()} />
    </WidgetsProvider>
  </StrictMode>,
);

/** A signed-in person waits for the slowest of these, not for one after the other. */
function hurry(pathname: string): void {
  if (useSession.getState().state === 'out') return;
  void loadUser();
  if (/^\/[^/]+$/.test(pathname) && pathname !== '/welcome') prefetchList();
}
