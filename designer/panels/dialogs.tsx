import { useWorkspace } from '../tools/workbench.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NewFieldDialog, NewLineFieldDialog } from './new-field-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';

/** The dialog that the bench asks for, if any. */
export function Dialogs() {
  const dialog = useWorkspace((workspace) => workspace.dialog);
  const openDialog = useWorkspace((workspace) => workspace.openDialog);
  const close = () => openDialog(null);
  if (dialog?.kind === 'newField') return <NewFieldDialog request={dialog} onClose={close} />;
  if (dialog?.kind === 'newLineField') return <NewLineFieldDialog of={dialog.of} onClose={close} />;
  if (dialog?.kind === 'delete') return <DeleteDialog fields={dialog.fields} onClose={close} />;
  if (dialog?.kind === 'moveTo') return <MoveDialog where={dialog.where} places={dialog.places} onClose={close} />;
  if (dialog?.kind === 'paste') return <PasteDialog where={dialog.where} text={dialog.text} onClose={close} />;
  return null;
}
