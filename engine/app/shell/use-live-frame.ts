import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LoginUser } from '../../kit/data/session-client.ts';
import { useLive } from '../../kit/realtime/use-live.tsx';
import { beginLeaving, isLeaving, renewUser, signOut } from '../session/session.ts';
import { liveClient } from './shell-data.ts';

/** Connects the frame to live events: reloads a changed menu and rights, and reports a session that was ended elsewhere. */
export function useLiveFrame(user: LoginUser): void {
  const { modal } = App.useApp();
  const { t } = useTranslation();
  // A role preview has no connection: its session gets no ticket.
  useLive(user.preview ? null : liveClient, {
    onChange: () => void renewUser(),
    onExit() {
      if (isLeaving()) return;
      beginLeaving();
      modal.warning({
        title: t('live.exit'),
        content: t('live.exitNote'),
        okText: t('live.signIn'),
        centered: true,
        onOk: () => signOut(),
      });
    },
  });
}
