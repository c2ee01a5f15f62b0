import { useMemo, useRef, useState } from 'react';
import type { WireRecord } from '../data/data-client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ListColumn } from './list-columns.ts';
import { fitted, measured, type FittedColumn } from './list-widths.ts';
import type { ListController } from './use-list.ts';

/**
 * The columns with room for what the first rows hold, laid out for the width of the grid. Measured once: nothing
 * moves while one reads. `ownEnds` is what the grid's own pinned columns take.
 */
export function useFitted({
  columns,
  list,
  words,
  culture,
  ownEnds,
}: {
  columns: readonly ListColumn[];
  list: ListController;
  words: EntityLabels;
  culture: string;
  ownEnds: number;
}) {
  const [width, onWidth] = useState(0);
  const sample = useRef<WireRecord[]>([]);
  if (sample.current.length === 0 && list.rows.size > 0) sample.current = [...list.rows.values()];
  const rows = sample.current;
  return {
    onWidth,
    columns: useMemo((): readonly FittedColumn[] => {
      const wide = measured({ columns, rows, words, culture });
      const pinned = wide.filter(({ hidden, pinned: isPinned }) => !hidden && isPinned);
      const ends = pinned.reduce((sum, column) => sum + column.width, ownEnds);
      return width > 0 && rows.length > 0 ? fitted(wide, width - ends) : wide;
    }, [columns, rows, words, culture, ownEnds, width]),
  };
}
