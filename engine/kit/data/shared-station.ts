import { createContext, createElement, useContext, type ReactNode } from 'react';

/** The shared station that a page stands at. */
export interface SharedStation {
  /** The printer of the station. */
  readonly place: string;
  /** Takes a scanned badge: the next person signs in. */
  onBadge(badge: string): void;
}

const StationContext = createContext<SharedStation | null>(null);

export function SharedStationProvider({ station, children }: { station: SharedStation; children?: ReactNode }) {
  return createElement(StationContext.Provider, { value: station }, children);
}

/** The shared station of this page; null in the browser of one person. */
export const useSharedStation = (): SharedStation | null => useContext(StationContext);
