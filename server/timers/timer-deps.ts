import type { AccessReviewDeps } from '../access/access-review.ts';
import type { Logs } from '../logs/logs.ts';
import type { ActingServices, Schedule } from '../modules/module.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Texts } from '../texts.ts';

/** Purged columns and tables (`column` empty) of a tenant. */
export interface ClearedData {
  readonly tenant: string;
  readonly entity: string;
  readonly places: readonly { readonly table: string; readonly column: string }[];
}

/** Dependencies of timers. */
export interface TimerDeps {
  system: SystemDatabase;
  logs: Logs;
  texts: Texts;
  schemaService: { contract(note: (gone: ClearedData) => void): Promise<number> };
  newId: () => string;
  context: AccessReviewDeps['context'];
  actors: AccessReviewDeps['actors'];
  /** Tasks of modules. */
  tasks?: readonly Schedule[];
  /** The services they use. */
  services?: ActingServices;
  /** Hosts (`name` or `name:port`) that a timer may call; none by default. */
  hosts: readonly string[];
  /** Those of them that may resolve to private addresses. */
  privateHosts?: readonly string[];
}
