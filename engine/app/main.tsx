import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { designerPages } from '../../designer/pages.ts';
import { modules as declared } from '../modules/index.ts';
import { widgets } from '../modules/widgets.ts';
import { defineModule, ModulesProvider } from '../kit/controllers/modules.ts';
import type { Widgets } from '../kit/fields/controls/widget.ts';
import { WidgetsProvider } from '../kit/fields/controls/widgets-context.tsx';
import { pages as framePages } from './pages/index.ts';
import { lazyPages, PagesProvider, type PageLoaders } from './shell/pages-context.ts';
import { createRoutes } from './shell/routes.tsx';
import { tenantCulture } from './session/brand.ts';
import { startPreload } from './shell/preload.ts';
import { startAppearance } from '../kit/ui/appearance.ts';
import '../kit/ui/base.css';
import { loadChineseFace } from '../kit/ui/chinese-face.ts';
import { chosenCulture, startTexts } from '../kit/ui/culture.ts';

const modules = declared.map(defineModule);
const loaders = Object.assign({}, designerPages, ...modules.map((each) => each.pages)) as PageLoaders;
const pages = new Map([...lazyPages(loaders), ...framePages]);
const loadAll = startPreload(new Set(pages.keys()));
startAppearance();
loadChineseFace();
const root = createRoot(document.getElementById('root')!);
const routes = createRoutes();
const draw = (known: Widgets) =>
  root.render(
    <StrictMode>
      <WidgetsProvider widgets={known}>
        <PagesProvider pages={pages}>
          <ModulesProvider modules={modules}>
            <RouterProvider router={routes} />
          </ModulesProvider>
        </PagesProvider>
      </WidgetsProvider>
    </StrictMode>,
  );
// No await of the module itself: the files that are waited for import this one, and would wait for it in turn.
void (async () => {
  // A browser that reads neither of our languages gets the tenant's.
  await startTexts(chosenCulture() ?? (await tenantCulture()));
  await loadAll();
  draw(widgets);
})();
// In development alone: a changed manifest, or a new one, counts in pages that are open, and what was typed stays.
import.meta.hot?.accept('../modules/widgets.ts', (changed) => changed && draw(changed['widgets'] as Widgets));
