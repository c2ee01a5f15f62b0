import type { Entity } from '../../engine/index.ts';
import { refused } from '../errors.ts';
import type { Actor, Context } from './context.ts';

/** Throws `refused` with every reason for which this person may not write this, whatever their codes say. */
export async function gated(
  context: Context,
  actor: Actor,
  entity: Entity,
  verb: string,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [issues = []] = (await context.gate?.(actor, entity, verb, [input])) ?? [];
  if (issues.length > 0) throw refused(...issues);
}
