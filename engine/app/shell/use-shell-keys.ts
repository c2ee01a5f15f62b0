import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useViewer } from '../../kit/data/viewer.ts';
import { useKeys } from '../../kit/ui/use-keys.ts';
import { goKeys } from './palette/go-keys.ts';
import { menuPageOf, type MenuItem } from './menu/menu.ts';
import { hideShellPart, showShellPart, useShellParts } from './shell-parts.ts';

/** How long `g` waits for its letter, in milliseconds. */
const sequenceMilliseconds = 1500;

/** The keys that work on every screen: the palette, the sheet of keys, `g` and a letter, `c` for something new. */
export function useShellKeys(tree: MenuItem[]): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { permissions } = useViewer();
  const went = useRef(-Infinity);
  const letters = new Map(goKeys(tree, t('shell.home')).map((key) => [key.letter, key.path]));

  useEffect(() => {
    // Before any other key: the letter after `g` means nothing else.
    const listen = (event: KeyboardEvent) => {
      if (event.timeStamp - went.current > sequenceMilliseconds || event.ctrlKey || event.metaKey || event.altKey)
        return;
      went.current = -Infinity;
      const path = letters.get(event.key.toLowerCase());
      if (!path) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      navigate(path);
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  });

  useKeys({
    'Mod+k': () => (useShellParts.getState().open === 'palette' ? hideShellPart() : showShellPart('palette')),
    '?': () => showShellPart('keys'),
    g: (event) => {
      went.current = event.timeStamp;
    },
    c: () => {
      const path = menuPageOf(tree, pathname)?.path;
      const isList = path?.toLowerCase() === pathname.toLowerCase();
      if (isList && permissions.includes(`${path.slice(1)}:add`)) navigate(`${path}/new`);
      else showShellPart('palette', 'create');
    },
  });
}
