import type { WireRecord } from '../data/data-client.ts';
import type { ReadyEntity } from '../data/use-entity.ts';

/**
 * The transition that returns a record to its state before `done`, or null. Only where neither way touches anything
 * but the record, and the way back asks nothing.
 */
export function inverseTransition({ entity, answer }: ReadyEntity, done: string, before: WireRecord): string | null {
  const reversible = new Set(answer.reversible);
  const there = entity.actions.get(done)?.transition;
  if (!there || !reversible.has(done)) return null;
  const back = [...entity.actions.values()].find(
    ({ name, transition, form, input }) =>
      transition?.to === before.status &&
      transition?.from.includes(there.to) &&
      reversible.has(name) &&
      form.length === 0 &&
      input.length === 0,
  );
  return back?.name ?? null;
}
