import { useEffect } from 'react';
import { Calendar } from '../layouts/calendar.tsx';
import { StateBoard } from '../layouts/state-board.tsx';
import { listQueryParams } from '../controllers/list-state.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  list: ListController;
  onMenu(record: WireRecord, at: DOMRect): void;
  onMove(action: string, record: WireRecord): void;
}

/** The records of a list as a board of their states or as a calendar; what narrows the list narrows these. */
export function ListLayoutBody({ ready, words, list, onMenu, onMove }: Props) {
  const { entity } = ready;
  const { load, state, generation, reloads } = list;
  useEffect(() => {
    // How many records there are, and whether there are any, is known from the list's own first rows.
    void load(0).catch(() => undefined);
  }, [load, generation]);
  const shared = { entity, words, query: listQueryParams(state), stamp: reloads };
  return state.layout === 'board' ? (
    <StateBoard {...shared} onMenu={onMenu} onMove={onMove} />
  ) : (
    <Calendar {...shared} />
  );
}
