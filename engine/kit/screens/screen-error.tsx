import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { WireError } from '../data/data-client.ts';
import { toDisplayError } from '../data/display-error.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { WhyLink } from './why-link.tsx';

/** The answer about what no address of ours is called after. */
const noPage = 1013001;

/**
 * A whole screen that cannot be shown. What is broken is tried again; from what is refused or not there leads a way home
 * (spec section 2, the error pages), from an address that is none of ours straight home, and a refusal says whom to ask for which right.
 */
export function ScreenError({ error, path, onRetry }: { error: unknown; path?: string; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error instanceof WireError && error.code === noPage) return <Navigate to="/welcome" replace />;
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
