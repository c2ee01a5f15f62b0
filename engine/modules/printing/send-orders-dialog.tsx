import type { BulkDialogProps } from '../../kit/index.ts';
import { SendDialog } from './send-dialog.tsx';

/** Sends the labels of the selected orders to a printer. */
export default function SendOrdersDialog(props: BulkDialogProps) {
  return <SendDialog {...props} of="orders" />;
}
