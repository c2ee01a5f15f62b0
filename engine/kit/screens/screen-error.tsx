import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toDisplayError } from '../data/display-error.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { WhyLink } from './why-link.tsx';

/**
 * A full-page error (spec section 2): failures offer a retry, missing or forbidden pages a way home, and a refusal
 * names the missing permission.
 */
export function ScreenError({ error, path, onRetry }: { error: unknown; path?: string; onRetry: () => void }) {
  const { t } = useTranslation();
  const failure = toDisplayError(error);
  const actions = (
    <>
      {failure.kind === 'failed' ? null : (
        <Link to="/welcome" className="button">
          {t('shell.backHome')}
        </Link>
      )}
      {failure.kind === 'forbidden' && path ? <WhyLink path={path} code="read" /> : null}
    </>
  );
  return <ErrorPanel error={failure} onRetry={onRetry} actions={actions} />;
}
