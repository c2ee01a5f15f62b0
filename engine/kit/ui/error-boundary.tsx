import { Component, useEffect, useState, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from './error-panel.tsx';
import { isMissingPart, publishedVersion, type Published } from './missing-part.ts';
import { reloadPage } from './reload.ts';

interface Props {
  /** A new value gives the children another chance, for example the address. */
  resetKey: string;
  /** Shown instead of the failed part; by default the error is shown in its place. */
  instead?: ReactNode;
  children: ReactNode;
}

/** Keeps a fault inside the screen that has it: the shell around stays and offers a way on. React knows only classes here. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (error && this.props.instead !== undefined) return this.props.instead;
    if (!error) return this.props.children;
    return isMissingPart(error) ? (
      <MissingPart />
    ) : (
      <Fault error={error} onRetry={() => this.setState({ error: null })} />
    );
  }
}

function Fault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const failure = {
    kind: 'failed' as const,
    ...{ title: t('ui.broken'), message: error.message, code: error.name, traceId: '' },
  };
  return <ErrorPanel error={failure} onRetry={onRetry} />;
}

/** A file that did not come is only asked for by a reload, which without a server would lose the application too. */
function MissingPart() {
  const { t } = useTranslation();
  const [published, setPublished] = useState<Published | null>(null);
  useEffect(() => {
    let gone = false;
    void publishedVersion().then((answer) => !gone && setPublished(answer));
    return () => {
      gone = true;
    };
  }, []);
  const retry = async () => {
    const answer = await publishedVersion();
    if (answer === 'unreached') setPublished(answer);
    else reloadPage();
  };
  const key = published === 'newer' ? 'newVersion' : 'offline';
  const failure = {
    kind: 'failed' as const,
    title: t(published === null ? 'ui.failed' : `ui.${key}`),
    message: published === null ? '' : t(`ui.${key}Note`),
    ...{ code: '', traceId: '' },
  };
  return <ErrorPanel error={failure} onRetry={() => void retry()} />;
}
