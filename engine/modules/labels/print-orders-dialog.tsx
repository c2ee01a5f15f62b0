import type { BulkDialogProps } from '../../kit/index.ts';
import { PrintDialog } from './print-dialog.tsx';

/** Prints the labels of the selected orders. */
export default function PrintOrdersDialog(props: BulkDialogProps) {
  return <PrintDialog {...props} of="orders" />;
}
