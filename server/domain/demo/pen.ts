import type { Calendar } from './calendar.ts';
import type { Random } from './random.ts';
import type { Network, Place, SharedWords, Words } from './words.ts';

/** A record to be written, and what stands beside what a person could have typed. */
export interface Told {
  input: Readonly<Record<string, unknown>>;
  given?: { status?: string; at?: string; by?: string; locked?: Readonly<Record<string, unknown>> };
  /** What brought the record where it stands, `add` or transitions: their effects happen too. */
  through?: string | readonly string[];
}

/** What a story is written with; the demo hands it in. */
export interface Pen {
  /** Adds records under every rule, as on a given day (numbers follow it); answers their ids. */
  add(entity: string, records: readonly Told[], asOf?: string): Promise<string[]>;
  /** Keeps files; answers the ids of their records. */
  keep(files: readonly KeptFile[]): Promise<string[]>;
  random(of: string): Random;
  calendar: Calendar;
  words: Words;
  shared: SharedWords;
  network: Network;
  places: readonly Place[];
  password: string;
}

export interface KeptFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  customer: string;
  by: string;
  at: string;
}

export const recordsAtOnce = 500;
