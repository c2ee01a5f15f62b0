import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { designerPages } from '../../designer/pages.ts';
import { widgets } from '../widgets/index.ts';
import { WidgetsProvider } from './fields/widgets-context.tsx';
import { MorePagesProvider, pagesOf } from './pages/more-pages.ts';
import { createRoutes } from './shell/routes.tsx';
import { tenantCulture } from './shell/brand.ts';
import { startAhead } from './shell/start-ahead.ts';
import { startAppearance } from './ui/appearance.ts';
import './ui/base.css';
import { chosenCulture, startTexts } from './ui/culture.ts';

startAhead(Object.keys(designerPages));
startAppearance();
// A browser that reads neither of our languages gets the tenant's.
await startTexts(chosenCulture() ?? (await tenantCulture()));
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WidgetsProvider widgets={widgets}>
      <MorePagesProvider pages={pagesOf(designerPages)}>
        <RouterProvider router={createRoutes()} />
      </MorePagesProvider>
    </WidgetsProvider>
  </StrictMode>,
);
