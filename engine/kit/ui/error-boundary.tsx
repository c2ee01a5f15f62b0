import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from './error-panel.tsx';

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
    return error ? <Fault error={error} onRetry={() => this.setState({ error: null })} /> : this.props.children;
  }
}

function Fault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const isPart = isMissingPart(error);
  // Without a network a file cannot come; with one, a new version was published and the old file is gone.
  const key = isPart ? (navigator.onLine ? 'newVersion' : 'offline') : null;
  const failure = {
    kind: 'failed' as const,
    title: key ? t(`ui.${key}`) : t('ui.broken'),
    message: key ? t(`ui.${key}Note`) : error.message,
    code: isPart ? '' : error.name,
    traceId: '',
  };
  // A file that did not come is only asked for by a reload, which without a network would lose the application too.
  return <ErrorPanel error={failure} onRetry={() => (isPart && navigator.onLine ? location.reload() : onRetry())} />;
}

/** Whether a part of the application could not be loaded. */
function isMissingPart({ message }: Error): boolean {
  return /dynamically imported module|Importing a module script failed|ChunkLoadError|preload CSS/i.test(message);
}
