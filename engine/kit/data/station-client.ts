import { createWire, type WireOptions } from './wire.ts';

/** A station before a sign-in: its name, and who may choose theirs. */
export interface StationView {
  name: string;
  people: { id: string; name: string }[];
}

/** A person's session at a station. */
export interface StationSession {
  token: string;
  person: string;
  name: string;
  station: string;
  place: string;
  /** The permission codes of what the person may do here. */
  permissions: string[];
  idleMinutes: number;
  timeZone: string;
  currency: string;
}

/** The sign-in of a shared station; the browser's credential is a cookie that no script reads. Throws `WireError`. */
export interface StationClient {
  pair(code: string): Promise<{ name: string }>;
  /** Null where this browser is no open station. */
  view(): Promise<StationView | null>;
  enter(proof: { badge: string } | { person: string; pin: string }): Promise<StationSession>;
  /** Asks whether the session is still open; no act, which would keep it open. */
  check(): Promise<void>;
}

export function createStationClient(options: WireOptions): StationClient {
  const wire = createWire(options);
  return {
    pair: (code) => wire.post('stationSignIn/pair', { code }),
    view: () => wire.post('stationSignIn/view', {}),
    enter: (proof) => wire.post('stationSignIn/enter', proof),
    check: () => wire.post('stationSignIn/check', {}),
  };
}
