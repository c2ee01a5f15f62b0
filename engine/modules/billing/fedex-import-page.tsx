import { BillImport } from './bill-import-page.tsx';

export default function FedexImportPage() {
  return <BillImport of="fedex" />;
}
