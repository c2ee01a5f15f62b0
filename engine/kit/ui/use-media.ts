import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds; draws again when that changes. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}

export type ScreenKind = 'mobile' | 'tablet' | 'desktop';

/** The kind of screen by its width: mobile up to 576 px, tablet to 1199, desktop from 1200 on. */
export function useScreenKind(): ScreenKind {
  const mobile = useMedia('(max-width: 576px)');
  const desktop = useMedia('(min-width: 1200px)');
  return mobile ? 'mobile' : desktop ? 'desktop' : 'tablet';
}
