import { lazy, Suspense } from 'react';
import { Skeleton } from '../../kit/ui/skeletons.tsx';

const LocalizerScreen = lazy(async () => ({
  default: (await import('../localizer/localizer-screen.tsx')).LocalizerScreen,
}));

/** The translation library. */
export function LocalizerPage() {
  return (
    <Suspense fallback={<Skeleton shape="list" />}>
      <LocalizerScreen />
    </Suspense>
  );
}
