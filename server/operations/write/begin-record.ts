import type { Entity } from '../../../engine/core/index.ts';
import type { Booking } from '../../modules/module.ts';
import type { FoundReference } from '../../store/reference-sql.ts';
import { runStartEffects } from './run-effects.ts';
import type { Write } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** A new record that is complete but for what its start effects add. */
interface NewRecordStart {
  readonly id: string;
  readonly record: Values;
  /** The organisation that it belongs to. */
  readonly org: string | null;
}

/** Where a new record belongs: what its own field says; without one, where what it points at belongs, or who adds it. */
export function orgOf(write: Write, record: Values, found: readonly FoundReference[]): string | null {
  const { actor, entity } = write.request;
  if (entity.org) return ownOrg(entity, record);
  return found.find((target) => target.org !== null)?.org ?? actor.facts.org;
}

/** Runs the start effects of a new record, on every way in: what they say counts for where it belongs, too. Throws `refused`. */
export async function beginRecord(
  write: Write,
  { id, record, org }: NewRecordStart,
): Promise<{ record: Values; org: string | null; booking: Booking | null }> {
  const { entity } = write.request;
  const { patch, booking } = await runStartEffects(write, { ...record, id });
  const whole = { ...record, ...patch };
  return { record: whole, org: entity.org ? ownOrg(entity, whole) : org, booking };
}

const ownOrg = (entity: Entity, record: Values): string | null => String(record[entity.org ?? ''] ?? '') || null;
