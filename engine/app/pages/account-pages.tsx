import { lazy, Suspense } from 'react';
import { Skeleton } from '../../kit/ui/skeletons.tsx';

const Center = lazy(async () => ({ default: (await import('../account/account-center.tsx')).AccountCenter }));
const Settings = lazy(async () => ({ default: (await import('../account/account-settings.tsx')).AccountSettings }));

export const AccountCenterPage = () => (
  <Suspense fallback={<Skeleton shape="page" />}>
    <Center />
  </Suspense>
);

/** Also for the rooms below it: `account/settings/security` and its like. */
export const AccountSettingsPage = () => (
  <Suspense fallback={<Skeleton shape="page" />}>
    <Settings />
  </Suspense>
);
