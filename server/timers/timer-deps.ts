import type { Logs } from '../logs/logs.ts';
import type { ActingServices, Schedule } from '../modules/module.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Texts } from '../texts.ts';

/** Columns and tables (`column` empty) of one tenant's that were cleared. */
export interface ClearedData {
  readonly tenant: string;
  readonly entity: string;
  readonly places: readonly { readonly table: string; readonly column: string }[];
}

/** What timers stand on. */
export interface TimerDeps {
  system: SystemDatabase;
  logs: Logs;
  texts: Texts;
  schemaService: { contract(note: (gone: ClearedData) => void): Promise<number> };
  newId: () => string;
  /** The database's time. */
  context: { readonly clock: () => Date };
  /** What the modules have for timers. */
  tasks?: readonly Schedule[];
  /** What these act with. */
  services?: ActingServices;
  /** The hosts (`name` or `name:port`) that a timer may call; none unless the operator names them. */
  hosts: readonly string[];
  /** Those of them whose names may stand for an address in a private network. */
  privateHosts?: readonly string[];
}
