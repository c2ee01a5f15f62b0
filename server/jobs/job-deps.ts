import type { Catalog } from '../../engine/core/index.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { Logs } from '../logs/logs.ts';
import type { JobRow } from '../store/job-sql.ts';
import type { Loop, Work } from '../modules/module.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Watch } from '../store/watch.ts';
import type { TimerDeps } from '../timers/timer-deps.ts';
import type { Texts } from '../texts.ts';

/** What jobs stand on. */
export interface JobDeps {
  context: Context;
  /** The person who ordered a job, as they are now; null when they may no longer do anything. */
  byAccount(tenant: string, account: string): Promise<Actor | null>;
  /** What each tenant has published. */
  screens: { of(tenant: string): Promise<{ readonly catalog: Catalog }> };
  files: FileStore;
  /** What modules do for people after the answer. */
  works: readonly Work[];
  /** What is done again and again beside the queue. */
  loops: readonly Loop[];
  texts: Texts;
  system: SystemDatabase;
  /** Publishes what was ordered, and clears what no schema names any more. */
  schemaService: {
    runPublish(actor: Actor, job: JobRow, signal: AbortSignal): Promise<void>;
    contract: TimerDeps['schemaService']['contract'];
  };
  logs: Logs;
  watch: Pick<Watch, 'whenAway'>;
  /** The hosts that timers may call; none where it is left out. */
  timerHosts?: readonly string[];
  timerPrivateHosts?: readonly string[];
  /** Where what went wrong is written: a plain message, and the error. */
  log(message: string, error?: unknown): void;
}
