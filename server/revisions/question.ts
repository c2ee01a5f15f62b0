import type { Issue } from '../../engine/core/index.ts';
import type { SqlFragment } from '../store/sql.ts';

/** What a person is asked for so that a change may pass: where records of a state go, what they get, what money becomes. */
export type Need = 'mapping' | 'backfill' | 'money';

/** A condition on the live records that a change would break. */
export interface Question {
  readonly issue: Issue;
  /** Over the records as `t`. */
  readonly where: SqlFragment;
  readonly needs?: Need;
  /** Told, and no reason to stop. */
  readonly warns?: boolean;
  /** Somebody may sign for it. */
  readonly accepts?: boolean;
  /** Asked of the records as they will be, not as they are. */
  readonly asOf?: 'after';
  /** The column that a record shares with another one: its value says which belong together. */
  readonly alike?: string;
  /** What the list is narrowed by to show them all. */
  readonly filter?: Readonly<Record<string, string>>;
}
