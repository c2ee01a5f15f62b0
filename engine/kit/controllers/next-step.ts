import { ownOf, type Entity } from '../../core/index.ts';

/** The transition that whoever makes a record means to run next, from the state where it stands; null where there is none. */
export function nextStep(entity: Entity, status: unknown): string | null {
  const flow = entity.meta.workflow;
  if (!flow) return null;
  return ownOf(flow.states, String(status ?? flow.start))?.next ?? null;
}
