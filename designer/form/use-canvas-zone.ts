import { useMemo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTypeName } from '../../engine/core/index.ts';
import { useDesignerStore } from '../store.ts';
import type { DropZone } from '../tools/dragging.ts';
import { canvasZone, type CanvasTarget } from '../tools/drop-fields.ts';
import { useWorkspaceStore } from '../tools/workbench.ts';
import type { Where } from '../document/form-moves.ts';
import { useFormSteps } from './use-form-steps.ts';

/** Where a canvas takes what is dragged, and what becomes of it. */
export function useCanvasZone(root: RefObject<HTMLElement | null>, where: Where): DropZone<CanvasTarget> {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const steps = useFormSteps(where);
  return useMemo(
    () =>
      canvasZone({
        root: () => root.current ?? document.querySelector<HTMLElement>('.pane:not([inert]) .canvas'),
        store,
        where,
        fault: (code) => t(code),
        drop: (load, target) => {
          if (load.kind === 'section' && 'before' in target) steps.moveSection(load.name, target.before);
          if (load.kind === 'newSection' && 'before' in target) steps.wrap([], target.before ?? undefined);
          if (load.kind === 'fields' && 'section' in target) steps.place(load.names, target);
          if (load.kind === 'type' && 'section' in target)
            workspace.getState().openDialog({ kind: 'newField', type: load.type as FieldTypeName, where, target });
        },
      }),
    [root, store, workspace, where, steps, t],
  );
}
