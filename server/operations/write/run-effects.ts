import { rowQuery } from '../../modules/row-query.ts';
import { refused } from '../../errors.ts';
import type { Booking, EffectCall } from '../../modules/module.ts';
import { bookNow } from './booking.ts';
import { type Write } from './write.ts';
import { NotBatchable } from './write-outcomes.ts';

type Values = Readonly<Record<string, unknown>>;

/** The input of effects: a record with the action's changes applied. */
export interface EffectStep {
  readonly action: string;
  /** Includes the id; `version` counts the effects before this one. */
  readonly record: Values;
  readonly input: Values;
  readonly effects: readonly string[];
}

/** The changes of effects to their record, and the last booking. */
export interface Effected {
  readonly patch: Values;
  readonly booking: Booking | null;
}

/**
 * Runs effects in order in the write's transaction. A booking is posted before the next effect runs; the last one is
 * left to the caller. Throws `refused` with the issues.
 */
export async function runEffects(
  write: Write,
  { action, record, input, effects }: EffectStep,
  add?: EffectCall['add'],
): Promise<Effected> {
  const { actor, entity } = write.request;
  let patch: Record<string, unknown> = {};
  let booking: Booking | null = null;
  for (const name of effects) {
    if (booking && write.batch) throw new NotBatchable();
    if (booking) await bookNow(write, booking);
    const outcome = await write.context.registry.effect(name).run({
      entity: entity.name,
      action,
      tenant: actor.tenant,
      currency: actor.currency,
      record: { ...record, ...patch },
      input,
      actor: actor.facts,
      operationKey: `${entity.name}:${String(record['id'])}:${action}:${String(record['version'] ?? 0)}`,
      transaction: { query: rowQuery((text, values) => query(write, text, values)) },
      ...(add ? { add } : {}),
    });
    if (outcome?.issues?.length) throw refused(...outcome.issues);
    patch = { ...patch, ...withLineIds(write, outcome?.patch ?? {}) };
    booking = outcome?.booking ?? null;
  }
  return { patch, booking };
}

/** The start effects of a new record. */
export const runStartEffects = (write: Write, record: Values): Promise<Effected> =>
  runEffects(write, { action: 'add', record, input: {}, effects: write.request.entity.startEffects });

/** Assigns ids to sub-table rows that an effect adds. */
export function withLineIds({ request: { entity }, context }: Write, patch: Values): Values {
  const isLines = (name: string, value: unknown): value is Values[] =>
    Array.isArray(value) && entity.byName.get(name)?.lines != null;
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [
      name,
      isLines(name, value) ? value.map((row) => ({ id: context.newId(), ...row })) : value,
    ]),
  );
}

async function query(write: Write, text: string, values: readonly unknown[]) {
  // One record of a batch cannot be rolled back without the others.
  if (write.batch) throw new NotBatchable();
  const [rows] = await write.transaction.run({ text, values });
  return rows ?? [];
}
