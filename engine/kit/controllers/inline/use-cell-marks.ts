import { useCallback, useState } from 'react';
import type { Field } from '../../../core/index.ts';

/** How the last save of a cell stands: on its way, done a moment ago, or refused with the reason. */
export type CellMark = { state: 'saving' } | { state: 'saved' } | { state: 'failed'; reason: string };

/** The marks of the cells of a list. */
export function useCellMarks() {
  const [marks, setMarks] = useState<ReadonlyMap<string, CellMark>>(new Map());
  const mark = useCallback(
    (id: string, field: Field, state: CellMark) =>
      setMarks((before) => new Map(before).set(`${id}.${field.name}`, state)),
    [],
  );
  return { marks, mark, markOf: (id: string, field: string) => marks.get(`${id}.${field}`) };
}
