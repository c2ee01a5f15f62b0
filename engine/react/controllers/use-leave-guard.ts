import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../ui/use-confirm.ts';

/** Asks before unsaved changes are left behind: inside the application, and when the page itself goes. */
export function useLeaveGuard(isDirty: () => boolean): void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = { title: t('form.leave.title'), content: t('form.leave.note'), okText: t('form.leave.go') };
    void confirm(question).then((sure) => (sure ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm, t]);
}
