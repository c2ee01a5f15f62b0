import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadPage } from '../../kit/ui/reload.ts';

/**
 * A part of the application that cannot be loaded any more means that a newer one was published. It is said once, and
 * nothing is taken away: what was typed stays, and forms keep their drafts through the reload.
 */
export function useNewVersion(): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  useEffect(() => {
    const notify = () => {
      // Without a network nothing can be loaded, and a reload would take the page away.
      if (!navigator.onLine) return;
      notification.info({
        key: 'new-version',
        message: t('ui.newVersion'),
        description: t('ui.newVersionNote'),
        duration: 0,
        placement: 'bottomRight',
        actions: (
          <button type="button" className="button is-primary" onClick={reloadPage}>
            {t('shell.reload')}
          </button>
        ),
      });
    };
    addEventListener('vite:preloadError', notify);
    return () => removeEventListener('vite:preloadError', notify);
  }, [notification, t]);
}
