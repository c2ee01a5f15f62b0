import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CopyableId } from './copyable-id.tsx';
import { EmptyState } from './empty-state.tsx';

/** A failure as text, with what support needs. */
export interface DisplayError {
  /** Not allowed and not there is not broken: neither has a retry. */
  kind: 'forbidden' | 'missing' | 'failed';
  title: string;
  message: string;
  code: string;
  traceId: string;
}

/** The page that explains a code. */
export const codeHelp = (code: number | string): string => `/help/errors?q=${code}`;

/** Stands where the content would: what happened, the code and the trace id to copy, and a way on. */
export function ErrorPanel({
  error: failure,
  onRetry,
  actions,
  compact,
}: {
  error: DisplayError;
  onRetry?: () => void;
  actions?: ReactNode;
  compact?: boolean;
}) {
  const { t } = useTranslation();
  const note = (
    <>
      {failure.message ? <p>{failure.message}</p> : null}
      <p className="error-panel-marks">
        {failure.code ? (
          <span>
            {t('ui.code')} <CopyableId text={failure.code} />{' '}
            {/^\d+$/.test(failure.code) ? <Link to={codeHelp(failure.code)}>{t('help.lookUp')}</Link> : null}
          </span>
        ) : null}
        {failure.traceId ? (
          <span>
            {t('ui.traceId')} <CopyableId text={failure.traceId} />
          </span>
        ) : null}
      </p>
    </>
  );
  const buttons =
    (onRetry && failure.kind === 'failed') || actions ? (
      <>
        {onRetry && failure.kind === 'failed' ? (
          <button type="button" className="button" onClick={onRetry}>
            {t('ui.retry')}
          </button>
        ) : null}
        {actions}
      </>
    ) : null;
  const kind = failure.kind === 'missing' ? 'noMatch' : failure.kind;
  return <EmptyState kind={kind} title={failure.title} note={note} actions={buttons} compact={compact} />;
}
