import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePreference } from '../../kit/controllers/use-preference.ts';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { useProfile } from './account-api.ts';
import {
  notificationsKey,
  notificationWays,
  readNotifications,
  type NotificationKind,
  type Notifications,
  type NotificationWay,
} from '../../kit/data/notifications.ts';
import { Panel } from './panel.tsx';

const kinds = Object.keys(notificationWays) as NotificationKind[];

/** What one is told of, and by which way. */
export function NotificationSettings() {
  const { t } = useTranslation();
  const [kept, known, keep] = usePreference<Notifications>(notificationsKey);
  const { value: profile } = useProfile();
  if (!known || !profile) return <Skeleton shape="form" />;
  const now = readNotifications(kept);
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
            {notificationWays[kind].map((way: NotificationWay) => (
              <label key={way}>
                <span>{t(`account.notifyBy.${way}`)}</span>
                <Switch
                  aria-label={t('account.notifyOf', {
                    kind: t(`account.notify.${kind}`),
                    way: t(`account.notifyBy.${way}`),
                  })}
                  checked={now[kind][way] === true && (way !== 'mail' || hasMail)}
                  disabled={way === 'mail' && !hasMail}
                  onChange={(checked) => keep({ ...now, [kind]: { ...now[kind], [way]: checked } })}
                />
              </label>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
