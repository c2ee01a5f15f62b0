import type { Entity } from '../../core/index.ts';
import type { EntityAnswer, WireRecord } from '../data/data-client.ts';

export interface OfferedAction {
  name: string;
  enabled: boolean;
  /** Why not, in the server's words. */
  reason: string | null;
  tone: string;
}

/**
 * What the header of a record offers: what is possible now, and what the person may do in principle but this record
 * refuses, with the reason. Moves that merely belong to another state are left out; they would only be noise.
 */
export function offeredActions(entity: Entity, answer: EntityAnswer, record: WireRecord): OfferedAction[] {
  const can = new Set(record._can ?? []);
  const why = record._why ?? {};
  return [...entity.actions.values()].flatMap((action): OfferedAction[] => {
    const { name } = action;
    const isGranted = answer.codes.includes(action.needs) || answer.codes.includes(name);
    const isOtherState = action.transition !== null && !action.transition.from.includes(String(record.status));
    const tone = action.meta.tone ?? 'neutral';
    if (can.has(name)) return [{ name, enabled: true, reason: null, tone }];
    if (!isGranted || isOtherState || !why[name]) return [];
    return [{ name, enabled: false, reason: why[name].message, tone }];
  });
}

/** Edit and delete, by the same rule. */
export function offeredVerb(verb: 'edit' | 'delete', answer: EntityAnswer, record: WireRecord): OfferedAction | null {
  const enabled = record._can?.includes(verb) === true;
  const reason = record._why?.[verb]?.message ?? null;
  if (!enabled && (!answer.codes.includes(verb) || reason === null)) return null;
  return { name: verb, enabled, reason, tone: verb === 'delete' ? 'bad' : 'neutral' };
}
