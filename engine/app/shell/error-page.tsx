import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';

const kinds = { 403: 'forbidden', 404: 'noMatch', 500: 'failed' } as const;

/** 403, 404 and 500 as pages, with the way home. */
export default function ErrorPage({ status }: { status: 403 | 404 | 500 }) {
  const { t } = useTranslation();
  usePageTitle(t(`shell.error.${status}`));
  return (
    <div className="error-page">
      <h1 className="sr-only">{t(`shell.error.${status}`)}</h1>
      <p className="error-page-number" aria-hidden="true">
        {status}
      </p>
      <EmptyState
        kind={kinds[status]}
        title={t(`shell.error.${status}`)}
        note={t(`shell.error.${status}Note`)}
        actions={
          <Link to="/welcome" className="button is-primary">
            {t('shell.backHome')}
          </Link>
        }
      />
    </div>
  );
}
