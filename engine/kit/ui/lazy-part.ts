import { createElement, lazy, useState, type ComponentType, type LazyExoticComponent } from 'react';

/** How long a file of the application may take to come (spec section 8). */
const maxMilliseconds = 120_000;

/** The file, or an error if it does not load in time, so that the person can reload the page. */
export async function inTime<T>(file: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('ChunkLoadError: timeout')), maxMilliseconds);
  });
  try {
    return await Promise.race([file, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A component whose file is loaded when it is first drawn, and fails where that takes too long. */
export const lazyFile = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(() => inTime(load()));

/**
 * A lazily loaded component and a function that preloads it. Once loaded it renders synchronously: `React.lazy` would
 * render its fallback first, and everything around it twice.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): readonly [ComponentType<P>, () => Promise<void>] {
  let there: ComponentType<P> | null = null;
  const fetch = async () => (there ??= await inTime(load()));
  const Later = lazy(async () => ({ default: await fetch() }));
  function Part(props: P) {
    // The same component as long as it is mounted: another would start again.
    const [Drawn] = useState<ComponentType<P>>(() => there ?? Later);
    return createElement(Drawn, props);
  }
  return [Part, async () => void (await fetch())];
}
