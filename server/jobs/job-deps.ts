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

/** Dependencies of jobs. */
export interface JobDeps {
  context: Context;
  /** The person who ordered a job with their current rights; null if they no longer have access. */
  byAccount(tenant: string, account: string): Promise<Actor | null>;
  actors: TimerDeps['actors'];
  /** Each tenant's published catalog. */
  screens: { of(tenant: string): Promise<{ readonly catalog: Catalog }> };
  files: FileStore;
  /** Background work of modules. */
  works: readonly Work[];
  /** Loops of modules that run beside the queue. */
  loops: readonly Loop[];
  texts: Texts;
  system: SystemDatabase;
  /** Runs ordered publishes, and purges retired data. */
  schemaService: {
    runPublish(actor: Actor, job: JobRow, signal: AbortSignal): Promise<void>;
    contract: TimerDeps['schemaService']['contract'];
  };
  logs: Logs;
  watch: Pick<Watch, 'whenAway'>;
  /** Connections for the queue; four by default. */
  jobConnections?: number;
  /** Hosts that timers may call; none by default. */
  timerHosts?: readonly string[];
  timerPrivateHosts?: readonly string[];
  /** Logs a failure: a message and the error. */
  log(message: string, error?: unknown): void;
}
