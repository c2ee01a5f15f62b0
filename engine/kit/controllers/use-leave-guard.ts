import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { usePane, useUnsaved } from '../ui/pane.ts';
import { isReloading } from '../ui/reload.ts';
import { useConfirm } from '../ui/use-confirm.ts';

/**
 * Asks before unsaved changes are left behind: inside the application, and when the page itself goes. A screen that stays
 * alive in its tab is not left by looking at another one: its tab gets a mark (`dirty`) and asks when it is closed.
 */
export function useLeaveGuard(isDirty: () => boolean, dirty = false): void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { alive } = usePane();
  useUnsaved(dirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !alive && isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (isDirty() && !isReloading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, [isDirty]);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = { title: t('form.leave.title'), content: t('form.leave.note'), okText: t('form.leave.go') };
    void confirm(question).then((sure) => (sure ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm, t]);
}
