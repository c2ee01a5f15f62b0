import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import { announceChange } from '../data/changed.ts';
import type { WireRecord } from '../data/data-client.ts';
import { entityLabels } from '../data/entity-labels.ts';
import { newKey } from '../data/new-key.ts';
import { errorMessage } from '../data/display-error.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { usePane } from '../ui/pane.ts';
import { inlineFields, isSame, mayEditCell } from './inline-edit.ts';
import { useUndo } from './use-undo.ts';
import type { ListController } from './use-list.ts';

/** How the last save of a cell stands: on its way, done a moment ago, or refused with the reason. */
export type CellMark = { state: 'saving' } | { state: 'saved' } | { state: 'failed'; reason: string };

export interface OpenCell {
  record: WireRecord;
  field: Field;
  at: DOMRect;
}

export interface InlineEdit {
  open: OpenCell | null;
  mayEdit: (field: Field, record: WireRecord) => boolean;
  start: (cell: OpenCell) => void;
  cancel: () => void;
  /** Shows the value at once and saves it; a refusal puts the old one back and says why. `title` names a picked record. */
  commit: (value: unknown, title?: string) => void;
  /** Changes with every mark. */
  marks: ReadonlyMap<string, CellMark>;
  markOf: (id: string, field: string) => CellMark | undefined;
  /** Takes back the last save of a cell; false when there is none. */
  takeBack: () => boolean;
}

interface Change {
  id: string;
  field: Field;
  before: unknown;
  title: unknown;
  /** The record's version as one's own writes left it. */
  version: number;
}

/** Editing in the rows of a list, one cell at a time. Draws nothing. */
export function useInlineEdit({ entity, answer }: ReadyEntity, list: ListController): InlineEdit {
  const client = useDataClient();
  const { t } = useTranslation();
  const offerUndo = useUndo();
  const words = useMemo(() => entityLabels(answer), [answer]);
  const fields = useMemo(
    () => (answer.codes.includes('edit') ? inlineFields(entity, answer.rights.readOnly) : new Set<string>()),
    [entity, answer],
  );
  const [open, setOpen] = useState<OpenCell | null>(null);
  const [marks, setMarks] = useState<ReadonlyMap<string, CellMark>>(new Map());
  const done = useRef<Change[]>([]);
  const { patch, rowOf } = list;

  const mark = useCallback(
    (id: string, field: Field, state: CellMark) =>
      setMarks((before) => new Map(before).set(`${id}.${field.name}`, state)),
    [],
  );
  const save = useCallback(
    async (id: string, field: Field, value: unknown, title: unknown, known?: number): Promise<number | null> => {
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
    async (change: Change) => {
      done.current = done.current.filter((one) => one !== change);
      await save(change.id, change.field, change.before, change.title, change.version);
      announceChange(entity.path, change.id);
    },
    [save, entity],
  );
  const takeBack = useCallback((): boolean => {
    const last = done.current.at(-1);
    if (last) revert(last).catch(() => undefined);
    return last !== undefined;
  }, [revert]);

  const { active } = usePane();
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      const typing =
        event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, select');
      if (!typing && takeBack()) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [active, takeBack]);

  const commit = (value: unknown, title?: string) => {
    if (!open) return;
    const { record, field } = open;
    setOpen(null);
    if (isSame(field, record, value)) return;
    const change: Omit<Change, 'version'> = {
      id: record.id,
      field,
      before: record[field.name] ?? null,
      title: record[`$${field.name}`],
    };
    save(record.id, field, value, title).then(
      (version) => {
        if (version === null) return;
        const saved = { ...change, version };
        done.current.push(saved);
        offerUndo(t('inline.saved', { field: words.field(field.name) }), () => revert(saved));
      },
      () => undefined,
    );
  };

  return {
    open,
    mayEdit: (field, record) => mayEditCell(fields, field, record),
    start: setOpen,
    cancel: () => setOpen(null),
    commit,
    marks,
    markOf: (id, field) => marks.get(`${id}.${field}`),
    takeBack,
  };
}
