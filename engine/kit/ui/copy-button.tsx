import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** How long it says that it has copied, in milliseconds. */
const shownFor = 1_600;

/** Copies a text; says so in place and to screen readers. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    setCopied(true);
  };
  return (
    <button
      type="button"
      className="copy-button"
      data-copied={copied || undefined}
      title={t('ui.copy')}
      aria-label={t('ui.copyOf', { text: label ?? text })}
      onClick={() => void copy()}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="1.3" aria-hidden>
        {copied ? (
          <path d="m3 8.5 3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
        ) : (
          <>
            <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
            <path d="M10.5 3.5v-.5A1.5 1.5 0 0 0 9 1.5H3.5A1.5 1.5 0 0 0 2 3v5.5A1.5 1.5 0 0 0 3.5 10h.5" />
          </>
        )}
      </svg>
      <span className="sr-only" aria-live="polite">
        {copied ? t('ui.copied') : ''}
      </span>
    </button>
  );
}
