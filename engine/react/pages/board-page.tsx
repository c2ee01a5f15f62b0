import { lazy, Suspense, type ComponentType } from 'react';
import { Skeleton } from '../ui/skeletons.tsx';

const BoardScreen = lazy(async () => ({ default: (await import('../boards/board-screen.tsx')).BoardScreen }));

/** The page of a declared screen (`schemas/screens`), by its name. */
export function boardPage(name: string): ComponentType {
  return function BoardPage() {
    return (
      <Suspense fallback={<Skeleton shape="page" />}>
        <BoardScreen key={name} name={name} />
      </Suspense>
    );
  };
}
