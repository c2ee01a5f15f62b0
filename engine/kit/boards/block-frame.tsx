import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toDisplayError } from '../data/display-error.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { useDelayedLoading } from '../ui/use-delayed-loading.ts';
import type { BlockAnswer } from '../data/use-answer.ts';

interface Props<T> {
  id: string;
  kind: string;
  title: string;
  answer: BlockAnswer<T>;
  /** The list of the block's records. */
  to?: string;
  tools?: ReactNode;
  /** How many lines it may come to hold: their room is kept until it is known, so that nothing below moves down. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** A block with its title, a link to its records, and its content or its own error. Other blocks are not affected. */
export function BlockFrame<T>({ id, kind, title, answer, to, tools, lines, children }: Props<T>) {
  const { t } = useTranslation();
  return (
    <section className="block" data-kind={kind} aria-labelledby={`block-${id}`} aria-busy={answer.waiting}>
      <header className="block-head">
        <h2 id={`block-${id}`}>{title}</h2>
        <div className="block-tools">
          {tools}
          {to ? (
            <Link className="block-door" to={to} aria-label={t('board.openList', { title })}>
              {t('board.open')}
            </Link>
          ) : null}
        </div>
      </header>
      <div className="block-body">
        {answer.error ? (
          <ErrorPanel compact error={toDisplayError(answer.error)} onRetry={answer.retry} />
        ) : answer.data === null ? (
          <BlockSkeleton lines={lines} />
        ) : (
          children(answer.data)
        )}
      </div>
    </section>
  );
}

/** Pixels of a line of a block, as the lines of tasks have them. */
const lineHeight = 40;

/** A placeholder with the block's size. */
function BlockSkeleton({ lines }: { lines: number | undefined }) {
  const { t } = useTranslation();
  const shown = useDelayedLoading(true);
  return (
    <div
      className="block-bones"
      style={{
        ...(lines ? { minHeight: lines * lineHeight } : {}),
        ...(shown ? {} : { visibility: 'hidden' }),
      }}
    >
      <span className="sr-only">{t('ui.loading')}</span>
      <div className="bone" />
    </div>
  );
}
