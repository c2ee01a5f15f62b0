import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import './offline-bar.css';

/** Says that the browser is offline before a request fails; disappears when it is online again. */
export function OfflineBar() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(listen, () => navigator.onLine);
  return (
    // The live region must exist before its text, or screen readers do not announce it.
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
