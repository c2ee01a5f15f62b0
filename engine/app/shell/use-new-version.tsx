import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { publishedVersion } from '../../kit/ui/missing-part.ts';
import { reloadPage } from '../../kit/ui/reload.ts';

/**
 * A part of the application cannot be loaded any more because a newer version was published. It is said once, and nothing
 * is taken away: what was typed stays, and forms keep their drafts through the reload.
 */
export function useNewVersion(): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  useEffect(() => {
    let gone = false;
    const notify = async () => {
      // A file also fails to come while the network or the server is gone; a reload would then take the page away.
      if ((await publishedVersion()) !== 'newer' || gone) return;
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
    const onMissing = () => void notify();
    addEventListener('vite:preloadError', onMissing);
    return () => {
      gone = true;
      removeEventListener('vite:preloadError', onMissing);
    };
  }, [notification, t]);
}
