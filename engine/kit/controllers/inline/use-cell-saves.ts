import { useCallback, useRef } from 'react';
import type { Entity, Field } from '../../../core/index.ts';
import { announceChange } from '../../data/changed.ts';
import { useDataClient } from '../../data/client.ts';
import { errorMessage } from '../../data/display-error.ts';
import { newKey } from '../../data/new-key.ts';
import type { ListController } from '../use-list.ts';
import type { CellMark } from './use-cell-marks.ts';

/** A value for a cell; `title` names a picked record. */
interface CellValue {
  readonly id: string;
  readonly field: Field;
  readonly value: unknown;
  readonly title: unknown;
  /** The version that is changed where it is not the one that the list shows. */
  readonly version?: number;
}

/** A save that may be taken back. */
export interface CellChange {
  id: string;
  field: Field;
  before: unknown;
  title: unknown;
  /** The record's version as one's own writes left it. */
  version: number;
}

/** Saves cells of a list and takes saves back. A value shows at once; a refusal puts the old one back. */
export function useCellSaves(
  entity: Entity,
  { patch, rowOf }: Pick<ListController, 'patch' | 'rowOf'>,
  mark: (id: string, field: Field, state: CellMark) => void,
) {
  const client = useDataClient();
  const done = useRef<CellChange[]>([]);
  const save = useCallback(
    async ({ id, field, value, title, version: known }: CellValue): Promise<number | null> => {
      const before = rowOf(id);
      if (!before) return null;
      const named = `$${field.name}`;
      patch({
        ...before,
        [field.name]: value,
        ...(named in before || title !== undefined ? { [named]: title ?? null } : {}),
      });
      mark(id, field, { state: 'saving' });
      try {
        const version = known ?? before.version;
        const saved = await client.edit(entity.path, { id, version, [field.name]: value }, newKey());
        // A person's own later change does not prevent undoing earlier ones; someone else's does.
        for (const change of done.current) {
          if (change.id === id && change.version === version) change.version = saved.version;
        }
        // The server may have calculated more than was sent.
        const { rows } = await client.page(entity.path, { id, pageNo: '1', pageSize: '1' }).catch(() => ({ rows: [] }));
        const now = rowOf(id);
        patch(rows[0] ?? { ...(now ?? before), version: saved.version });
        mark(id, field, { state: 'saved' });
        return saved.version;
      } catch (error) {
        patch(before);
        mark(id, field, { state: 'failed', reason: errorMessage(error) });
        throw error;
      }
    },
    [client, entity, mark, patch, rowOf],
  );

  const revert = useCallback(
    async (change: CellChange) => {
      done.current = done.current.filter((one) => one !== change);
      const { id, field, before, title, version } = change;
      await save({ id, field, value: before, title, version });
      announceChange(entity.path, id);
    },
    [save, entity],
  );
  const takeBack = useCallback((): boolean => {
    const last = done.current.at(-1);
    if (last) revert(last).catch(() => undefined);
    return last !== undefined;
  }, [revert]);

  return { save, revert, takeBack, note: (change: CellChange) => void done.current.push(change) };
}
