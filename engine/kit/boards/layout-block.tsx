import type { ShownBlock } from '../data/data-client.ts';
import { entityLabels } from '../data/entity-labels.ts';
import { useEntity } from '../data/use-entity.ts';
import { Calendar } from '../layouts/calendar.tsx';
import { StateBoard } from '../layouts/state-board.tsx';
import { BlockFrame } from './block-frame.tsx';
import { blockFilter, listAddress, type BlockQuery } from './block-query.ts';

interface Props {
  block: ShownBlock;
  query: BlockQuery;
  stamp: number;
}

/** Records in columns by their state, or on the days of a month: the layouts of a list as a block. */
export function LayoutBlock({ block, query, stamp }: Props) {
  const { state, entity, answer, error, retry } = useEntity(block.path ?? '');
  const loaded = {
    data: entity && answer ? { entity, answer } : null,
    error: state === 'failed' ? error : null,
    waiting: false,
    retry,
  };
  // A calendar has its own months: the period of the board does not narrow it.
  const { time, ...timeless } = block;
  return (
    <BlockFrame
      id={block.block}
      kind={block.kind}
      title={block.title}
      answer={loaded}
      to={listAddress(timeless, query)}
    >
      {(ready) => {
        const shared = { entity: ready.entity, words: entityLabels(ready.answer), stamp };
        const asked = blockFilter(timeless, query, null);
        return block.kind === 'calendar' ? (
          <Calendar {...shared} query={asked} {...(time ? { by: time } : {})} />
        ) : (
          <StateBoard {...shared} query={{ ...asked, ...(block.sort ? { sort: block.sort } : {}) }} />
        );
      }}
    </BlockFrame>
  );
}
