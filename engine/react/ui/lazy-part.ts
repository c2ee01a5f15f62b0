import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * A component that comes in a file of its own, and the way to let the file come in before it is drawn. Where it has come
 * in, it is drawn at once: `lazy` by itself would draw what stands in for it first, and everything around it twice.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): readonly [ComponentType<P>, () => Promise<void>] {
  let there: ComponentType<P> | null = null;
  const fetch = async () => (there ??= await load());
  const Later = lazy(async () => ({ default: await fetch() }));
  function Part(props: P) {
    // The same one for as long as it is drawn: another would begin anew.
    const [Drawn] = useState<ComponentType<P>>(() => there ?? Later);
    return createElement(Drawn, props);
  }
  return [Part, async () => void (await fetch())];
}
