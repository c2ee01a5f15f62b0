import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader, wordsOf } from '../../kit/index.ts';
import { CausesList } from './causes-list.tsx';

/** Orders whose placing has failed, by their causes; the list of them is one step away. */
export default function ErrorOrdersPage() {
  const { t } = useTranslation(wordsOf('shipping'));
  const [stamp, setStamp] = useState(0);
  return (
    <div className="causes-page">
      <PageHeader
        title={t('errors.title')}
        actions={
          <Link className="button" to="/Order?view=errors">
            {t('errors.list')}
          </Link>
        }
      />
      <CausesList batch={null} stamp={stamp} onChanged={() => setStamp((count) => count + 1)} />
    </div>
  );
}
