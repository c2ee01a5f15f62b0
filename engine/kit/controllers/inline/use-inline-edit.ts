import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../core/index.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { entityLabels } from '../../data/entity-labels.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';
import { usePane } from '../../ui/pane.ts';
import { useUndo } from '../use-undo.ts';
import type { ListController } from '../use-list.ts';
import { inlineFields, isSame, mayEditCell } from './inline-edit.ts';
import { useCellMarks, type CellMark } from './use-cell-marks.ts';
import { useCellSaves } from './use-cell-saves.ts';

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

/** Editing in the rows of a list, one cell at a time. Draws nothing. */
export function useInlineEdit({ entity, answer }: ReadyEntity, list: ListController): InlineEdit {
  const { t } = useTranslation();
  const offerUndo = useUndo();
  const words = useMemo(() => entityLabels(answer), [answer]);
  const fields = useMemo(
    () => (answer.codes.includes('edit') ? inlineFields(entity, answer.rights.readOnly) : new Set<string>()),
    [entity, answer],
  );
  const [open, setOpen] = useState<OpenCell | null>(null);
  const { marks, mark, markOf } = useCellMarks();
  const { save, revert, takeBack, note } = useCellSaves(entity, list, mark);
  useUndoKey(takeBack);

  const commit = (value: unknown, title?: string) => {
    if (!open) return;
    const { record, field } = open;
    setOpen(null);
    if (isSame(field, record, value)) return;
    const { id } = record;
    const before = { value: record[field.name] ?? null, title: record[`$${field.name}`] };
    save({ id, field, value, title }).then(
      (version) => {
        if (version === null) return;
        const saved = { id, field, before: before.value, title: before.title, version };
        note(saved);
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
    markOf,
    takeBack,
  };
}

/** Ctrl or Cmd with Z takes back the last save of a cell, except where something is typed. */
function useUndoKey(takeBack: () => boolean): void {
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
}
