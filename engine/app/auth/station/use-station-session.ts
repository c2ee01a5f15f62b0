import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beep } from '../../../kit/ui/beep.ts';
import { currentCulture } from '../../../kit/ui/culture.ts';
import { errorMessage } from '../../../kit/data/display-error.ts';
import { createSessionClient } from '../../../kit/data/session-client.ts';
import {
  createStationClient,
  type StationClient,
  type StationSession,
  type StationView,
} from '../../../kit/data/station-client.ts';
import type { WireOptions } from '../../../kit/data/wire.ts';

const withoutSession: WireOptions = {
  getToken: () => null,
  getCulture: currentCulture,
  onUnauthorised: () => undefined,
};
const client = createStationClient(withoutSession);

const signOutOf = (token: string): void =>
  void createSessionClient({ ...withoutSession, getToken: () => token })
    .signOut()
    .catch(() => undefined);

export interface StationState {
  /** Null where this browser is no open station; undefined until that is known. */
  readonly view: StationView | null | undefined;
  readonly failure: unknown;
  readonly session: StationSession | null;
  /** What was said last, such as why the session before ended. */
  readonly note: string | null;
  load(): void;
  pair(code: string): Promise<void>;
  enter(proof: Parameters<StationClient['enter']>[0]): Promise<void>;
  signOut(): void;
  /** Signs the next person in by badge. */
  onBadge(badge: string): void;
  /** The server has ended the session of this token. */
  onEnded(token: string | null): void;
}

/** One person after the other at this station. A session stays in the memory of this page alone. */
export function useStationSession(): StationState {
  const { t } = useTranslation();
  const [view, setView] = useState<StationView | null | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(null);
  const [session, setSession] = useState<StationSession | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const present = useRef<StationSession | null>(null);
  const load = useCallback(() => {
    setFailure(null);
    client.view().then(setView, setFailure);
  }, []);
  useEffect(load, [load]);

  const leave = useCallback(
    (said: string | null) => {
      present.current = null;
      setSession(null);
      setNote(said);
      load();
    },
    [load],
  );
  useLeavingOnReturn(leave);
  const enter = useCallback(async (proof: Parameters<StationClient['enter']>[0]) => {
    const next = await client.enter(proof);
    present.current = next;
    setNote(null);
    setSession(next);
    beep('ok');
  }, []);
  const signOut = useCallback(() => {
    if (present.current) signOutOf(present.current.token);
    leave(null);
  }, [leave]);
  // Who was here is out before the next person is known, so that no act is named after the wrong one.
  const onBadge = useCallback(
    (badge: string) => {
      signOut();
      enter({ badge }).catch((error: unknown) => {
        beep('error');
        setNote(errorMessage(error));
      });
    },
    [enter, signOut],
  );
  const onEnded = useCallback(
    (token: string | null) => {
      const { current } = present;
      if (current?.token === token) leave(t('door.station.ended', { count: current?.idleMinutes ?? 0 }));
    },
    [leave, t],
  );
  const pair = useCallback(
    async (code: string) => {
      await client.pair(code);
      load();
    },
    [load],
  );
  return { view, failure, session, note, load, pair, enter, signOut, onBadge, onEnded };
}

/** A page that the browser restores from its cache does not show a person's work again. */
function useLeavingOnReturn(leave: (said: null) => void): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && leave(null);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [leave]);
}
