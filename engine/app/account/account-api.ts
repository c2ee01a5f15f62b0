import { useCallback, useEffect, useState } from 'react';
import { createAccountClient, type Profile } from '../../kit/data/account-client.ts';
import { loadUser, options } from '../session/session.ts';

export const accountApi = createAccountClient(options);

/** Data that is loaded once and again on request: the answer, the error, and how to reload. */
export function useLoaded<T>(load: () => Promise<T>): { value: T | null; error: unknown; again: () => Promise<void> } {
  const [state, setState] = useState<{ value: T | null; error: unknown }>({ value: null, error: null });
  const again = useCallback(
    () =>
      load().then(
        (value) => setState({ value, error: null }),
        (error: unknown) => setState((before) => ({ ...before, error })),
      ),
    [load],
  );
  useEffect(() => void again(), [again]);
  return { ...state, again };
}

const loadProfile = (): Promise<Profile> => accountApi.profile();
export const useProfile = () => useLoaded(loadProfile);

/** Reloads what the header and the menus show of the person. */
export const reloadUser = (): Promise<void> => loadUser();
