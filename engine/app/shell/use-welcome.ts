import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginUser } from '../../kit/data/session-client.ts';
import { greeting } from './greeting.ts';
import { useSession } from '../session/session.ts';

/** A greeting one second after sign-in, once. */
export function useWelcome(user: LoginUser): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  useEffect(() => {
    if (!useSession.getState().fresh) return;
    const timer = setTimeout(() => {
      useSession.setState({ fresh: false });
      notification.success({
        message: t('shell.welcome'),
        description: t(`shell.greeting.${greeting(new Date().getHours())}`, { name: user.name }),
        // Away from the header: under the pointer it would stay, and stand before the person's own menu.
        placement: 'bottomRight',
        duration: 4,
      });
    }, 1000);
    return () => clearTimeout(timer);
  }, [notification, t, user.name]);
}
