import { BillImport } from './bill-import-page.tsx';

export default function UpsImportPage() {
  return <BillImport of="ups" />;
}
