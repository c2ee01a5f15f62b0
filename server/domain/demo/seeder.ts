import type { Shipment } from '../carriers/simulator/model.ts';
import type { Calendar } from './calendar.ts';
import type { PriceFacts } from './price-facts.ts';
import type { Random } from './random.ts';
import type { Network, Place, SharedWords, Words } from './words.ts';

/** Steps of a record with their moments. */
export type Steps = Readonly<Record<string, string>>;

/** A record to write, with values that a person could not enter. */
export interface SeededRecord {
  input: Readonly<Record<string, unknown>>;
  given?: { status?: string; at?: string; by?: string; locked?: Readonly<Record<string, unknown>> };
  /** The transitions that led to its state, with their times; their effects run at that time too. */
  through?: Steps;
}

/** Steps that a record goes through after the story: none that moves money, which would be dated today. */
export interface StorySteps {
  readonly entity: string;
  readonly record: string;
  readonly steps: readonly (readonly [action: string, input: Readonly<Record<string, unknown>>])[];
}

/** What seed code writes with. */
export interface Seeder {
  /**
   * Adds records under every rule, as on a given day (numbers follow it); answers their ids. What they went through
   * happens later, with everything else of the story in the order of its moments.
   */
  add(entity: string, records: readonly SeededRecord[], asOf?: string): Promise<string[]>;
  /** Steps of a record that is there already, what they change not being written into it. */
  happened(entity: string, record: Readonly<Record<string, unknown>>, through: Steps, input?: object): void;
  /** Keeps files; answers the ids of their records. */
  keep(files: readonly DemoFile[]): Promise<string[]>;
  random(of: string): Random;
  /** The tenant's code. */
  code: string;
  calendar: Calendar;
  words: Words;
  shared: SharedWords;
  network: Network;
  prices: PriceFacts;
  places: readonly Place[];
  password: string;
  /** What the carriers' accounts sign in with; absent: nothing. */
  login?: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** Tells the carrier simulator about past shipments; absent: there is none. */
  adopt?: ((shipments: readonly Shipment[]) => void) | undefined;
}

export interface DemoFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  customer: string | null;
  by: string;
  at: string;
}

export const recordsAtOnce = 500;

/** Adds records in batches; numbers count by month, so that a batch never holds two. Answers the ids in their order. */
export async function addByMonth(pen: Seeder, entity: string, records: readonly SeededRecord[]): Promise<string[]> {
  const dayOf = ({ given }: SeededRecord) => given?.at?.slice(0, 10) ?? '';
  const ids = new Map<SeededRecord, string>();
  for (const month of new Set(records.map((each) => dayOf(each).slice(0, 7)))) {
    const batch = records.filter((each) => dayOf(each).startsWith(month));
    const added = await pen.add(entity, batch, batch.map(dayOf).at(-1));
    for (const [at, each] of batch.entries()) ids.set(each, added[at] ?? '');
  }
  return records.map((each) => ids.get(each) ?? '');
}
