import { lazy, Suspense, useEffect } from 'react';
import type { Culture } from '../../kit/ui/culture.ts';
import { ErrorBoundary } from '../../kit/ui/error-boundary.tsx';
import type { MenuItem } from './menu/menu.ts';
import { hideShellPart, showShellPart, useShellParts } from './shell-parts.ts';
import { useShellKeys } from './use-shell-keys.ts';

const loadPalette = () => import('./palette/command-palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const SettingsDrawer = lazy(async () => ({ default: (await import('./settings-drawer.tsx')).SettingsDrawer }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./palette/shortcut-sheet.tsx')).ShortcutSheet }));

/** What opens over the screens, by mouse or key. None of it is loaded before it is wanted, save the palette, when there is time. */
export function ShellParts({ tree, onCulture }: { tree: MenuItem[]; onCulture(culture: Culture): void }) {
  const { open, mode } = useShellParts();
  useShellKeys(tree);
  useEffect(() => {
    // So that the first press of the key is answered at once.
    const wait = setTimeout(() => void loadPalette().catch(() => undefined), 2000);
    return () => clearTimeout(wait);
  }, []);
  useEffect(() => hideShellPart, []);
  if (open === null) return null;
  return (
    // The notice of a new version covers load failures; the screen behind stays usable.
    <ErrorBoundary resetKey={open} instead={<Unloaded />}>
      <Suspense fallback={null}>
        {open === 'palette' ? <CommandPalette mode={mode} /> : null}
        {open === 'drawer' ? (
          <SettingsDrawer onClose={hideShellPart} onKeys={() => showShellPart('keys')} onCulture={onCulture} />
        ) : null}
        {open === 'keys' ? <ShortcutSheet tree={tree} onClose={hideShellPart} /> : null}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Closes what could not be loaded, or the keys would be held for a field that never comes. */
function Unloaded() {
  useEffect(hideShellPart, []);
  return null;
}
