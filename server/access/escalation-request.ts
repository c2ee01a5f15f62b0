import type { Catalog } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** What every question of the gate stands on. */
export interface EscalationRequest {
  readonly system: SystemDatabase;
  readonly catalog: Catalog;
  readonly actor: Actor;
  readonly verb: string;
  /** The record that the verb falls on; null for a new one. */
  readonly id: string | null;
  /** The fields that were sent, in canonical form. */
  readonly values: Readonly<Record<string, unknown>>;
}
