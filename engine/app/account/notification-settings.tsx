import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePreference } from '../../kit/controllers/use-preference.ts';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { useProfile } from './account-api.ts';
import {
  notificationsKey,
  notificationChannels,
  readNotifications,
  type NotificationKind,
  type Notifications,
  type NotificationChannel,
} from '../../kit/data/notifications.ts';
import { Panel } from './panel.tsx';

const kinds = Object.keys(notificationChannels) as NotificationKind[];

/** Which notifications the person receives, and by which channel. */
export function NotificationSettings() {
  const { t } = useTranslation();
  const [stored, known, save] = usePreference<Notifications>(notificationsKey);
  const { value: profile } = useProfile();
  if (!known || !profile) return <Skeleton shape="form" />;
  const now = readNotifications(stored);
  const hasMail = profile.bound.includes('email');
  return (
    <Panel title={t('account.notification')} note={t('account.notificationNote')}>
      {hasMail ? null : (
        <p className="account-hint">
          {t('account.mailNeeded')} <Link to="/account/settings/binding">{t('account.binding')}</Link>
        </p>
      )}
      <ul className="account-notices">
        {kinds.map((kind) => (
          <li key={kind}>
            <div>
              <strong>{t(`account.notify.${kind}`)}</strong>
              <p>{t(`account.notify.${kind}.note`)}</p>
            </div>
            {notificationChannels[kind].map((channel: NotificationChannel) => (
              <label key={channel}>
                <span>{t(`account.notifyBy.${channel}`)}</span>
                <Switch
                  aria-label={t('account.notifyOf', {
                    kind: t(`account.notify.${kind}`),
                    way: t(`account.notifyBy.${channel}`),
                  })}
                  checked={now[kind][channel] === true && (channel !== 'mail' || hasMail)}
                  disabled={channel === 'mail' && !hasMail}
                  onChange={(checked) => save({ ...now, [kind]: { ...now[kind], [channel]: checked } })}
                />
              </label>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
