import { PageHeader } from '../../kit/index.ts';
import { ReturnDesk } from './return-desk.tsx';
import { useWords } from './words.ts';

/** The scan page of returns in the browser of one person. */
export default function ReturnScanPage() {
  const t = useWords();
  return (
    <div className="returns-page">
      <PageHeader title={t('scan.title')} note={t('scan.note')} />
      <ReturnDesk />
    </div>
  );
}
