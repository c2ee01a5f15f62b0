import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MenuNode } from '../../kit/data/session-client.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PageHeader } from '../../kit/ui/page-header.tsx';

/** The menu names a page module that this application does not have: said with its name, so that it can be put right. */
export function MissingModule({ node }: { node: MenuNode }) {
  const { t } = useTranslation();
  return (
    <div className="error-page">
      <PageHeader title={t('shell.module.missing')} />
      <EmptyState
        kind="failed"
        title={node.meta.title}
        note={
          <p>
            {t('shell.module.missingNote')} <code>{node.component}</code>
          </p>
        }
        actions={
          <Link to="/welcome" className="button is-primary">
            {t('shell.backHome')}
          </Link>
        }
      />
    </div>
  );
}
