import { useBlockQuery } from '../../kit/boards/board-block.tsx';
import { BoardGrid } from '../../kit/boards/board-grid.tsx';
import { useScreen } from '../../kit/boards/board-screen.tsx';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';

/** The workplace as part of the home page; nothing where this person's roles open none of its blocks. */
export function HomeBoard() {
  const { screen, stamp } = useScreen('workplace');
  const query = useBlockQuery('month');
  if (screen.error) {
    const error = toDisplayError(screen.error);
    // A tenant may do without the screen.
    return error.kind === 'missing' ? null : <ErrorPanel compact error={error} onRetry={screen.retry} />;
  }
  if (!screen.data) return <Skeleton shape="page" />;
  return screen.data.blocks.length > 0 ? <BoardGrid blocks={screen.data.blocks} query={query} stamp={stamp} /> : null;
}
