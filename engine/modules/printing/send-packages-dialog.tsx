import type { BulkDialogProps } from '../../kit/index.ts';
import { SendDialog } from './send-dialog.tsx';

/** Sends the labels of the selected packages to a printer. */
export default function SendPackagesDialog(props: BulkDialogProps) {
  return <SendDialog {...props} of="packages" />;
}
