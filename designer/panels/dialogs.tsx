import { useWorkspace } from '../tools/workbench.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NewFieldDialog, NewLineFieldDialog } from './new-field-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';

/** The dialog that the bench asks for, if any. */
export function Dialogs() {
  const asked = useWorkspace((bench) => bench.asked);
  const ask = useWorkspace((bench) => bench.ask);
  const close = () => ask(null);
  if (asked?.kind === 'newField') return <NewFieldDialog asked={asked} onClose={close} />;
  if (asked?.kind === 'newLineField') return <NewLineFieldDialog of={asked.of} onClose={close} />;
  if (asked?.kind === 'delete') return <DeleteDialog fields={asked.fields} onClose={close} />;
  if (asked?.kind === 'moveTo') return <MoveDialog where={asked.where} places={asked.places} onClose={close} />;
  if (asked?.kind === 'paste') return <PasteDialog where={asked.where} text={asked.text} onClose={close} />;
  return null;
}
