import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, NavLink, useLocation } from 'react-router-dom';
import { ownOf } from '../../core/index.ts';
import { PageHeader } from '../../kit/ui/page-header.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import './account.css';

const sections: Readonly<Record<string, ComponentType>> = Object.freeze({
  base: lazy(async () => ({ default: (await import('./base-settings.tsx')).BaseSettings })),
  security: lazy(async () => ({ default: (await import('./security-settings.tsx')).SecuritySettings })),
  custom: lazy(async () => ({ default: (await import('./custom-settings.tsx')).CustomSettings })),
  binding: lazy(async () => ({ default: (await import('./binding-settings.tsx')).BindingSettings })),
  notification: lazy(async () => ({ default: (await import('./notification-settings.tsx')).NotificationSettings })),
});

/** What everybody may set of their own account, in five rooms. */
export function AccountSettings() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const name = /^\/account\/settings\/(\w+)\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? '';
  const Room = ownOf(sections, name);
  if (!Room) return <Navigate to="/account/settings/base" replace />;
  return (
    <div className="account">
      <PageHeader title={t('account.settings')} />
      <div className="account-rooms">
        <nav aria-label={t('account.settings')} className="account-nav">
          {Object.keys(sections).map((room) => (
            <NavLink key={room} to={`/account/settings/${room}`}>
              {t(`account.${room}`)}
            </NavLink>
          ))}
        </nav>
        <div className="account-room">
          <Suspense fallback={<Skeleton shape="form" />}>
            <Room key={name} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
