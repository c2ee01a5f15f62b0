import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuNode } from '../../kit/data/session-client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { sandboxFor } from '../../kit/ui/sandbox.ts';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import ErrorPage from './error-page.tsx';
import { shellClient } from './shell-data.ts';

/**
 * A page from elsewhere in a frame, 260 px less high than the window. The server names its address: it knows the hosts
 * that are trusted, and adds a ticket where the link asks for one. The session itself never leaves this page.
 */
export default function EmbeddedPage({ node }: { node: MenuNode }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!node.meta.link) return;
    let cancelled = false;
    setUrl(null);
    setError(null);
    shellClient.embed(node.id).then(
      (answer) => !cancelled && setUrl(answer.url),
      (failure: unknown) => !cancelled && setError(failure),
    );
    return () => {
      cancelled = true;
    };
  }, [node.id, node.meta.link, attempt]);
  if (!node.meta.link) return <ErrorPage status={404} />;
  return (
    <div className="embedded">
      <PageHeader title={node.meta.title} />
      {error ? (
        <ErrorPanel error={toDisplayError(error)} onRetry={() => setAttempt(attempt + 1)} />
      ) : url ? (
        <iframe
          className="embedded-frame"
          src={url}
          title={t('shell.embedded', { title: node.meta.title })}
          sandbox={sandboxFor(url)}
          referrerPolicy="no-referrer"
        />
      ) : (
        <Skeleton shape="page" />
      )}
    </div>
  );
}
