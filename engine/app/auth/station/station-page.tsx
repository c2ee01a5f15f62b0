import { useTranslation } from 'react-i18next';
import { toDisplayError } from '../../../kit/data/display-error.ts';
import { ErrorPanel } from '../../../kit/ui/error-panel.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { PairForm } from './pair-form.tsx';
import { StationFrame } from './station-frame.tsx';
import { StationSignIn } from './station-sign-in.tsx';
import { useStationSession } from './use-station-session.ts';

/** A shared station: paired once, then one person after the other. */
export default function SharedStationPage() {
  const { t } = useTranslation();
  const { view, failure, session, note, load, pair, enter, signOut, onBadge, onEnded } = useStationSession();
  if (session) return <StationFrame key={session.token} {...{ session, onBadge, onEnded }} onSignOut={signOut} />;
  if (failure || view === undefined)
    return (
      <AuthFrame title={t('door.station.title')}>
        {failure ? <ErrorPanel error={toDisplayError(failure)} onRetry={load} /> : null}
      </AuthFrame>
    );
  if (view === null) return <PairForm onPair={pair} />;
  return <StationSignIn view={view} note={note} onEnter={enter} />;
}
