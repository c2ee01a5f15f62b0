import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { Skeleton } from '../../kit/ui/skeletons.tsx';

const BoardScreen = lazy(async () => ({ default: (await import('../../kit/boards/board-screen.tsx')).BoardScreen }));

/** The page of a declared screen (`schemas/screens`), by its name. */
export function boardPage(name: string): ComponentType {
  return function BoardPage() {
    return <Board name={name} />;
  };
}

/** `/board/{screen}`: any screen, a tenant's own among them. */
export function AnyBoardPage() {
  const [, , name = ''] = useLocation().pathname.split('/');
  return <Board name={decodeURIComponent(name)} />;
}

function Board({ name }: { name: string }) {
  return (
    <Suspense fallback={<Skeleton shape="page" />}>
      <BoardScreen key={name} name={name} />
    </Suspense>
  );
}
