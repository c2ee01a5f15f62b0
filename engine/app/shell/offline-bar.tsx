import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import './offline-bar.css';

/** Says that the browser has no network, before anything is tried and fails; gone as soon as it is back. */
export function OfflineBar() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(listen, () => navigator.onLine);
  return (
    // The region is there before its words, or a screen reader would not tell them.
    <div role="status" className="offline-region">
      {online ? null : <p className="offline-bar">{t('shell.offline')}</p>}
    </div>
  );
}

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
