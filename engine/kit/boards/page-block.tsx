import { useTranslation } from 'react-i18next';
import type { ShownBlock } from '../data/data-client.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { sandboxFor } from '../ui/sandbox.ts';

/** A page of another host in a frame; the server names an address only where the operator lets its host be embedded. */
export function PageBlock({ block: { block, title, url } }: { block: ShownBlock }) {
  const { t } = useTranslation();
  return (
    <section className="block" data-kind="page" aria-labelledby={`block-${block}`}>
      <header className="block-head">
        <h2 id={`block-${block}`}>{title}</h2>
      </header>
      <div className="block-body">
        {url ? (
          <iframe
            className="block-frame"
            src={url}
            title={title}
            sandbox={sandboxFor(url)}
            referrerPolicy="no-referrer"
            loading="lazy"
          />
        ) : (
          <EmptyState kind="nothing" compact title={t('board.noPage')} />
        )}
      </div>
    </section>
  );
}
