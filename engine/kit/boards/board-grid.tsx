import type { ShownBlock } from '../data/data-client.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { BoardBlock } from './board-block.tsx';
import type { BlockQuery } from './block-query.ts';
import { TasksBlock } from './tasks-block.tsx';

/** The blocks of a screen in their columns; neighbouring tasks share a card. */
export function BoardGrid({
  blocks,
  query,
  stamp,
}: {
  blocks: readonly ShownBlock[];
  query: BlockQuery;
  stamp: number;
}) {
  return (
    <div className="board-grid">
      {cardsOf(blocks).map((card) => {
        const [block] = card;
        return (
          <div
            key={block.block}
            className="board-cell"
            data-span={block.span ?? 1}
            data-kind={block.kind}
            data-rows={rowsOf(card)}
          >
            {card.length > 1 ? (
              <ErrorBoundary resetKey={`${stamp} ${query.period}`}>
                <TasksBlock blocks={card} query={query} stamp={stamp} />
              </ErrorBoundary>
            ) : (
              <BoardBlock block={block} query={query} stamp={stamp} />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A long card of tasks spans the height of several others. */
const rowsOf = ({ length }: Card): number => (length > 10 ? 3 : length > 4 ? 2 : 1);

type Card = [ShownBlock, ...ShownBlock[]];

function cardsOf(blocks: readonly ShownBlock[]): Card[] {
  const cards: Card[] = [];
  for (const block of blocks) {
    const last = cards.at(-1);
    if (block.kind === 'task' && last?.[0].kind === 'task') last.push(block);
    else cards.push([block]);
  }
  return cards;
}
