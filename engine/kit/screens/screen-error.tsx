import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toDisplayError } from '../data/display-error.ts';
import { useViewer } from '../data/viewer.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { WhyLink } from './why-link.tsx';

interface Props {
  readonly error: unknown;
  readonly path: string;
  /** What the page would have been called, where that is known; by default the name that the menu has for its list. */
  readonly title?: string | undefined;
  /** The page of a record leads back to its list. */
  readonly ofRecord?: boolean;
  onRetry(): void;
}

/**
 * A full-page error (spec section 2): the page keeps a title, failures offer a retry, missing or forbidden pages a way
 * home, and a refusal names the missing permission.
 */
export function ScreenError({ error, path, title, ofRecord = false, onRetry }: Props) {
  const { t } = useTranslation();
  const { menus } = useViewer();
  const failure = toDisplayError(error);
  const list = menus.find((node) => node.path.toLowerCase() === `/${path.toLowerCase()}`)?.meta.title;
  const heading = title ?? list;
  const actions = (
    <>
      {failure.kind === 'failed' ? null : (
        <Link to="/welcome" className="button">
          {t('shell.backHome')}
        </Link>
      )}
      {failure.kind === 'forbidden' ? <WhyLink path={path} code="read" /> : null}
    </>
  );
  return (
    <div className="screen-error">
      {heading ? (
        <PageHeader
          title={heading}
          note={
            ofRecord && failure.kind !== 'forbidden' ? <Link to={`/${path}`}>{list ?? t('detail.toList')}</Link> : null
          }
        />
      ) : null}
      <ErrorPanel error={failure} onRetry={onRetry} actions={actions} />
    </div>
  );
}
