import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SharedStationProvider } from '../../../kit/data/shared-station.ts';
import { DataProvider } from '../../../kit/data/client.ts';
import { createHttpDataClient } from '../../../kit/data/http-data-client.ts';
import type { LoginUser } from '../../../kit/data/session-client.ts';
import { createStationClient, type StationSession } from '../../../kit/data/station-client.ts';
import type { WireOptions } from '../../../kit/data/wire.ts';
import { ViewerProvider } from '../../../kit/data/viewer.ts';
import { currentCulture } from '../../../kit/ui/culture.ts';
import { useBrand } from '../../session/brand.ts';
import { OfflineBar } from '../../session/offline-bar.tsx';
import { PreferencesBar } from '../../session/preferences-bar.tsx';
import { StationPages } from './station-pages.tsx';
import './station.css';

const checkMs = 10_000;

interface StationFrameProps {
  session: StationSession;
  onBadge(badge: string): void;
  onSignOut(): void;
  onEnded(token: string | null): void;
}

/** What stands around the scan pages of a shared station: which station it is, who is signed in, and the way out. */
export function StationFrame({ session, onBadge, onSignOut, onEnded }: StationFrameProps) {
  const { t } = useTranslation();
  const brand = useBrand();
  const { station: title, name, place, idleMinutes } = session;
  useEffect(() => {
    document.title = [title, brand?.name].filter(Boolean).join(' · ');
  }, [title, brand]);
  const { token } = session;
  const [client, stations] = useMemo(() => {
    const wire: WireOptions = {
      getToken: () => token,
      getCulture: currentCulture,
      onUnauthorised: (_, refused) => onEnded(refused),
    };
    return [createHttpDataClient(wire), createStationClient(wire)] as const;
  }, [token, onEnded]);
  // A page that sends nothing by itself would go on showing a person's work after the end of their session.
  useEffect(() => {
    const timer = setInterval(() => void stations.check().catch(() => undefined), checkMs);
    return () => clearInterval(timer);
  }, [stations]);
  const viewer = useMemo(() => viewerOf(session, brand?.name ?? ''), [session, brand]);
  const station = useMemo(() => ({ place, onBadge }), [place, onBadge]);
  return (
    <div className="station-frame">
      <OfflineBar />
      <header className="station-head">
        <h1>{title}</h1>
        <p>
          <strong>{name}</strong>
          <small>{t('door.station.idle', { count: idleMinutes })}</small>
        </p>
        <PreferencesBar />
        <button type="button" className="button" onClick={onSignOut}>
          {t('shell.signOut')}
        </button>
      </header>
      <main className="station-main">
        <DataProvider client={client}>
          <ViewerProvider user={viewer}>
            <SharedStationProvider station={station}>
              <StationPages />
            </SharedStationProvider>
          </ViewerProvider>
        </DataProvider>
      </main>
    </div>
  );
}

/** The person as pages know one: here without menus, and with the permissions of stations only. */
const viewerOf = ({ person, name, permissions, timeZone, currency }: StationSession, tenant: string): LoginUser => ({
  ...{ id: person, account: '', name, avatar: null, adminType: '3' },
  ...{ permissions, menus: [], apps: [], loginEmpInfo: null, member: null },
  tenant: { name: tenant, timeZone, currency },
});
