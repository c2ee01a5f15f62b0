import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CopyableId } from './copyable-id.tsx';
import { EmptyState } from './empty-state.tsx';

/** A failure in words, with what a supporter asks for. */
export interface Trouble {
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
  trouble,
  onRetry,
  actions,
  compact,
}: {
  trouble: Trouble;
  onRetry?: () => void;
  actions?: ReactNode;
  compact?: boolean;
}) {
  const { t } = useTranslation();
  const note = (
    <>
      {trouble.message ? <p>{trouble.message}</p> : null}
      <p className="error-panel-marks">
        {trouble.code ? (
          <span>
            {t('ui.code')} <CopyableId text={trouble.code} />{' '}
            {/^\d+$/.test(trouble.code) ? <Link to={codeHelp(trouble.code)}>{t('help.lookUp')}</Link> : null}
          </span>
        ) : null}
        {trouble.traceId ? (
          <span>
            {t('ui.traceId')} <CopyableId text={trouble.traceId} />
          </span>
        ) : null}
      </p>
    </>
  );
  const ways =
    (onRetry && trouble.kind === 'failed') || actions ? (
      <>
        {onRetry && trouble.kind === 'failed' ? (
          <button type="button" className="button" onClick={onRetry}>
            {t('ui.retry')}
          </button>
        ) : null}
        {actions}
      </>
    ) : null;
  const kind = trouble.kind === 'missing' ? 'noMatch' : trouble.kind;
  return <EmptyState kind={kind} title={trouble.title} note={note} actions={ways} compact={compact} />;
}
