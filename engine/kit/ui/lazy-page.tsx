import { Suspense, type ComponentType } from 'react';
import { Skeleton } from './skeletons.tsx';
import { lazyFile } from './lazy-part.ts';

/** A page that is loaded when it is first opened. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Page = lazyFile(load);
  return function LazyPage() {
    return (
      <Suspense fallback={<Skeleton shape="page" />}>
        <Page />
      </Suspense>
    );
  };
}
