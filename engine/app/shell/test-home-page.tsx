import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';

/** A page that asks the server for nothing: where it shows, the application itself stands. */
export default function TestHomePage() {
  const { t } = useTranslation();
  usePageTitle(t('shell.test.home'));
  return (
    <div>
      <PageHeader title={t('shell.test.home')} note={t('shell.test.homeNote')} />
      <Link to="/welcome" className="button is-primary">
        {t('shell.backHome')}
      </Link>
    </div>
  );
}
