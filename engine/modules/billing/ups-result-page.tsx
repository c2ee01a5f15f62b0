import { Link } from 'react-router-dom';
import { PageHeader } from '../../kit/index.ts';
import { ImportList } from './bill-import-page.tsx';
import { useImports } from './use-imports.ts';
import { useWords } from './wording.ts';
import './billing.css';

/** What came of the imports of UPS bills: invoices, unknown charges, and refusals as a file. */
export default function UpsResultPage() {
  const t = useWords();
  return (
    <div className="bill-page">
      <PageHeader title={t('import.results.ups')} />
      <p className="bill-soft">
        <Link to="/ups-import">{t('import.title.ups')}</Link>
      </p>
      <ImportList imports={useImports('ups')} />
    </div>
  );
}
