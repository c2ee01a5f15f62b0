import { refused } from '../errors.ts';
import type { Write } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** What effects are run for: one record, as it will stand, and the step that it takes. */
export interface Step {
  readonly action: string;
  /** With its id; `version` counts the steps before this one. */
  readonly record: Values;
  readonly input: Values;
  readonly effects: readonly string[];
}

/** Runs effects in order in the write's transaction; answers what they add to the record. Throws `refused` with their reasons. */
export async function runEffects(write: Write, { action, record, input, effects }: Step): Promise<Values> {
  const { actor, entity } = write.request;
  let patch: Record<string, unknown> = {};
  for (const name of effects) {
    const outcome = await write.context.sockets.effect(name).run({
      entity: entity.name,
      action,
      tenant: actor.tenant,
      currency: actor.currency,
      record: { ...record, ...patch },
      input,
      actor: actor.facts,
      operationKey: `${entity.name}:${String(record['id'])}:${action}:${String(record['version'] ?? 0)}`,
      transaction: { query: (text, values) => query(write, text, values) },
    });
    if (outcome?.issues?.length) throw refused(...outcome.issues);
    patch = { ...patch, ...outcome?.patch };
  }
  return patch;
}

/** The effects of a record's beginning, in the transaction that adds it; answers what they fill in. */
export const runStartEffects = async (write: Write, record: Values): Promise<Values> => {
  const effects = write.request.entity.startEffects;
  return effects.length > 0 ? runEffects(write, { action: 'add', record, input: {}, effects }) : {};
};

async function query(write: Write, text: string, values: readonly unknown[]) {
  const [rows] = await write.transaction.run({ text, values });
  return rows ?? [];
}
