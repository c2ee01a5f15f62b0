import type { BulkDialogProps } from '../../kit/index.ts';
import { PrintDialog } from './print-dialog.tsx';

/** Prints the labels of the selected packages. */
export default function PrintPackagesDialog(props: BulkDialogProps) {
  return <PrintDialog {...props} of="packages" />;
}
