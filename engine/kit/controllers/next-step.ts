import { ownOf, type Entity } from '../../core/index.ts';

/** The transition that usually follows for a new record in this state; null if there is none. */
export function nextStep(entity: Entity, status: unknown): string | null {
  const flow = entity.meta.workflow;
  if (!flow) return null;
  return ownOf(flow.states, String(status ?? flow.start))?.next ?? null;
}
