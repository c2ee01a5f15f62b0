import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A short monospaced text; a click copies it and announces it to screen readers. */
export function CopyableId({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    setCopied(true);
  };
  return (
    <button
      type="button"
      className="copyable"
      title={t('ui.copy')}
      aria-label={t('ui.copyOf', { text })}
      onClick={copy}
      onBlur={() => setCopied(false)}
    >
      <code>{text}</code>
      <span className="copyable-mark" aria-live="polite">
        {copied ? t('ui.copied') : ''}
      </span>
    </button>
  );
}
