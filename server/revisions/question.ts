import type { Issue } from '../../engine/core/index.ts';
import type { SqlFragment } from '../store/sql.ts';

/** What a person must answer so that a change may pass: a mapping of states, values, or the treatment of amounts. */
export type Need = 'mapping' | 'backfill' | 'money';

/** A condition on the live records that a change would break. */
export interface Question {
  readonly issue: Issue;
  /** On the records as `t`. */
  readonly where: SqlFragment;
  readonly needs?: Need;
  /** A warning only. */
  readonly warns?: boolean;
  /** The publisher may accept it. */
  readonly accepts?: boolean;
  /** Checked on the records as they will be. */
  readonly asOf?: 'after';
  /** The column whose value shows which records conflict with each other. */
  readonly alike?: string;
  /** The list filter that shows all of these records. */
  readonly filter?: Readonly<Record<string, string>>;
}
