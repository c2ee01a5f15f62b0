import type { Catalog } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** The input of every escalation check. */
export interface EscalationRequest {
  readonly system: SystemDatabase;
  readonly catalog: Catalog;
  readonly actor: Actor;
  readonly verb: string;
  /** The record of the write; null for a new one. */
  readonly id: string | null;
  /** The fields sent, in canonical form. */
  readonly values: Readonly<Record<string, unknown>>;
}
